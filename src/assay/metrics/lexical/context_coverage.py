"""Share of the reference's words that the retrieved contexts hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.errors import InvalidRowError
from assay.metrics.lexical.overlap import (
    Evidence,
    LexicalMetric,
    coverage_result,
    credited,
    statements,
    tokens_of,
)
from assay.metrics.unanswered import MUST_ABSTAIN
from assay.records import Case, Context, MetricResult


@dataclass(frozen=True)
class ContextCoverage(LexicalMetric):
    """Share of the distinct content tokens of the reference, and of the reference contexts, that the retrieved contexts hold.

    Tokens of a sentence that the closest retrieved sentence contradicts (a word negated on one side only, other figures) are not
    found, unless another sentence has them too.

    Inputs: `reference`, `reference_contexts` (either or both) and `language` (`en`) of the case, `contexts` of the output. Range
    0 to 1, higher is better, a plain share. A proxy for retrieval: it sees words, not evidence. Not applicable where the case
    states neither reference nor reference contexts, or must abstain. No context retrieved is a true 0. Invalid: the reference
    has no words, or the target returned no `contexts` field.

    Source: the reference coverage heuristic of raggate (MIT), mended.

    >>> ContextCoverage().score(reference="Refunds take 30 days.", contexts=["A refund takes 30 days."]).reason
    'found=2; needed=4; missing=refunds take'
    """

    name: ClassVar[str] = "context_coverage"

    def applies(self, case: Case) -> str | None:
        """Needs a reference or reference contexts."""
        if case.must_abstain:
            return MUST_ABSTAIN
        if case.reference is None and case.reference_contexts is None:
            return "the case states neither reference nor reference_contexts"
        return None

    def measure(
        self,
        contexts: Sequence[Context],
        reference: str = "",
        reference_contexts: Sequence[str] = (),
        language: str = "en",
    ) -> MetricResult:
        """Count the reference's tokens in the contexts."""
        needed = [found for text in (reference, *reference_contexts) for found in statements(text, language)]
        if not needed:
            raise InvalidRowError("the reference and the reference contexts have no words", code="blank_reference")
        evidence = Evidence((context.text for context in contexts), language)
        return coverage_result(tokens_of(needed), credited(needed, evidence) & evidence.tokens)
