"""How seldom judged non-relevant documents stand above relevant ones."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from assay.metrics.retrieval.ranking import BinaryMetric, Judgements, Ranked, recovered, recovery_reason
from assay.records import MetricResult


@dataclass(frozen=True, kw_only=True)
class Bpref(BinaryMetric):
    """How seldom judged non-relevant documents stand above relevant ones; unjudged documents play no part.

    bpref = (1/R) · Σ over relevant documents found of (1 - min(n, R) / min(R, N)), with n the judged non-relevant
    documents above it, R and N the numbers of relevant and non-relevant judgements. With N = 0 each relevant document
    found counts 1. Range 0 to 1, higher is better. Not applicable also when only `expected_context_ids` are stated:
    nothing was judged non-relevant then. Inputs, duplicates and invalid: see `RetrievalMetric`.

    Source: Buckley and Voorhees, Retrieval evaluation with incomplete information, SIGIR 2004, in the form that
    trec_eval has computed since version 8.

    >>> Bpref().score(retrieved_ids=["x", "a", "?", "b"], relevance={"a": 1, "b": 1, "x": 0, "y": 0}).value
    0.5
    """

    name: ClassVar[str] = "bpref"

    def gap(self, judgements: Judgements) -> str | None:
        """Graded judgements are needed, with something relevant among them."""
        if not judgements.graded:
            return "expected_context_ids name relevant documents only; bpref needs relevance with the others judged"
        return super().gap(judgements)

    def compute(self, ranking: Ranked, judgements: Judgements) -> MetricResult:
        """Walk down the ranking and count the judged non-relevant documents passed."""
        relevant = judgements.at(self.relevant_at)
        wanted = set(relevant)
        bound = min(len(relevant), len(judgements.grades) - len(relevant))
        above = 0
        found: dict[str, Fraction] = {}
        for _, name in ranking.places():
            if name in wanted:
                found[name] = 1 - Fraction(min(above, len(relevant)), bound) if above else Fraction(1)
            elif name in judgements.grades:
                above += 1
        value = sum(found.values(), Fraction(0)) / len(relevant)
        return MetricResult(
            value=float(value),
            reason=recovery_reason(relevant, found, ranking),
            items=recovered(relevant, {name: float(credit) for name, credit in found.items()}),
        )
