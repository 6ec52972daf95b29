"""When two tool calls are the same: typed values, declared policies, nothing compared as text.

The rules are those of the Berkeley Function-Calling Leaderboard's syntax-tree check (Patil et al. 2024/2025), with every choice
a parameter: the name is equal, every required argument is present, every value is one of the right ones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from assay.metrics.parameters import require_choice
from assay.records.message import ExpectedCall, ToolCall

CHOICES = {
    "compare": ("call", "name"),
    "extra_args": ("refuse", "ignore"),
    "null_args": ("distinct", "empty"),
    "numbers": ("int_for_float", "exact"),
    "strings": ("exact", "loose"),
}
_LOOSE = str.maketrans("", "", " ,./-_*^'\"")
_ABSENT = object()
_ENCODER = json.JSONEncoder(ensure_ascii=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRules:
    """The declared policies of a comparison (see `CHOICES`)."""

    compare: str = "call"
    extra_args: str = "refuse"
    null_args: str = "distinct"
    numbers: str = "int_for_float"
    strings: str = "exact"

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            require_choice(name, getattr(self, name), choices)


@dataclass(frozen=True, slots=True)
class Comparison:
    """How one made call stands to one expected call: right arguments, counted ones, and what differs."""

    right: int
    counted: int
    differences: tuple[str, ...] = ()

    @property
    def share(self) -> Fraction:
        """Right arguments over counted ones; a call right without any argument has the share 1."""
        return Fraction(self.right, self.counted)

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


def compare_calls(expected: ExpectedCall, made: ToolCall, rules: CallRules) -> Comparison | None:
    """Compare two calls of one name; None when the names differ.

    >>> wanted = ExpectedCall(name="refund", args={"order": 7, "fast": True})
    >>> compare_calls(wanted, ToolCall(name="refund", args={"order": "7", "fast": True}), CallRules())
    Comparison(right=1, counted=2, differences=('order: expected 7, got "7"',))
    """
    if expected.name != made.name:
        return None
    if rules.compare == "name":
        return Comparison(1, 1)
    if made.unparsed is not None:
        return Comparison(0, 1, ("the arguments are no JSON object",))
    if rules.null_args == "distinct" and expected.open != (made.args is None):
        return Comparison(0, 1, (f"arguments: expected {_shown(expected.args)}, got {_shown(made.args)}",))
    return _compare_arguments(expected, made.args or {}, rules)


def _compare_arguments(expected: ExpectedCall, given: Mapping[str, Any], rules: CallRules) -> Comparison:
    right, counted = 0, 0
    differences: list[str] = []
    right_values = expected.values
    for name, values in right_values.items():
        value = given.get(name, _ABSENT)
        if value is _ABSENT and name in expected.optional:
            continue
        counted += 1
        if value is not _ABSENT and any(same_value(one, value, rules) for one in values):
            right += 1
        else:
            wanted = " or ".join(_shown(one) for one in values)
            differences.append(f"{name}: expected {wanted}, got {'nothing' if value is _ABSENT else _shown(value)}")
    extra = [name for name in given if name not in right_values]
    if rules.extra_args == "refuse" or not counted:
        counted += len(extra)
        differences += [f"{name}: not expected, got {_shown(given[name])}" for name in extra]
    return Comparison(right, counted, tuple(differences)) if counted else Comparison(1, 1)


def same_value(expected: Any, made: Any, rules: CallRules) -> bool:
    """Typed equality of JSON values at every depth: key order is free, list order counts, true is not 1, "1" is not 1.

    An integer stands for an expected float unless `numbers` is `exact`; a float never stands for an expected integer.
    """
    if isinstance(expected, Mapping):
        return (
            isinstance(made, Mapping)
            and expected.keys() == made.keys()
            and all(same_value(value, made[key], rules) for key, value in expected.items())
        )
    if isinstance(expected, (list, tuple)):
        return (
            isinstance(made, (list, tuple))
            and len(expected) == len(made)
            and all(same_value(one, other, rules) for one, other in zip(expected, made, strict=True))
        )
    if isinstance(expected, str) and isinstance(made, str) and rules.strings == "loose":
        return expected.translate(_LOOSE).lower() == made.translate(_LOOSE).lower()
    if type(expected) is float and type(made) is int and rules.numbers == "int_for_float":
        return expected == made
    return type(expected) is type(made) and bool(expected == made)


def _shown(value: Any) -> str:
    return _ENCODER.encode(value)
