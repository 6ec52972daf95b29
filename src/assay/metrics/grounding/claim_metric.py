"""What claim metrics share: one base for those that ask a judge, one for those that use an offline grounder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.grounding.claims import GrounderSupport, JudgeSupport
from assay.metrics.grounding.claims_prompt import STATEMENTS, SUPPORT
from assay.metrics.judged_answer import JudgedAnswer
from assay.metrics.stated import question_text
from assay.metrics.unanswered import MARKERS, AnswerMetric
from assay.records import MetricResult, not_applicable
from assay.records.prompt import Prompt
from assay.records.protocols import Grounder, Judge

CLAUSES, SENTENCES = "claims:clauses", "claims:sentences"
"""For `Metric.definition`: the claims are clauses, or sentences, that our rules find."""

NO_CLAIMS = "the answer states nothing that could be checked"


@dataclass(frozen=True)
class JudgedClaims(JudgedAnswer):
    """Base of claim metrics that ask a judge; not applicable where the case must abstain.

    `strict_quotes` (on): a "supported" counts only where the judge's quotation stands in the passages.
    """

    strict_quotes: bool = True

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Statements, and support."""
        return (STATEMENTS, SUPPORT)

    def support(self, judge: Judge) -> JudgeSupport:
        """What splits and checks claims for one score."""
        return JudgeSupport(judge, strict_quotes=self.strict_quotes)


@dataclass(frozen=True)
class GroundedClaims(AnswerMetric):
    """Base of claim metrics of clauses, decided by an offline grounder; not applicable where the case must abstain."""

    variant: ClassVar[str] = "grounding"
    method: ClassVar[str] = "grounding"

    @property
    def definition(self) -> tuple[str, ...]:
        """The splitter and the abstention markers."""
        return (CLAUSES, MARKERS)

    def support(self, grounder: Grounder) -> GrounderSupport:
        """What splits and checks claims for one score."""
        return GrounderSupport(grounder)


def asked(question: object) -> str | None:
    """The question's text, where a case states one."""
    return (question_text(question) or None) if question else None


def no_reference_claims() -> MetricResult:
    """The result for a reference without claims."""
    return not_applicable("the reference states nothing that could be checked", code="no_reference_claims")


def no_claims() -> MetricResult:
    """The result for an answer without claims."""
    return not_applicable(NO_CLAIMS, code="no_claims")
