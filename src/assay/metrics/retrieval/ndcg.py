"""Graded gain of the ranking, discounted by rank, against the best possible ranking."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from assay.errors import ConfigurationError, InvalidRowError
from assay.metrics.retrieval.ranking import Judgements, Ranked, RetrievalMetric, check_cutoff, passage
from assay.records import MetricResult

GAINS = ("linear", "exponential")
LARGEST_EXPONENT = 1000


@dataclass(frozen=True, kw_only=True)
class NDCG(RetrievalMetric):
    """Graded gain of the ranking, discounted by rank, against the best possible ranking: DCG / ideal DCG.

    DCG = Σ g_i / log2(i + 1) over the first k positions. `gain=linear` takes the grade itself (trec_eval);
    `exponential` takes 2^grade - 1. The ideal ranking orders *all* judged documents, not only those retrieved. Grades
    below 0 gain nothing. Range 0 to 1, higher is better; a best possible ranking is exactly 1. Inputs, duplicates, not
    applicable and invalid: see `RetrievalMetric`; a grade above 1000 is invalid under exponential gain.

    Source: Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques, TOIS 20(4), 2002; Burges et al.,
    Learning to rank using gradient descent, ICML 2005, for the exponential gain; `nDCG@k` of ir-measures.

    >>> NDCG(cutoff=10).score(retrieved_ids=["b", "a"], relevance={"a": 3, "b": 1}).value
    0.7967075809905066
    """

    name: ClassVar[str] = "nDCG"

    gain: str = "linear"
    cutoff: int | None = None

    def __post_init__(self) -> None:
        check_cutoff(self.name, self.cutoff)
        if self.gain not in GAINS:
            raise ConfigurationError(f"nDCG: gain must be one of {', '.join(GAINS)}, got {self.gain!r}")

    def compute(self, ranking: Ranked, judgements: Judgements) -> MetricResult:
        """Discount the gains of the ranking and of the ideal one alike, and divide."""
        gains = {name: self._gain(name, grade) for name, grade in judgements.grades.items()}
        top = ranking.top(self.cutoff)
        reached = _discounted(gains.get(name or "", 0.0) for name in top.ids)
        ideal = _discounted(sorted(gains.values(), reverse=True)[: self.cutoff])
        # The logarithms are rounded: two orders of nearly equal grades may differ in the last bit.
        value = min(reached / ideal, 1.0)
        return MetricResult(
            value=value,
            reason=f"dcg={reached:.4f}; ideal={ideal:.4f}; gain={self.gain}{ranking.note()}",
            items=tuple(
                passage(
                    name,
                    judgements,
                    relevant=gains.get(name, 0.0) > 0,
                    details={"rank": rank, "gain": gains.get(name, 0.0)},
                )
                for rank, name in top.places()
            ),
            details={"dcg": reached, "ideal_dcg": ideal},
        )

    def _gain(self, name: str, grade: float) -> float:
        if grade <= 0 or self.gain == "linear":
            return max(grade, 0.0)
        if grade > LARGEST_EXPONENT:
            raise InvalidRowError(f"relevance[{name!r}] is {grade}, too large for exponential gain", code="grade_size")
        return float(2.0**grade - 1.0)


def _discounted(gains: Iterable[float]) -> float:
    return math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))
