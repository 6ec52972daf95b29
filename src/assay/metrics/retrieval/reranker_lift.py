"""How much reranking changed a retrieval measure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.base import Metric
from assay.metrics.registry import Registry
from assay.metrics.retrieval.ranking import RetrievalMetric
from assay.records import Case, MetricResult, Range, exact


@dataclass(frozen=True, kw_only=True)
class RerankerLift(Metric):
    """How much reranking changed a retrieval measure: its value after minus its value before, on the same row.

    Inputs: `retrieved_ids_before` and `retrieved_ids` (from the target, best first) and the judgements that the measure
    `of` reads. Range -1 to 1, higher is better, 0 is no change. Because both sides are measured on one row, the rows
    are paired differences: a run's mean and interval are those of the paired comparison. `details` holds both values.

    Not applicable and invalid: as the measure `of`, which must be a metric of this family.

    Source: paired comparison of rankings, e.g. Smucker, Allan, Carterette, A comparison of statistical significance
    tests for information retrieval evaluation, CIKM 2007.

    >>> lift = RerankerLift(of="RR")
    >>> lift.score(retrieved_ids_before=["x", "a"], retrieved_ids=["a", "x"], expected_context_ids=["a"]).value
    0.5
    """

    name: ClassVar[str] = "reranker_lift"
    domain: ClassVar[Range] = Range(low=-1, high=1)

    of: str = "nDCG@10"

    def __post_init__(self) -> None:
        _measure(self.of)

    def measure(
        self,
        retrieved_ids_before: Any,
        retrieved_ids: Any,
        relevance: Any = None,
        expected_context_ids: Any = None,
    ) -> MetricResult:
        """Measure both rankings and subtract."""
        metric = _measure(self.of)
        before = metric.measure(retrieved_ids_before, relevance, expected_context_ids)
        after = metric.measure(retrieved_ids, relevance, expected_context_ids)
        for result in (before, after):
            if result.value is None:
                return result
        difference = exact(after.ratio or after.value) - exact(before.ratio or before.value)
        return MetricResult(
            value=float(difference),
            reason=f"{self.of}: before={before.value:.4f}; after={after.value:.4f}",
            items=after.items,
            details={"before": before.value, "after": after.value},
        )

    def applies(self, case: Case) -> str | None:
        """As the measure `of`."""
        return _measure(self.of).applies(case)


@cache
def _measure(text: str) -> RetrievalMetric:
    metric = Registry.built_in().parse(text)
    if not isinstance(metric, RetrievalMetric):
        raise ConfigurationError(f"reranker_lift: {text!r} is not a retrieval measure", hint="write nDCG@10 or RR, say")
    return metric
