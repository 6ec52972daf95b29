"""The text form of a metric, which prints and parses back: `name[variant](param=value,…)@cutoff`.

>>> parse_spec("nDCG(gain=exponential)@10")
Spec(name='nDCG', variant='', params={'gain': 'exponential', 'cutoff': 10})
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from assay.errors import ConfigurationError

_NAME = r"[A-Za-z][\w.\-+]*"
_SPEC = re.compile(rf"(?P<name>{_NAME})(\[(?P<variant>[\w\-]+)\])?(\((?P<params>.*)\))?(@(?P<cutoff>\d+))?", re.DOTALL)
_BARE = re.compile(r"[A-Za-z_][\w.\-]*")


@dataclass(frozen=True, slots=True)
class Spec:
    """A parsed metric text."""

    name: str
    variant: str
    params: Mapping[str, Any]


def parse_spec(text: str) -> Spec:
    """Parse a metric text.

    Raises:
        ConfigurationError: the text does not follow the grammar.
    """
    match = _SPEC.fullmatch(text.strip())
    if match is None:
        raise ConfigurationError(
            f"{text!r} is not a metric", hint="write name, name@10, name(param=value) or name[variant]"
        )
    params = dict(_parameters(match["params"] or "", text))
    if match["cutoff"] is not None:
        params["cutoff"] = int(match["cutoff"])
    return Spec(match["name"], match["variant"] or "", params)


def format_spec(name: str, variant: str, params: Mapping[str, Any]) -> str:
    """The text that parses back to the same name, variant and parameters."""
    rest = {key: value for key, value in params.items() if key != "cutoff"}
    inner = ",".join(f"{key}={_value_text(value)}" for key, value in rest.items())
    cutoff = params.get("cutoff")
    return "".join(
        (
            name,
            f"[{variant}]" if variant else "",
            f"({inner})" if inner else "",
            f"@{cutoff}" if cutoff is not None else "",
        )
    )


def is_name(text: str) -> bool:
    """Whether a text can stand as the name of a metric.

    >>> is_name("polite"), is_name("x,y")
    (True, False)
    """
    return re.fullmatch(_NAME, text) is not None


def split_specs(text: str) -> list[str]:
    """Split a comma-separated list of metric texts, minding commas inside parentheses."""
    return [part.strip() for part in _split(text) if part.strip()]


def _parameters(text: str, whole: str) -> Iterator[tuple[str, Any]]:
    for part in _split(text):
        if not part.strip():
            continue
        key, equals, value = part.partition("=")
        if not equals:
            raise ConfigurationError(f"{whole!r}: {part.strip()!r} is not param=value")
        yield key.strip(), _value(value.strip())


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _value_text(value: Any) -> str:
    if isinstance(value, str) and _BARE.fullmatch(value) and value not in ("true", "false", "null", "NaN", "Infinity"):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _split(text: str) -> Iterator[str]:
    depth, quoted, start, escaped = 0, False, 0, False
    for index, character in enumerate(text):
        if quoted:
            quoted = not (character == '"' and not escaped)
            escaped = character == "\\" and not escaped
        elif character == '"':
            quoted, escaped = True, False
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == "," and depth == 0:
            yield text[start:index]
            start = index + 1
    yield text[start:]
