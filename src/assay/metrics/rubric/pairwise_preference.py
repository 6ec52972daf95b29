"""Which of two answers a judge prefers, asked in both orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import InvalidRowError
from assay.metrics.judged import JudgeMetric, require_text, summed
from assay.metrics.rubric.pairwise_preference_prompt import PreferenceReply, preference_prompt
from assay.records import Item, MetricResult
from assay.records.pairwise import PairVerdict, ask_both_orders
from assay.records.prompt import Prompt
from assay.records.protocols import Judge
from assay.records.score import as_details
from assay.text import is_blank

QUALITY = "The better answer is right, answers what was asked, and is clear."
_VALUES = {"answer_1": ("win", 1.0), "tie": ("tie", 0.5), "answer_2": ("loss", 0.0)}


@dataclass(frozen=True)
class PairwisePreference(JudgeMetric):
    """Whether a judge prefers the answer to another one: win 1, tie ½, loss 0, asked in both orders.

    A pair on which the two orders name different winners is a tie, so a judge that favours a place cannot decide one. Over a run
    the mean is the win rate with ties as halves; ½ says that neither system is preferred.

    Parameter: `criteria`, in words. Inputs: `answer`, and `other_answer` (stated with the case: another system's, or an earlier
    release's); shown beside them as far as given: `input` where it is text, and `reference`. Range 0 to 1, higher is better.
    Two calls a row. `details` keep for the study of bias: `consistent`, `first_slot` (in how many of the two orders the answer in
    first place won) and `words` of both answers (longer answers tend to be preferred). A judge favours its own model family:
    take one from another family than both systems.

    Not applicable: the case states no other answer. Invalid: one of the two is blank. Error: no usable verdict in an order.

    Source: Zheng et al., "Judging LLM-as-a-Judge with MT-Bench and Chatbot Arena", NeurIPS 2023, section 3.4.
    """

    name: ClassVar[str] = "pairwise_preference"
    calls: ClassVar[str] = "2"

    criteria: str = QUALITY

    def __post_init__(self) -> None:
        require_text("criteria", self.criteria)

    @property
    def prompts(self) -> tuple[Prompt[PreferenceReply]]:
        """The one prompt, which holds the criteria."""
        return (preference_prompt(self.criteria),)

    async def measure(
        self,
        answer: str,
        other_answer: str,
        judge: Judge,
        *,
        input: str | tuple[Any, ...] | None = None,  # noqa: A002 - the word of the vocabulary
        reference: str | None = None,
    ) -> MetricResult:
        """Ask in both orders."""
        for name, text in (("answer", answer), ("other_answer", other_answer)):
            if is_blank(text):
                raise InvalidRowError(f"{name} is blank: there is nothing to compare", code="blank_answer")
        pair = await ask_both_orders(
            judge,
            self.prompts[0],
            first=("answer_1", answer),
            second=("answer_2", other_answer),
            input=input if isinstance(input, str) else None,
            reference=reference,
        )
        outcome, value = _VALUES[pair.winner]
        agreed = "both orders agree" if pair.consistent else "the two orders name different winners"
        return MetricResult(
            value=value,
            reason=f"{outcome}: {agreed}; {pair.reasons[0]}",
            items=(Item(kind="pair", outcome=outcome, credit=value), *_orders(pair)),
            calls=pair.calls,
            details=as_details(
                {
                    "consistent": pair.consistent,
                    "first_slot": pair.first_slot,
                    "words": {"answer": len(answer.split()), "other_answer": len(other_answer.split())},
                    **summed(pair.details),
                }
            ),
        )


def _orders(pair: PairVerdict) -> tuple[Item, ...]:
    return tuple(
        Item(kind="order", outcome="asked", id=order, reason=reason)
        for order, reason in zip(("as given", "exchanged"), pair.reasons, strict=True)
    )
