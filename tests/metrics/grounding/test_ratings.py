"""The metrics of two ratings: their mean, their evidence, and no value from one rating alone."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_judge import ScriptedJudge

from assay.metrics.answer.answer_accuracy import AnswerAccuracy
from assay.metrics.base import Metric
from assay.metrics.grounding.context_relevance import ContextRelevance
from assay.metrics.grounding.response_groundedness import ResponseGroundedness
from assay.records import Status
from assay.records.score import recompute

CASES: list[tuple[Metric, dict[str, Any]]] = [
    (ContextRelevance(), {"input": "How long?", "contexts": ["p1", "p2"]}),
    (ResponseGroundedness(), {"answer": "30 days.", "contexts": ["p1"]}),
    (AnswerAccuracy(), {"input": "How long?", "reference": "30 days.", "answer": "A month."}),
]


def judge(metric: Metric, *ratings: Any) -> ScriptedJudge:
    names = [tag.split(":")[1] for tag in metric.definition if tag.startswith("prompt:")]
    scripts = {
        name: {"reason": f"why {rating}", "rating": rating} for name, rating in zip(names, ratings, strict=False)
    }
    return ScriptedJudge(**scripts)


@pytest.mark.parametrize(("metric", "inputs"), CASES, ids=lambda value: getattr(value, "name", ""))
@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("second", [0, 1, 2])
def test_the_value_is_the_mean_of_both(metric: Metric, inputs: dict[str, Any], first: int, second: int) -> None:
    """(r₁ + r₂) / 4, exactly; both ratings and reasons are the evidence."""
    result = metric.score(judge=judge(metric, first, second), **inputs)
    assert result.value == (first + second) / 4 == recompute(result.items)
    assert str(result.ratio) == f"{first + second}/4"
    assert [item.reason for item in result.items] == [f"why {first}", f"why {second}"]
    assert len(result.calls) == 2


@pytest.mark.parametrize(("metric", "inputs"), CASES, ids=lambda value: getattr(value, "name", ""))
def test_one_rating_never_stands_for_two(metric: Metric, inputs: dict[str, Any]) -> None:
    """A missing rating is an error, not the other one alone."""
    assert metric.score(judge=judge(metric, 2), **inputs).status is Status.ERROR


def test_the_second_wording_exchanges_the_roles() -> None:
    """Answer accuracy shows the answer first and calls neither text the reference."""
    metric, inputs = CASES[2]
    asked = judge(metric, 2, 2)
    metric.score(judge=asked, **inputs)
    assert asked.asked[1][1] == {"question": "How long?", "one": "A month.", "other": "30 days."}


@pytest.mark.parametrize(
    ("metric", "changes", "outcome"),
    [
        (CASES[0], {"contexts": []}, 0.0),
        (CASES[0], {"input": " "}, "blank_question"),
        (CASES[1], {"contexts": [""]}, 0.0),
        (CASES[1], {"answer": ""}, 0.0),
        (CASES[1], {"answer": "I don't know."}, "abstained"),
        (CASES[2], {"answer": ""}, 0.0),
        (CASES[2], {"abstained": True}, "abstained"),
        (CASES[2], {"reference": " "}, "blank_reference"),
        (CASES[2], {"input": ""}, "blank_question"),
    ],
)
def test_edges_without_a_call(metric: tuple[Metric, dict[str, Any]], changes: dict[str, Any], outcome: Any) -> None:
    """What is missing on the target's side is 0, an abstention not applicable, a broken case invalid."""
    asked = ScriptedJudge()
    result = metric[0].score(judge=asked, **{**metric[1], **changes})
    assert (result.code if result.value is None else result.value) == outcome
    assert asked.asked == []
