"""Reviewed lists: every entry is text, none is blank, none stands twice. Doubt is refused, never mended in silence."""

from __future__ import annotations

from collections.abc import Callable

from assay.errors import InvalidRowError


def clean_ids(values: object, field: str, noun: str = "claim ID") -> list[str]:
    """The ids without outer white space; case is kept.

    Raises:
        InvalidRowError: not a list of texts, or a blank or duplicate id; names the field and the id.
    """
    return clean_list(values, field, noun=noun, kind="id", normalise=str.strip)


def clean_list(values: object, field: str, *, noun: str, kind: str, normalise: Callable[[str], str]) -> list[str]:
    """The entries in normal form; two entries with one normal form are duplicates.

    Raises:
        InvalidRowError: code `not_a_list`, `item_type`, `blank_<kind>` or `duplicate_<kind>`.
    """
    if not isinstance(values, (list, tuple)):
        raise InvalidRowError(f"{field} must be a list of {noun}s, got {type(values).__name__}", code="not_a_list")
    for index, value in enumerate(values):
        if not isinstance(value, str):
            raise InvalidRowError(f"{field}[{index}] must be text, got {type(value).__name__}", code="item_type")
    cleaned = [normalise(value) for value in values]
    if not all(cleaned):
        raise InvalidRowError(f"{field} contains a blank {noun}", code=f"blank_{kind}")
    doubled = (
        sorted({value for value in cleaned if cleaned.count(value) > 1}) if len(set(cleaned)) < len(cleaned) else []
    )
    if doubled:
        raise InvalidRowError(f"{field} contains duplicate {noun}s: {','.join(doubled)}", code=f"duplicate_{kind}")
    return cleaned
