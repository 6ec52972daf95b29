"""Pairwise preference: both orders are asked, and only their agreement decides."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_judge import ScriptedJudge, one

from assay.metrics.rubric.pairwise_preference import PairwisePreference
from assay.records import Case, Output, Sample, Score, Status
from assay.records.score import recompute


def score(*words: str, answer: str = "Mine is long.", other: str = "Theirs.") -> tuple[Score, ScriptedJudge]:
    """Score with what is said in the first and in the second order."""
    judge = ScriptedJudge({"pairwise_preference": [one(word, reason=word) for word in words]})
    return PairwisePreference().score(judge=judge, answer=answer, other_answer=other, input="Q?"), judge


@pytest.mark.parametrize(
    ("words", "value", "outcome", "consistent", "first_slot"),
    [
        (("answer_1", "answer_2"), 1.0, "win", True, 1),
        (("answer_2", "answer_1"), 0.0, "loss", True, 1),
        (("tie", "tie"), 0.5, "tie", True, 0),
        (("answer_1", "answer_1"), 0.5, "tie", False, 2),
        (("answer_2", "answer_2"), 0.5, "tie", False, 0),
        (("answer_1", "tie"), 0.5, "tie", False, 1),
    ],
)
def test_both_orders(words: tuple[str, str], value: float, outcome: str, consistent: bool, first_slot: int) -> None:
    """Agreement wins or loses; an inconsistent pair is a tie and shows the favoured place."""
    scored, judge = score(*words)
    assert (scored.value, scored.items[0].outcome) == (value, outcome)
    assert (scored.details["consistent"], scored.details["first_slot"]) == (consistent, first_slot)
    assert recompute(scored.items) == value
    assert [item.reason for item in scored.items[1:]] == list(words)
    assert scored.calls == ("call-1", "call-2")
    shown = [(inputs["answer_1"], inputs["answer_2"]) for _, inputs in judge.asked]
    assert shown == [("Mine is long.", "Theirs."), ("Theirs.", "Mine is long.")]


def test_lengths_are_kept_for_the_study_of_bias() -> None:
    """Longer answers tend to be preferred, so both lengths stand on the score."""
    scored, _ = score("answer_1", "answer_2")
    assert scored.details["words"] == {"answer": 3, "other_answer": 1}


def test_no_other_answer_and_blank_answers() -> None:
    """Without another answer there is nothing to compare; a blank one is invalid."""
    sample = Sample(case=Case(id="1"), output=Output(answer="x"))
    missing: Any = PairwisePreference().evaluate(sample, {"judge": ScriptedJudge({})})
    assert missing.status is Status.NOT_APPLICABLE
    assert score(other=" ")[0].code == "blank_answer"
    assert score(answer="")[0].status is Status.INVALID


def test_the_signature_follows_the_criteria() -> None:
    """Other criteria are another metric."""
    assert PairwisePreference().signature() != PairwisePreference(criteria="Shorter is better.").signature()
