"""Context precision and utilization: the average precision of what a judge found useful."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_judge import ScriptedJudge, verdicts

from assay.metrics.grounding.context_precision import ContextPrecision
from assay.metrics.grounding.context_utilization import ContextUtilization
from assay.metrics.grounding.useful_contexts import average_precision, precisions
from assay.records import Score, Status
from assay.records.score import recompute


def judge(*said: str) -> ScriptedJudge:
    return ScriptedJudge(useful_passage=verdicts(*said))


def score(asked: ScriptedJudge, **changes: Any) -> Score:
    given = {"input": "How long?", "reference": "30 days.", "contexts": ["p1", "p2", "p3"], "judge": asked}
    return ContextPrecision().score(**{**given, **changes})


@pytest.mark.parametrize(
    ("said", "value", "plain"),
    [
        (("yes", "yes", "yes"), 1.0, "3/3"),
        (("yes", "no", "yes"), 5 / 6, "2/3"),
        (("no", "yes", "no"), 0.5, "1/3"),
        (("no", "unknown", "no"), 0.0, "0/3"),
        (("unknown", "yes", "unknown"), 0.5, "1/3"),
    ],
)
def test_it_is_the_average_precision(said: tuple[str, ...], value: float, plain: str) -> None:
    """Σ P@k·v / Σ v, exactly; unknown is not useful; plain precision stands beside it."""
    result = score(judge(*said))
    assert result.value == value
    assert result.details["precision@3"] == plain
    assert recompute(result.items) == pytest.approx(value, abs=1e-15)
    assert result.calls == ("call-1",)


def test_a_blank_context_keeps_its_rank() -> None:
    """A blank context is useless at its place; nobody is asked about it."""
    asked = judge("yes")
    result = score(asked, contexts=[" ", {"text": "p", "id": "d2"}])
    assert result.value == 0.5
    assert [(item.id, item.outcome) for item in result.items] == [("1", "blank"), ("d2", "useful")]
    assert asked.asked[0][1]["passages"] == ["p"]


def test_edges_without_a_call() -> None:
    """Nothing retrieved is 0; a blank question or reference is invalid."""
    asked = judge()
    assert score(asked, contexts=[]).value == 0.0
    assert score(asked, input="").code == "blank_question"
    assert score(asked, reference=" ").code == "blank_reference"
    assert asked.asked == []


def test_utilization_takes_the_answer() -> None:
    """The same question about the answer; refusal-aware."""
    metric, asked = ContextUtilization(), judge("no", "yes")
    found = metric.score(input="How long?", answer="9 days.", contexts=["p1", "p2"], judge=asked)
    assert found.value == 0.5
    assert asked.asked[0][1]["answer"] == "9 days."
    assert (
        metric.score(input="How?", answer="I don't know.", contexts=["p"], judge=asked).status is Status.NOT_APPLICABLE
    )
    assert metric.score(input="How?", answer="", contexts=["p"], judge=asked).value == 0.0


@given(st.lists(st.booleans(), min_size=1, max_size=12))
def test_laws(useful: list[bool]) -> None:
    """From 0 to 1; 1 exactly when all useful ones come first; what follows the last useful one does not count."""
    value = average_precision(useful)
    assert 0 <= value <= 1
    assert (value == 1) == (any(useful) and useful == sorted(useful, reverse=True))
    assert average_precision([*useful, False]) == value
    assert len(precisions(useful)) == len(useful)
