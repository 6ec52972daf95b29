"""Two calls are the same by type and value, under declared policies."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import ConfigurationError
from assay.metrics.agent.arguments import CallRules, compare_calls, same_value
from assay.records.frozen import freeze
from assay.records.message import ExpectedCall, ToolCall, parse_expected_calls

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def same(expected: Any, made: Any, **rules: str) -> bool:
    """Whether a call with the arguments `made` is the expected one."""
    return compared(expected, made, **rules) == ()


def compared(expected: Any, made: Any, **rules: str) -> tuple[str, ...]:
    """What differs."""
    found = compare_calls(ExpectedCall(name="f", args=expected), ToolCall(name="f", args=made), CallRules(**rules))
    assert found is not None
    return found.differences


@pytest.mark.parametrize(
    ("expected", "made"),
    [
        (1, "1"),
        (1, True),
        (True, 1),
        (0, False),
        (0, None),
        (1, 1.0),
        ("", None),
        ([1, 2], [2, 1]),
        ({}, []),
        ("a", "A"),
    ],
)
def test_types_are_never_mixed(expected: object, made: object) -> None:
    """Values of different types differ, lists keep their order, and nothing is compared as text."""
    assert not same({"x": expected}, {"x": made})
    assert not same({"x": [expected]}, {"x": [made]})


def test_an_integer_stands_for_a_float_only_by_the_rule() -> None:
    """5 is accepted for an expected 5.0, at any depth, unless numbers are exact."""
    assert same({"x": 5.0, "y": [{"z": 1.0}]}, {"x": 5, "y": [{"z": 1}]})
    assert not same({"x": 5.0}, {"x": 5}, numbers="exact")


def test_key_order_does_not_count() -> None:
    """Nested objects are equal in any key order."""
    assert same({"a": {"x": 1, "y": [{"p": 1, "q": 2}]}}, {"a": {"y": [{"q": 2, "p": 1}], "x": 1}})


def test_loose_strings() -> None:
    """Loose strings forgive case, spaces and marks, and nothing else."""
    assert same({"x": "New York, NY"}, {"x": "new-york ny"}, strings="loose")
    assert not same({"x": "New York"}, {"x": "Newark"}, strings="loose")


def test_empty_arguments_equal_empty_ones_only() -> None:
    """`{}` equals `{}`; no policy lets `{}` hold of everything."""
    assert same({}, {})
    assert compared({}, {"amount": 9999}) == ("amount: not expected, got 9999",)
    assert not same({}, {"amount": 9999}, extra_args="ignore")


def test_extra_arguments_follow_the_policy() -> None:
    """An argument too many is wrong, or not counted where the policy says so."""
    assert not same({"a": 1}, {"a": 1, "b": 2})
    assert same({"a": 1}, {"a": 1, "b": 2}, extra_args="ignore")


def test_null_arguments() -> None:
    """Arguments never stated differ from `{}` and from some, unless null is declared to mean empty."""
    assert same(None, None)
    assert not same(None, {})
    assert not same({}, None)
    assert same(None, {}, null_args="empty")
    assert same({}, None, null_args="empty")
    for policy in ("distinct", "empty"):
        assert not same(None, {"a": 1}, null_args=policy)
        assert not same(None, {"a": 1}, null_args=policy, extra_args="ignore")
        assert not same({"a": 1}, None, null_args=policy)


def test_acceptable_and_optional_values() -> None:
    """Any listed value is right; an optional argument may be absent but not wrong; optional extras alone are not enough."""
    call = parse_expected_calls(
        [{"name": "w", "args": {"city": "Bern"}, "acceptable": {"unit": ["c", "C"]}, "optional": ["unit"]}]
    )[0]

    def differs(**args: object) -> tuple[str, ...]:
        found = compare_calls(call, ToolCall(name="w", args=args), CallRules())
        assert found is not None
        return found.differences

    assert differs(city="Bern") == differs(city="Bern", unit="C") == ()
    assert differs(city="Bern", unit="f") == ('unit: expected "c" or "C", got "f"',)
    only = parse_expected_calls([{"name": "w", "args": {"unit": "c"}, "optional": ["unit"]}])[0]
    found = compare_calls(only, ToolCall(name="w", args={"z": 1}), CallRules(extra_args="ignore"))
    assert found is not None
    assert not found.same


def test_unparsed_arguments_equal_nothing() -> None:
    """A call whose arguments are no JSON object is wrong whatever is expected, unless only names are compared."""
    made = ToolCall(name="f", unparsed="{")
    wanted = ExpectedCall(name="f", args={})
    assert compare_calls(wanted, made, CallRules()).differences == ("the arguments are no JSON object",)  # type: ignore[union-attr]
    assert compare_calls(wanted, made, CallRules(compare="name")).same  # type: ignore[union-attr]


def test_unknown_policy_is_refused() -> None:
    """A mistyped policy names the choices and the near one."""
    with pytest.raises(ConfigurationError, match=r"extra_args must be one of refuse, ignore.*did you mean 'ignore'"):
        CallRules(extra_args="ignored")


@given(JSON)
def test_every_value_equals_itself(value: object) -> None:
    """Any JSON value is the same as itself, and never the same as its text."""
    frozen = freeze(value)
    assert same_value(frozen, frozen, CallRules(numbers="exact"))
    assert isinstance(value, str) or not same_value(frozen, str(value), CallRules())
