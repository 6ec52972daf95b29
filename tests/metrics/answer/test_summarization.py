"""Summaries: questions from the source, answered from the summary; length apart."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_judge import ScriptedJudge, verdicts

from assay.errors import ConfigurationError
from assay.metrics.answer.summarization import Summarization
from assay.metrics.answer.summary_conciseness import SummaryConciseness
from assay.records import Score, Status
from assay.records.score import recompute

SOURCE = ["0123456789" * 4]


def score(
    *, source: list[str], summary: list[str], answer: str = "ten chars.", weight: float = 0.0, **rest: Any
) -> Score:
    """Score with what source and summary answer to each question."""
    judge = ScriptedJudge(
        {
            "summary_questions": {"keyphrases": ["k"], "questions": [f"q{n}?" for n in range(len(source))]},
            "summary_answers": [verdicts(*source), verdicts(*summary)],
        }
    )
    metric = Summarization(conciseness_weight=weight)
    return metric.score(judge=judge, answer=answer, **{"reference_contexts": SOURCE, **rest})


def test_the_share_of_questions_kept() -> None:
    """Yes over questions, exactly; each question is evidence with its reason."""
    scored = score(source=["yes"] * 4, summary=["yes", "no", "unknown", "yes"])
    assert (scored.value, str(scored.ratio)) == (0.5, "2/4")
    assert scored.reason == "kept=2; questions=4"
    assert [(item.text, item.outcome, item.reason) for item in scored.items[:2]] == [
        ("q0?", "yes", "because 1"),
        ("q1?", "no", "because 2"),
    ]
    assert recompute(scored.items) == 0.5
    assert len(scored.calls) == 3


def test_questions_that_the_source_does_not_answer_are_dropped() -> None:
    """They are shown but not counted; without any other there is no score."""
    scored = score(source=["yes", "no", "unknown", "yes"], summary=["yes", "no"])
    assert (scored.value, str(scored.ratio)) == (0.5, "1/2")
    assert [item.text for item in scored.items if item.outcome == "not in the source"] == ["q1?", "q2?"]
    assert recompute(scored.items) == 0.5
    none = score(source=["no", "no"], summary=[])
    assert (none.status, none.code) == (Status.ERROR, "no_questions")


@pytest.mark.parametrize(
    ("kept", "answer", "weight", "value"),
    [
        (["yes", "no"], "x" * 10, 0.5, 0.5 * 0.5 + 0.5 * 0.75),
        (["yes", "yes"], "x" * 10, 0.25, 0.75 + 0.25 * 0.75),
        (["yes", "yes"], "x" * 100, 0.5, 0.5),
        (["no", "no"], "x" * 10, 0.5, 0.375),
    ],
)
def test_mixed_with_conciseness(kept: list[str], answer: str, weight: float, value: float) -> None:
    """(1 − w) · kept + w · conciseness; a perfect summary of no length would reach exactly 1."""
    scored = score(source=["yes", "yes"], summary=kept, answer=answer, weight=weight)
    assert scored.value == value
    assert recompute(scored.items) == pytest.approx(value)
    assert scored.details["conciseness"] == 1 - min(len(answer), 40) / 40


def test_a_missing_answer_is_an_error() -> None:
    """The denominator is the questions, and each must be answered."""
    assert score(source=["yes", "yes"], summary=["yes"]).status is Status.ERROR


@pytest.mark.parametrize("metric", [Summarization(), SummaryConciseness()], ids=str)
def test_no_summary_or_no_source(metric: Any) -> None:
    """An abstention does not apply, a blank summary is 0, a blank source is invalid."""
    resources = {} if isinstance(metric, SummaryConciseness) else {"judge": ScriptedJudge({})}
    assert metric.score(reference_contexts=SOURCE, answer="I don't know.", **resources).code == "abstained"
    assert metric.score(reference_contexts=SOURCE, answer="", **resources).value == 0.0
    for source in ([], [" "]):
        assert metric.score(reference_contexts=source, answer="x", **resources).code == "empty_requirement"


@given(st.text("ab ", min_size=1), st.lists(st.text("cd", min_size=1), min_size=1, max_size=3))
def test_conciseness_is_the_saved_share(summary: str, source: list[str]) -> None:
    """1 − min(summary, source) / source, from 0 to 1, with evidence that adds up."""
    scored = SummaryConciseness().score(reference_contexts=source, answer=summary)
    whole = sum(map(len, source))
    if not summary.strip():
        assert scored.value == 0.0
        return
    assert scored.value == (whole - min(len(summary), whole)) / whole
    assert recompute(scored.items) == scored.value


@pytest.mark.parametrize("weight", [-0.1, 1, True, "half"])
def test_the_weight_is_checked(weight: Any) -> None:
    """A weight outside 0 to below 1 is refused."""
    with pytest.raises(ConfigurationError):
        Summarization(conciseness_weight=weight)
