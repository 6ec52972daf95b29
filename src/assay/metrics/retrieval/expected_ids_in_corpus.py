"""Share of the expected documents that still exist in the corpus: detects corpus turnover."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.base import Metric
from assay.metrics.retrieval.ranking import (
    NO_JUDGEMENTS,
    Ranked,
    check_grade,
    read_ids,
    read_judgements,
    recovered,
    recovery_reason,
)
from assay.records import Case, MetricResult, not_applicable


@dataclass(frozen=True, kw_only=True)
class ExpectedIdsInCorpus(Metric):
    """Share of the expected documents that still exist in the corpus: |expected ∩ corpus| / |expected|.

    Detects corpus turnover: below 1, a low recall is the golden set's age and not the retriever's fault. Inputs, all
    from the case: `corpus_ids`, and `relevance` (ids with a grade of `relevant_at` or more) or `expected_context_ids`.
    Range 0 to 1, higher is better. The reason names the ids that are gone.

    Not applicable: no `corpus_ids`, nothing expected. Invalid: entries that are not ids, an empty `relevance`. An empty
    corpus is a true 0.

    Source: set recall; see Manning, Raghavan, Schütze, Introduction to Information Retrieval, ch. 8.

    >>> ExpectedIdsInCorpus().score(corpus_ids=["a", "b"], expected_context_ids=["a", "old"]).reason
    'found=1; relevant=2; missing=old'
    """

    name: ClassVar[str] = "expected_ids_in_corpus"

    relevant_at: float = 1

    def __post_init__(self) -> None:
        check_grade(self.name, self.relevant_at)

    def measure(self, corpus_ids: Any, relevance: Any = None, expected_context_ids: Any = None) -> MetricResult:
        """Look up every expected id in the corpus."""
        if relevance is None and expected_context_ids is None:
            return not_applicable(NO_JUDGEMENTS, code="case")
        expected = read_judgements(relevance, expected_context_ids).at(self.relevant_at)
        if not expected:
            return not_applicable("no document is expected")
        found = dict.fromkeys(read_ids(corpus_ids, "corpus_ids"), 1.0)
        return MetricResult.of_ratio(
            sum(name in found for name in expected),
            len(expected),
            reason=recovery_reason(expected, found, Ranked((), ())),
            items=recovered(expected, found),
        )

    def applies(self, case: Case) -> str | None:
        """The case must state the corpus and something that is expected."""
        if case.extra.get("relevance") is None and case.expected_context_ids is None:
            return NO_JUDGEMENTS
        return super().applies(case)
