"""What a summary keeps of its source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.answer.source import source_passages
from assay.metrics.answer.summarization_prompt import ANSWERS, QUESTIONS
from assay.metrics.answer.summary_conciseness import saved_characters
from assay.metrics.grounding.claims import distinct
from assay.metrics.inquiry import Inquiry
from assay.metrics.judged import JudgeMetric, unscored
from assay.metrics.unanswered import MARKERS, unanswered
from assay.records import Item, MetricResult, exact
from assay.records.prompt import Prompt
from assay.records.protocols import Judge
from assay.records.reply import BinaryVerdict

Answers = Mapping[str, BinaryVerdict]


@dataclass(frozen=True)
class Summarization(JudgeMetric):
    """Share of the questions that the source answers with yes, and the summary too: yes / questions.

    A judge writes questions about what matters in the source; a question that the source itself does not answer with yes is
    dropped and shown; the rest are answered from the summary alone, each exactly once.

    Parameter `conciseness_weight` (0): above 0 the value is (1 − w) · yes/questions + w · conciseness, the mixture that ragas
    reports at ½. Left at 0, length does not pay for content; read `summary_conciseness` beside it.

    Inputs: `reference_contexts` (the source, from the case) and `answer` (the summary). Range 0 to 1, higher is better.
    Three calls a row. `details` hold `kept` (yes / questions) and, with a weight, `conciseness`.

    Not applicable: the case states no source, or the answer abstains. A blank answer is a true 0. Invalid: the source is blank.
    Error: the judge wrote no question that the source answers with yes, or left one without a verdict.

    Source: the summary score of ragas; questions and answers as in A. Wang et al., "Asking and Answering Questions to
    Evaluate the Factual Consistency of Summaries" (QAGS), ACL 2020.
    """

    name: ClassVar[str] = "summarization"
    calls: ClassVar[str] = "3"

    conciseness_weight: float = 0.0

    def __post_init__(self) -> None:
        weight = self.conciseness_weight
        if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not 0 <= weight < 1:
            raise ConfigurationError(f"parameter conciseness_weight must lie from 0 to below 1, got {weight!r}")

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Questions, and answers."""
        return (QUESTIONS, ANSWERS)

    @property
    def definition(self) -> tuple[str, ...]:
        """The prompts and the abstention markers."""
        return (*super().definition, MARKERS)

    async def measure(
        self, reference_contexts: Sequence[str], answer: str, judge: Judge, *, abstained: bool | None = None
    ) -> MetricResult:
        """Write the questions, and answer them from the source and from the summary."""
        source = source_passages(reference_contexts).texts
        if (result := unanswered(answer, abstained)) is not None:
            return result
        inquiry = Inquiry(judge)
        written = distinct((await inquiry.ask(QUESTIONS, source=list(source))).reply.questions)
        known = await _answered(inquiry, "\n\n".join(source), written)
        questions = [question for question, given in known.items() if given.verdict == "yes"]
        if not questions:
            why = "the judge wrote no question that the source answers with yes"
            return inquiry.backed(unscored(why, code="no_questions"))
        result = self._kept(await _answered(inquiry, answer, questions))
        if self.conciseness_weight:
            result = self._mixed(result, *saved_characters(answer, source))
        dropped = (_item(text, given, "not in the source") for text, given in known.items() if given.verdict != "yes")
        return inquiry.backed(result.replace(items=(*result.items, *dropped)))

    def _kept(self, answers: Answers) -> MetricResult:
        """The share of the questions that the summary answers with yes."""
        yes = sum(given.verdict == "yes" for given in answers.values())
        items = tuple(
            _item(text, given, given.verdict).replace(credit=float(given.verdict == "yes"))
            for text, given in answers.items()
        )
        reason = f"kept={yes}; questions={len(answers)}"
        return MetricResult.of_ratio(
            yes, len(answers), reason=reason, items=items, details={"kept": yes / len(answers)}
        )

    def _mixed(self, kept: MetricResult, saved: int, whole: int) -> MetricResult:
        """(1 − w) · kept + w · conciseness, exactly; the questions share the weight 1 − w."""
        weight, questions = exact(self.conciseness_weight), len(kept.items)
        yes = sum(item.outcome == "yes" for item in kept.items)
        value = (1 - weight) * Fraction(yes, questions) + weight * Fraction(saved, whole)
        share = float((1 - weight) / questions)
        shorter = Item(kind="conciseness", outcome="saved", credit=saved / whole, weight=float(weight))
        return MetricResult(
            value=float(value),
            reason=f"{kept.reason}; conciseness={saved / whole:.4g}",
            items=(*(item.replace(weight=share) for item in kept.items), shorter),
            details={**kept.details, "conciseness": saved / whole},
        )


async def _answered(inquiry: Inquiry, text: str, questions: Sequence[str]) -> dict[str, BinaryVerdict]:
    verdict = await inquiry.ask(ANSWERS, text=text, questions=list(questions))
    return dict(zip(questions, verdict.reply.verdicts, strict=True))


def _item(question: str, given: BinaryVerdict, outcome: str) -> Item:
    return Item(kind="question", text=question, outcome=outcome, reason=given.reason)
