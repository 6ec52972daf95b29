"""What citation recall and precision share: when they apply, and how statements are put to judge or grounder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assay.metrics.citation.cited_statements import Library, Statement, cited_statements
from assay.metrics.grounding.claim_metric import SENTENCES, GroundedClaims, JudgedClaims, asked
from assay.metrics.grounding.claims import CheckedClaim, ClaimSupport
from assay.metrics.grounding.claims_prompt import SUPPORT
from assay.metrics.unanswered import ABSTAINED, MARKERS, AnswerMetric, abstains
from assay.records import Case, Citation, Context, MetricResult, not_applicable
from assay.records.prompt import Prompt
from assay.records.protocols import Grounder, Judge
from assay.sync import all_of
from assay.text import is_blank

Wish = tuple[str, tuple[str, ...]]
"""A claim, and the passages that are to support it together."""


@dataclass(frozen=True, slots=True)
class CitedAnswer:
    """An answer ready to be checked."""

    statements: tuple[Statement, ...]
    library: Library
    support: ClaimSupport
    question: str | None = None

    async def joint(self) -> tuple[CheckedClaim, ...]:
        """Each statement against all that it cites, taken together."""
        return await self.entailed([(one.text, self.library.texts(one.cited)) for one in self.statements])

    async def entailed(self, wishes: Sequence[Wish]) -> tuple[CheckedClaim, ...]:
        """One result for each wish, in order; claims with the same passages share a question."""
        groups: dict[tuple[str, ...], list[str]] = {}
        for claim, passages in wishes:
            group = groups.setdefault(passages, [])
            if claim not in group:
                group.append(claim)
        found = await all_of(
            self.support.check(claims, passages, question=self.question) for passages, claims in groups.items()
        )
        table = {(one.text, passages): one for passages, checked in zip(groups, found, strict=True) for one in checked}
        return tuple(table[wish] for wish in wishes)


@dataclass(frozen=True)
class CitationMetric(AnswerMetric):
    """Base: not applicable where the case must abstain or need not cite."""

    def applies(self, case: Case) -> str | None:
        """Not where the case says that the answer need not cite."""
        if case.must_cite is False:
            return "the case says that the answer need not cite (must_cite: false)"
        return super().applies(case)

    async def count(self, cited: CitedAnswer) -> MetricResult:
        """The value for an answer that has statements."""
        raise TypeError(f"{type(self).__name__} does not define count()")


@dataclass(frozen=True)
class JudgedCitations(CitationMetric, JudgedClaims):
    """Asks a judge whether cited passages support a statement."""

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Support; the statements are the answer's sentences."""
        return (SUPPORT,)

    @property
    def definition(self) -> tuple[str, ...]:
        """The prompt, the splitter and the abstention markers."""
        return (SUPPORT.tag, SENTENCES, MARKERS)

    async def measure(
        self,
        answer: str,
        contexts: Sequence[Context],
        *,
        judge: Judge,
        citations: Sequence[Citation] | None = None,
        input: Any = None,  # noqa: A002 - the field's name
        abstained: bool | None = None,
    ) -> MetricResult:
        """Put the statements before a judge."""
        cited = ready(self.support(judge), answer, contexts, citations, question=asked(input), abstained=abstained)
        return cited if isinstance(cited, MetricResult) else await self.count(cited)


@dataclass(frozen=True)
class GroundedCitations(CitationMetric, GroundedClaims):
    """Asks an offline grounder whether cited passages support a statement."""

    @property
    def definition(self) -> tuple[str, ...]:
        """The splitter and the abstention markers."""
        return (SENTENCES, MARKERS)

    async def measure(
        self,
        answer: str,
        contexts: Sequence[Context],
        *,
        grounder: Grounder,
        citations: Sequence[Citation] | None = None,
        abstained: bool | None = None,
    ) -> MetricResult:
        """Put the statements before a grounder."""
        cited = ready(self.support(grounder), answer, contexts, citations, abstained=abstained)
        return cited if isinstance(cited, MetricResult) else await self.count(cited)


def ready(
    support: ClaimSupport,
    answer: str,
    contexts: Sequence[Context],
    citations: Sequence[Citation] | None,
    *,
    abstained: bool | None,
    question: str | None = None,
) -> CitedAnswer | MetricResult:
    """The answer's statements, or why there is nothing to check.

    Raises:
        InvalidRowError: nobody can tell what the answer cites, or a citation has a blank id.
    """
    if abstains(answer, abstained):
        return not_applicable(ABSTAINED, code="abstained")
    if is_blank(answer):
        return not_applicable("the answer is blank; another check judges that", code="blank_answer")
    library = Library(contexts)
    statements = cited_statements(answer, citations, library)
    if not statements:
        return not_applicable("the answer has no statement", code="no_claims")
    return CitedAnswer(statements, library, support, question)
