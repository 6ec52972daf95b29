"""How close the question that was asked is to the questions that the answer would answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.answer.answer_relevancy_prompt import EVASION, FURTHER, QUESTIONS, WAYS
from assay.metrics.inquiry import Inquiry
from assay.metrics.judged import cannot_tell
from assay.metrics.judged_answer import JudgedAnswer
from assay.metrics.parameters import require_whole
from assay.metrics.stated import stated_question
from assay.metrics.unanswered import nothing, unanswered
from assay.records import Item, MetricResult, Range
from assay.records.prompt import Prompt
from assay.records.protocols import Embedder, Judge
from assay.records.score import recompute
from assay.text import LOOSE
from assay.text.vectors import cosine


@dataclass(frozen=True)
class AnswerRelevancy(JudgedAnswer):
    """How close the question asked is to the questions that the answer would answer: mean cosine, 0 for an evasive answer.

    A judge that does not see the question writes `questions` (3) questions to which the answer would be the answer,
    each in a way of its own, in one call. The value is the mean cosine between their embeddings and the question's. An
    answer that the judge finds evasive scores 0. It says nothing about whether the answer is right.

    Inputs: `input` of the case (of a conversation the last message of the user), `answer` of the output. Range -1 to 1,
    higher is better; negative values are kept. Values depend on the embedding model, whose name is part of the score's
    method.

    Not applicable: the case must abstain, or the answer abstains (flag or markers). A blank answer is a true 0.
    Invalid: a blank question. Error: the judge cannot tell whether the answer is evasive.

    Source: S. Es et al., "RAGAS: Automated Evaluation of Retrieval Augmented Generation", EACL 2024.

    >>> AnswerRelevancy(questions=0)
    Traceback (most recent call last):
    ...
    assay.errors.ConfigurationError: parameter questions must be a whole number from 1 to 20, got 0
    """

    name: ClassVar[str] = "answer_relevancy"
    domain: ClassVar[Range] = Range(low=-1, high=1)
    calls: ClassVar[str] = "2 (1 where the answer is evasive)"

    questions: int = 3

    def __post_init__(self) -> None:
        require_whole("questions", self.questions, low=1, high=20)

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Evasion, and the questions."""
        return (EVASION, QUESTIONS)

    async def measure(
        self,
        input: Any,  # noqa: A002 - the field's name
        answer: str,
        *,
        judge: Judge,
        embedder: Embedder,
        abstained: bool | None = None,
    ) -> MetricResult:
        """Write questions and compare."""
        question = stated_question(input)
        return unanswered(answer, abstained) or await self._relevancy(question, answer, Inquiry(judge), embedder)

    async def _relevancy(self, question: str, answer: str, inquiry: Inquiry, embedder: Embedder) -> MetricResult:
        evasion = (await inquiry.ask(EVASION, answer=answer)).reply
        if evasion.verdict == "unknown":
            return inquiry.backed(cannot_tell(evasion.reason))
        if evasion.verdict == "evasive":
            return inquiry.backed(nothing("answer", f"the answer is evasive: {evasion.reason}"))
        ways = [*WAYS, *(FURTHER for _ in range(len(WAYS), self.questions))][: self.questions]
        written = [entry.question for entry in (await inquiry.ask(QUESTIONS, answer=answer, ways=ways)).reply.questions]
        vector, *others = await embedder.embed([question, *written])
        items = tuple(
            Item(kind="question", outcome="written", text=text, credit=cosine(vector, other))
            for text, other in zip(written, others, strict=True)
        )
        distinct = len({LOOSE(text) for text in written})
        return inquiry.backed(
            MetricResult(
                value=recompute(items),
                reason=f"mean cosine of {len(items)} questions ({distinct} distinct)",
                items=items,
            )
        )
