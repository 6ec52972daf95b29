"""Truthfulness grades by a judge."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_judge import ScriptedJudge, one

from assay.errors import ConfigurationError
from assay.metrics.aggregates import macro
from assay.metrics.answer.truthfulness import Truthfulness
from assay.records import Case, Output, Sample, Score, Status
from assay.records.score import recompute


def score(grade: str, *, grades: str = "four", answer: str = "Ada.", **rest: Any) -> Score:
    """Score with a scripted grade."""
    judge = ScriptedJudge({"truthfulness": one(grade)})
    return Truthfulness(grades=grades).score(judge=judge, input="Who?", answer=answer, **{"reference": "Ada.", **rest})


@pytest.mark.parametrize(
    ("grades", "grade", "value"),
    [
        ("four", "perfect", 1.0),
        ("four", "acceptable", 0.5),
        ("four", "missing", 0.0),
        ("four", "incorrect", -1.0),
        ("three", "correct", 1.0),
        ("three", "missing", 0.0),
        ("three", "incorrect", -1.0),
    ],
)
def test_every_grade_has_its_value(grades: str, grade: str, value: float) -> None:
    """The grade is the value, the evidence and the reason."""
    scored = score(grade, grades=grades)
    assert (scored.value, scored.reason, recompute(scored.items)) == (value, f"{grade}: because", value)


@pytest.mark.parametrize(("grades", "grade"), [("four", "correct"), ("three", "perfect"), ("three", "acceptable")])
def test_a_grade_of_the_other_scale_is_an_error(grades: str, grade: str) -> None:
    """The vocabulary is closed."""
    assert score(grade, grades=grades).status is Status.ERROR


@pytest.mark.parametrize("rest", [{"answer": ""}, {"answer": "I don't know."}, {"abstained": True}])
def test_silence_is_missing_without_a_call(rest: dict[str, Any]) -> None:
    """Whatever a judge would say, silence scores 0."""
    scored = score("perfect", **rest)
    assert (scored.value, scored.items[0].outcome, scored.calls) == (0.0, "missing", ())


def test_the_mean_is_accuracy_minus_hallucination() -> None:
    """45 correct, 25 missing and 30 incorrect of 100 are 0.15."""
    said = ["correct"] * 45 + ["missing"] * 25 + ["incorrect"] * 30
    mean = macro("truthfulness(grades=three)", [score(grade, grades="three") for grade in said])
    assert (mean.value, mean.fraction) == (0.15, "3/20")


def test_when_it_applies() -> None:
    """No reference, or a case that must abstain: not applicable; a blank reference: invalid."""
    output = Output(answer="x")
    for case in (Case(id="1", input="Q"), Case(id="1", input="Q", reference="R", must_abstain=True)):
        missing = Truthfulness().evaluate(Sample(case=case, output=output), {"judge": ScriptedJudge({})})
        assert isinstance(missing, Score)
        assert missing.status is Status.NOT_APPLICABLE
    assert score("perfect", reference=" ").code == "blank_reference"


def test_the_signature_follows_the_scale() -> None:
    """Two scales are two metrics; another is refused."""
    assert Truthfulness().signature() != Truthfulness(grades="three").signature()
    with pytest.raises(ConfigurationError):
        Truthfulness(grades="five")
