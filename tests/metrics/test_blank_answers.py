"""An answer in which a reader sees nothing is blank for every metric, and no judge is asked about it."""

from __future__ import annotations

import asyncio
import inspect

import pytest

from assay.judge import make_function_judge
from assay.metrics import Registry
from assay.records import Case, Claim, Context, Output, Sample, Score, Status
from assay.text import is_blank

REGISTRY = Registry.built_in()
INVISIBLE = ["\u200b", "\u2060", "\ufeff", "\xad", "\u200e", "\u200f", "⠀", "ㅤ", "\x00", "́"]
LEVELS = {str(level): f"level {level}" for level in range(1, 6)}
CASE = Case(
    id="1",
    input="How do refunds work?",
    reference="Refunds take 30 days.",
    required_claims=(Claim(id="a", text="Refunds take 30 days."),),
    must_cite=True,
    extra={"rubrics": LEVELS, "nuggets": [{"text": "A fact.", "importance": "vital"}]},
)
JUDGED = {
    "faithfulness": 0,
    "factual_correctness": 0,
    "answer_accuracy": 0,
    "nugget_score": 0,
    "truthfulness": 0,
    "criteria": 1,
    "rubric": 1,
    "rubric[reference]": 1,
    "g_eval": 1,
    "rubric[case]": 1,
    "aspect_critic": "fail",
    "aspect_critic(aspect=toxicity)": "pass",
    'aspect_critic(question="Is it rude?")': "fail",
}


def scored(text: str, answer: str) -> Score:
    """The score of an answer, where a question to the judge is a failure."""

    def never(*args: object, **inputs: object) -> object:
        pytest.fail("the judge was asked about a blank answer")

    sample = Sample(
        case=CASE, output=Output(answer=answer, contexts=(Context(id="d", text="Refunds take 30 days."),), citations=())
    )
    outcome = REGISTRY.parse(text).evaluate(sample, {"judge": make_function_judge(never)})

    async def wait() -> Score:
        return await outcome if inspect.isawaitable(outcome) else outcome

    return asyncio.run(wait())


@pytest.mark.parametrize("answer", INVISIBLE, ids=ascii)
def test_what_is_blank(answer: str) -> None:
    """Zero-width, bidirectional, filler, control and empty Braille characters and a lone mark; also among each other."""
    assert is_blank(answer)
    assert is_blank(f" {answer}\n{answer}\u200b")
    assert not is_blank(f"{answer}0")
    assert not is_blank(f"a{answer}")


def test_what_is_not_blank() -> None:
    """A sign, an emoji, a private or unassigned letter, a Braille letter."""
    assert not any(map(is_blank, ("0", "\N{CHECK MARK}", "\U0001f44d\ufe0f", "\ue000", "\u2801", "-")))


@pytest.mark.parametrize("answer", ["", " \n", *INVISIBLE], ids=ascii)
@pytest.mark.parametrize(("text", "value"), JUDGED.items(), ids=str)
def test_no_judge_is_asked(text: str, value: object, answer: str) -> None:
    """The lowest value without a call; a question about it is answered no."""
    score = scored(text, answer)
    assert (score.status, score.value) == (Status.SCORED, value), score.reason
    assert not score.calls


@pytest.mark.parametrize("answer", INVISIBLE, ids=ascii)
@pytest.mark.parametrize("text", ["exact_match", "token_f1", "citation_recall"])
def test_other_metrics(text: str, answer: str) -> None:
    """An invisible answer is as bad as an empty one."""
    assert scored(text, answer).value == scored(text, "").value


@pytest.mark.parametrize("reference", INVISIBLE, ids=ascii)
def test_an_invisible_reference_is_blank(reference: str) -> None:
    """Nothing to compare with, even where the answer is the same nothing."""
    assert REGISTRY.parse("exact_match").score(answer=reference, reference=reference).code == "blank_reference"
