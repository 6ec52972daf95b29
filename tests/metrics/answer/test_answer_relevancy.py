"""Answer relevancy: mean cosine over questions of its own, 0 for evasion, and its edges."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_judge import ScriptedJudge
from vectors import TableEmbedder

from assay.errors import ConfigurationError
from assay.metrics.answer.answer_relevancy import AnswerRelevancy
from assay.records import Score, Status
from assay.records.score import recompute

ASKED = "How long do refunds take?"
WRITTEN = ["When is it paid?", "How long?", "What is free?"]
VECTORS = {ASKED: [1.0, 0.0], "When is it paid?": [0.6, 0.8], "How long?": [3.0, 0.0], "What is free?": [-0.8, 0.6]}


def judge(verdict: str = "committed", written: list[str] | None = None) -> ScriptedJudge:
    questions = [{"id": number, "question": text} for number, text in enumerate(written or WRITTEN, start=1)]
    return ScriptedJudge(
        answer_evasion={"reason": "it names a time", "verdict": verdict}, answer_questions={"questions": questions}
    )


def score(asked: ScriptedJudge | None = None, metric: AnswerRelevancy | None = None, **changes: Any) -> Score:
    inputs = {"input": ASKED, "answer": "30 days.", "judge": asked or judge(), "embedder": TableEmbedder(VECTORS)}
    return (metric or AnswerRelevancy()).score(**{**inputs, **changes})


def test_it_is_the_mean_cosine_of_the_questions() -> None:
    """Cosines 0.6, 1 and -0.8 give 0.8/3; the questions and their cosines are the evidence."""
    result = score()
    assert result.value == pytest.approx(0.8 / 3, abs=1e-15)
    assert result.value == recompute(result.items)
    assert [item.text for item in result.items] == WRITTEN
    assert result.reason == "mean cosine of 3 questions (3 distinct)"
    assert result.method == "judge:test/scripted+embedding:table"
    assert len(result.calls) == 2


def test_the_judge_does_not_see_the_question() -> None:
    """It would only repeat it."""
    asked = judge()
    score(asked)
    assert all(ASKED not in str(inputs) for _, inputs in asked.asked)


def test_every_question_is_asked_for_in_its_own_way() -> None:
    """Three questions are three numbered requests in one call."""
    asked = judge()
    score(asked)
    ways = asked.asked[1][1]["ways"]
    assert len(ways) == len(set(ways)) == 3


def test_a_negative_mean_is_kept() -> None:
    """The declared range is -1 to 1."""
    result = score(judge(written=["What is free?"]), AnswerRelevancy(questions=1))
    assert result.value == -0.8


def test_an_evasive_answer_scores_nothing() -> None:
    """Evasion is a true 0, found in one call, with the judge's reason."""
    asked = judge("evasive")
    result = score(asked)
    assert (result.value, result.reason) == (0.0, "the answer is evasive: it names a time")
    assert asked.names == ["answer_evasion"]


def test_a_judge_that_cannot_tell_is_an_error() -> None:
    """`unknown` is neither committed nor evasive; the call that led there stays on the score."""
    result = score(judge("unknown"))
    assert (result.status, result.code, result.calls) == (Status.ERROR, "judge_undecided", ("call-1",))
    assert result.reason == "the judge could not decide: it names a time"


def test_edges_without_a_call() -> None:
    """Blank answer 0, abstention not applicable, blank question invalid."""
    asked = judge()
    assert score(asked, answer="").value == 0.0
    assert score(asked, answer="I cannot answer that.").status is Status.NOT_APPLICABLE
    assert score(asked, abstained=True).status is Status.NOT_APPLICABLE
    assert score(asked, input=" ").code == "blank_question"
    assert asked.asked == []


@pytest.mark.parametrize("questions", [0, 21, 1.5, True, "3"])
def test_a_wrong_number_of_questions_is_refused(questions: Any) -> None:
    """A whole number from 1 to 20."""
    with pytest.raises(ConfigurationError, match="questions"):
        AnswerRelevancy(questions=questions)
