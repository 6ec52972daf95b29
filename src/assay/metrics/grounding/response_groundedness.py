"""How far the retrieved contexts support the answer as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.dual_rating import mean_rating
from assay.metrics.grounding.evidence import NOTHING_RETRIEVED, Passages
from assay.metrics.grounding.response_groundedness_prompt import GROUNDEDNESS, VERIFIABILITY
from assay.metrics.inquiry import Inquiry
from assay.metrics.judged_answer import JudgedAnswer
from assay.metrics.unanswered import nothing, unanswered
from assay.records import Context, MetricResult
from assay.records.prompt import Prompt
from assay.records.protocols import Judge


@dataclass(frozen=True)
class ResponseGroundedness(JudgedAnswer):
    """How far the retrieved contexts support the answer as a whole: mean of two ratings, 0 none, 1 in part, 2 in full, halved.

    Cheaper and coarser than `faithfulness`, which counts claims and shows quotations. The judge is always asked, also
    where the answer stands word for word in a context: a passage can be quoted out of its sense.

    Inputs: `answer` and `contexts` of the output. Values 0, 0.25, 0.5, 0.75, 1 (between them with several runs), higher
    is better. Not applicable: the case must abstain, or the answer abstains. A blank answer, and nothing retrieved, are
    a true 0 without a call. Error: either rating is missing.

    Source: the dual-judge response groundedness that NVIDIA contributed to the ragas library.

    >>> ResponseGroundedness().score(answer="30 days.", contexts=[], judge=None).reason
    'nothing was retrieved'
    """

    name: ClassVar[str] = "response_groundedness"
    calls: ClassVar[str] = "2"

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Both wordings."""
        return (GROUNDEDNESS, VERIFIABILITY)

    async def measure(
        self, answer: str, contexts: Sequence[Context], *, judge: Judge, abstained: bool | None = None
    ) -> MetricResult:
        """Rate twice."""
        if early := unanswered(answer, abstained):
            return early
        passages = list(Passages.of(contexts).texts)
        if not passages:
            return nothing("answer", NOTHING_RETRIEVED)
        shown = {"passages": passages, "answer": answer}
        return await mean_rating(Inquiry(judge), [(prompt, shown) for prompt in (GROUNDEDNESS, VERIFIABILITY)])
