"""Accuracy, precision, recall and F1 of tool calls."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import ConfigurationError
from assay.metrics import Registry
from assay.metrics.agent.tool_call_accuracy import ToolCallAccuracy
from assay.metrics.agent.tool_call_f1 import ToolCallF1
from assay.metrics.agent.tool_call_precision import ToolCallPrecision
from assay.metrics.agent.tool_call_recall import ToolCallRecall
from assay.metrics.agent.tool_calls import ToolCallMetric
from assay.records import Case, Output, Sample, Score, Status
from assay.records.score import recompute

EVERY: tuple[type[ToolCallMetric], ...] = (ToolCallAccuracy, ToolCallPrecision, ToolCallRecall, ToolCallF1)
Calls = list[dict[str, Any]]
CALLS = st.lists(
    st.fixed_dictionaries(
        {"name": st.sampled_from("ab"), "args": st.dictionaries(st.sampled_from("xy"), st.integers(0, 2), max_size=2)}
    ),
    max_size=5,
)


def score(metric: ToolCallMetric, expected: Calls, made: Calls) -> Score:
    """The score of `made` against `expected`."""
    return metric.score(reference_tool_calls=expected, tool_calls=made)


def call(name: str, **args: object) -> dict[str, Any]:
    """One call."""
    return {"name": name, "args": args}


def test_two_calls_never_earn_one_reference_twice() -> None:
    """Two calls that match one reference score at most 1, and the extra one is counted."""
    expected, made = [call("find", id=7)], [call("find", id=7), call("find", id=7)]
    values = [score(cls(), expected, made).value for cls in EVERY]
    assert values == [0.5, 0.5, 1.0, 2 / 3]
    assert "extra=find(id=7)" in score(ToolCallF1(), expected, made).reason


def test_duplicates_do_not_collapse() -> None:
    """A call expected twice and made once is half right."""
    assert score(ToolCallRecall(), [call("find", id=7)] * 2, [call("find", id=7)]).value == 0.5


def test_parallel_calls_match_as_a_whole() -> None:
    """Where the first fit would block another call, the best pairing still finds both."""
    expected = [{"name": "w", "acceptable": {"c": ["a", "b"]}}, call("w", c="a")]
    assert score(ToolCallF1(), expected, [call("w", c="a"), call("w", c="b")]).value == 1.0


def test_order_is_declared() -> None:
    """Parallel calls in another order are equal, unless the order is declared to count."""
    expected, made = [call("a"), call("b"), call("c")], [call("b"), call("a"), call("c")]
    assert score(ToolCallF1(), expected, made).value == 1.0
    assert score(ToolCallF1(order="sequence"), expected, made).value == 2 / 3


def test_accuracy_grades_arguments() -> None:
    """Each pair earns its share of right arguments; the reason names what differs."""
    scored = score(ToolCallAccuracy(), [call("f", a=1, b=2), call("g")], [call("g"), call("f", a=1, b=3)])
    assert scored.value == 0.75
    assert scored.reason == "matched=1; expected=2; made=2; wrong=f: b: expected 2, got 3"


def test_accuracy_pairs_for_the_largest_sum() -> None:
    """Pairing in order would earn less than the best pairing."""
    expected = [call("f", a=1, b=1), call("f", a=2, b=2)]
    assert score(ToolCallAccuracy(), expected, list(reversed(expected))).value == 1.0


def test_accuracy_counts_extra_and_missing_calls() -> None:
    """One of two expected calls, or one right call of two, is a half."""
    assert score(ToolCallAccuracy(), [call("f"), call("g")], [call("f")]).value == 0.5
    assert score(ToolCallAccuracy(), [call("f")], [call("f"), call("g")]).value == 0.5
    assert score(ToolCallAccuracy(), [call("f"), call("g")], [call("f"), call("h")]).value == 0.5


@pytest.mark.parametrize("cls", EVERY)
def test_nothing_expected_and_nothing_made_does_not_apply(cls: type[ToolCallMetric]) -> None:
    """Both sides empty is never a score."""
    assert score(cls(), [], []).status is Status.NOT_APPLICABLE


def test_one_side_empty() -> None:
    """Calls without need are 0; needed calls not made are 0; an empty denominator is not applicable."""
    unneeded = [score(cls(), [], [call("f")]) for cls in EVERY]
    assert [entry.value for entry in unneeded] == [0.0, 0.0, None, 0.0]
    assert unneeded[2].status is Status.NOT_APPLICABLE
    missing = [score(cls(), [call("f")], []) for cls in EVERY]
    assert [entry.value for entry in missing] == [0.0, None, 0.0, 0.0]
    assert missing[1].status is Status.NOT_APPLICABLE


def test_absent_fields() -> None:
    """No reference: not applicable. No calls returned: invalid. A malformed call: invalid with its position."""
    case = Case(id="1", extra={"reference_tool_calls": [call("f")]})
    assert ToolCallF1().evaluate(Sample(case=Case(id="1"), output=Output())).status is Status.NOT_APPLICABLE  # type: ignore[union-attr]
    absent = ToolCallF1().evaluate(Sample(case=case, output=Output()))
    assert (absent.status, absent.code) == (Status.INVALID, "missing_output")  # type: ignore[union-attr]
    broken = ToolCallF1().evaluate(Sample(case=case, output=Output(tool_calls=({"args": {}},))))
    assert (broken.status, broken.reason) == (Status.INVALID, "tool_calls[0] has no name")  # type: ignore[union-attr]


def test_calls_are_taken_from_messages() -> None:
    """A conversation is scored by the calls in its messages."""
    case = Case(id="1", extra={"reference_tool_calls": [call("f", a=1)]})
    messages = ({"type": "ai", "content": "", "tool_calls": [call("f", a=1)]}, {"type": "tool", "content": "ok"})
    assert ToolCallF1().evaluate(Sample(case=case, output=Output(messages=messages))).value == 1.0  # type: ignore[union-attr]


def test_names_print_and_parse_back() -> None:
    """A configured metric reads back from its text as itself, and a wrong option is refused."""
    metric = ToolCallF1(order="sequence", extra_args="ignore")
    assert Registry.built_in().parse(metric.spec) == metric
    with pytest.raises(ConfigurationError, match="order must be one of any, sequence"):
        Registry.built_in().parse("tool_call_f1(order=strict)")


@given(CALLS, CALLS, st.sampled_from(EVERY), st.randoms(use_true_random=False))
def test_laws(expected: Calls, made: Calls, cls: type[ToolCallMetric], shuffler: random.Random) -> None:
    """Bounds; the items add up to the value; the order of calls does not matter; a perfect run is exactly 1."""
    scored = score(cls(), expected, made)
    if scored.status is Status.SCORED:
        assert 0 <= scored.value <= 1  # type: ignore[operator]
        assert recompute(scored.items) == pytest.approx(scored.value, abs=1e-12)
    shuffled = [shuffler.sample(calls, len(calls)) for calls in (expected, made)]
    assert score(cls(), *shuffled).value == scored.value
    assert score(cls(), expected, expected).value == (1.0 if expected else None)


@given(CALLS, CALLS)
def test_mirror_and_harmony(expected: Calls, made: Calls) -> None:
    """Precision mirrors recall, F1 is symmetric and their harmonic mean; a declared order never raises a score."""
    f1 = score(ToolCallF1(), expected, made).value
    precision = score(ToolCallPrecision(), expected, made).value
    recall = score(ToolCallRecall(), expected, made).value
    assert f1 == score(ToolCallF1(), made, expected).value
    assert precision == score(ToolCallRecall(), made, expected).value
    if precision and recall:
        assert f1 == pytest.approx(2 * precision * recall / (precision + recall))  # type: ignore[operator]
    for cls in EVERY:
        ordered = score(cls(order="sequence"), expected, made).value
        assert ordered is None or ordered <= score(cls(), expected, made).value  # type: ignore[operator]
