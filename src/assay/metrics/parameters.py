"""Checks for the parameters of metrics, which may come from a policy file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from assay.errors import ConfigurationError, did_you_mean, near_matches
from assay.text import Normalisation

_KINDS: Mapping[str, tuple[type[Any], str]] = {"bool": (bool, "true or false"), "int": (int, "a whole number")}


def require_declared(metric: Any) -> None:
    """Refuse a value that is not of its field's declared type, for fields declared as `bool` or `int` (or None).

    `"false"` and 0.3 are true to Python, so a switch given as text or number would be taken for on.

    Raises:
        ConfigurationError: names the parameter and the value.
    """
    for field in fields(metric):
        declared, _, optional = getattr(field.type, "__name__", str(field.type)).partition(" | ")
        value = getattr(metric, field.name)
        if declared in _KINDS and not (optional == "None" and value is None):
            kind, told = _KINDS[declared]
            if type(value) is not kind:
                raise ConfigurationError(f"parameter {field.name} must be {told}, got {value!r}")


def require_choice(name: str, value: object, choices: Iterable[str]) -> None:
    """Refuse a value outside a closed set.

    Raises:
        ConfigurationError: names the parameter, the value and every choice.
    """
    known = tuple(choices)
    if value not in known:
        near = near_matches(value, known) if isinstance(value, str) else ()
        raise ConfigurationError(
            f"parameter {name} must be one of {', '.join(known)}, got {value!r}", hint=did_you_mean(near)
        )


def require_whole(name: str, value: object, *, low: int, high: int | None = None) -> None:
    """Refuse what is not a whole number from `low`, or not one up to `high` where that is given.

    Raises:
        ConfigurationError: names the parameter and the value.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < low or (high is not None and value > high):
        upto = "" if high is None else f" to {high}"
        raise ConfigurationError(f"parameter {name} must be a whole number from {low}{upto}, got {value!r}")


def require_threshold(name: str, value: object, *, low: float = -1.0) -> None:
    """Refuse a threshold that is not a number from `low` to 1; a threshold of 0 is a threshold.

    Raises:
        ConfigurationError: names the parameter and the value.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= 1:
        raise ConfigurationError(f"parameter {name} must be a number from {low:g} to 1, got {value!r}")


def require_normalisation(value: object) -> None:
    """Refuse what does not list steps of normalisation (`assay.text.normalise`).

    Raises:
        ConfigurationError: another type, or a step that does not exist.
    """
    if not isinstance(value, str):
        raise ConfigurationError(f"parameter normalisation must be text such as NFC+casefold, got {value!r}")
    try:
        Normalisation(value)
    except ValueError as error:
        raise ConfigurationError(f"parameter normalisation: {error}") from error


def text_tuple(name: str, value: object) -> tuple[str, ...]:
    """A list of texts as a tuple, so that a metric stays hashable; a single text is a list of one.

    Raises:
        ConfigurationError: another type, or an entry that is not text.
    """
    entries = (value,) if isinstance(value, str) else value
    if not isinstance(entries, (list, tuple)) or not all(isinstance(entry, str) for entry in entries):
        raise ConfigurationError(f"parameter {name} must be a list of texts, got {value!r}")
    return tuple(entries)
