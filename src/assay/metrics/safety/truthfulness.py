"""Being right, silent or wrong, from reviewers' grades."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.errors import InvalidRowError
from assay.metrics.base import Metric
from assay.records import MetricResult, Range

GRADES = {"correct": 1.0, "perfect": 1.0, "acceptable": 0.5, "missing": 0.0, "incorrect": -1.0}


@dataclass(frozen=True)
class TruthfulnessLabels(Metric):
    """Truthfulness from a reviewer's grade: correct or perfect 1, acceptable 0.5, missing 0, incorrect −1.

    The mean over a run is accuracy minus hallucination rate: silence costs nothing, invention costs as much as being
    right earns.

    Input: `truthfulness`, the grade, given with the output by whoever reviewed it. Range −1 to 1, higher is better.
    Invalid: no grade, or another word.

    Source: CRAG (Yang et al. 2024), three-way and four-way scoring.

    >>> TruthfulnessLabels().score(truthfulness="incorrect").value
    -1.0
    """

    name: ClassVar[str] = "truthfulness"
    variant: ClassVar[str] = "labels"
    method: ClassVar[str] = "human"
    domain: ClassVar[Range] = Range(low=-1, high=1)

    def measure(self, truthfulness: str) -> MetricResult:
        """Look the grade up."""
        if truthfulness not in GRADES:
            raise InvalidRowError(
                f"truthfulness must be one of {', '.join(GRADES)}, got {truthfulness!r}", code="grade"
            )
        return MetricResult(value=GRADES[truthfulness], reason=f"graded {truthfulness}")
