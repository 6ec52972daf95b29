"""Whether the contexts that match a reference context stand before those that do not."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from assay.metrics.retrieval.context_matching import ContextMatching, match_item
from assay.records import MetricResult


@dataclass(frozen=True, kw_only=True)
class ContextAveragePrecisionText(ContextMatching):
    """Whether the contexts that match a reference context stand before those that do not.

    The mean, over the matching contexts, of the precision at their rank; 0 when none matches. The denominator is what
    was *retrieved*: the value cannot see a missed passage and is no guard of recall, and one match at rank 1 before any
    number of others is 1. Range 0 to 1, higher is better. Parameters, inputs, not applicable and edge cases: see
    `ContextMatching`.

    Source: ragas, `NonLLMContextPrecisionWithReference`, without its epsilon: a perfect order is exactly 1.

    >>> metric = ContextAveragePrecisionText()
    >>> metric.score(contexts=["Lunch is at one.", "Refunds: 30 days"], reference_contexts=["Refunds: 30 days."]).value
    0.5
    """

    name: ClassVar[str] = "context_average_precision"
    variant: ClassVar[str] = "text"

    def compute(self, contexts: list[str], references: list[str]) -> MetricResult:
        """Average the precision at every matching rank."""
        matches = self.matches(contexts, references)
        hits = [rank for rank, match in enumerate(matches, 1) if match.enough]
        if not hits:
            return MetricResult(
                value=0.0, reason=f"matched=0; of={len(matches)}", items=tuple(map(match_item, matches))
            )
        gains = {rank: Fraction(count, rank) for count, rank in enumerate(hits, 1)}
        value = sum(gains.values(), Fraction(0)) / len(hits)
        return MetricResult(
            value=float(value),
            reason=f"matched={len(hits)}; of={len(matches)}; ranks={','.join(map(str, hits))}",
            items=tuple(
                match_item(match, credit=float(gains[rank]) if rank in gains else None)
                for rank, match in enumerate(matches, 1)
            ),
        )
