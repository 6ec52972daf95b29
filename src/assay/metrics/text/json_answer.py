"""An answer read as JSON, strictly."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

FENCES = ("refuse", "allow")
MAX_EXPONENT = 1000
_FENCED = re.compile(r"\s*```(?:json|JSON)?[ \t]*\n(?P<body>.*?)\n?[ \t]*```\s*", re.DOTALL)


def decimal_real(text: str) -> Decimal:
    """A JSON number, exactly."""
    value = Decimal(text)
    if abs(value.adjusted()) > MAX_EXPONENT:
        raise ValueError(f"the number {text[:20]} is out of range")
    return value


def float_real(text: str) -> float:
    """A JSON number as the nearest float."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"the number {text[:20]} is out of range")
    return value


def read_json(text: str, *, fence: str = "refuse", real: Callable[[str], Any] = decimal_real) -> Any:
    """The value that a text holds as JSON (RFC 8259).

    Args:
        text: one JSON value and nothing else.
        fence: `allow` also takes a value inside one Markdown code fence.
        real: reads a number with a fraction or an exponent; exactly, where nothing else is said.

    Raises:
        ValueError: not JSON, a repeated key, NaN, a number out of range, nesting that is too deep; says what and where.

    >>> read_json('{"a": [1, 2.50]}')
    {'a': [1, Decimal('2.50')]}
    """
    fenced = _FENCED.fullmatch(text) if fence == "allow" else None
    try:
        return json.loads(
            fenced["body"] if fenced else text,
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_float=real,
            parse_int=_integer,
        )
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.msg} at line {error.lineno}, column {error.colno}") from error
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f"the key {key!r} is repeated")
        result[key] = value
    return result


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def _integer(digits: str) -> int | Decimal:
    return int(digits) if len(digits) < 1000 else Decimal(digits)
