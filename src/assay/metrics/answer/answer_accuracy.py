"""How far the answer agrees with the reference, by two ratings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.answer.answer_accuracy_prompt import ACCURACY, EQUIVALENCE
from assay.metrics.dual_rating import mean_rating
from assay.metrics.inquiry import Inquiry
from assay.metrics.judged_answer import JudgedAnswer
from assay.metrics.stated import require_reference, stated_question
from assay.metrics.unanswered import unanswered
from assay.records import MetricResult
from assay.records.prompt import Prompt
from assay.records.protocols import Judge


@dataclass(frozen=True)
class AnswerAccuracy(JudgedAnswer):
    """How far the answer agrees with the reference: mean of two ratings, 0 not at all, 1 in part, 2 in full, halved.

    The second wording treats the two texts alike and shows the answer first, so that neither the word "reference" nor
    the order decides. Cheaper and coarser than `answer_correctness`.

    Inputs: `input` and `reference` of the case, `answer` of the output. Values 0, 0.25, 0.5, 0.75, 1 (between them with
    several runs), higher is better. Not applicable: the case states no reference or must abstain, or the answer
    abstains. A blank answer is a true 0 without a call. Invalid: a blank question or reference. Error: either rating is
    missing; one never stands for both.

    Source: the dual-judge answer accuracy that NVIDIA contributed to the ragas library (there 0, 2 and 4, divided by
    4).

    >>> AnswerAccuracy().score(input="How long?", reference="30 days.", answer="", judge=None).value
    0.0
    """

    name: ClassVar[str] = "answer_accuracy"
    calls: ClassVar[str] = "2"

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Both wordings."""
        return (ACCURACY, EQUIVALENCE)

    async def measure(
        self,
        input: Any,  # noqa: A002 - the field's name
        reference: str,
        answer: str,
        *,
        judge: Judge,
        abstained: bool | None = None,
    ) -> MetricResult:
        """Rate twice."""
        question = stated_question(input)
        require_reference(reference)
        first = {"question": question, "reference": reference, "answer": answer}
        second = {"question": question, "one": answer, "other": reference}
        asked = [(ACCURACY, first), (EQUIVALENCE, second)]
        return unanswered(answer, abstained) or await mean_rating(Inquiry(judge), asked)
