"""What the metrics share that compare an answer with a reference as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assay.errors import InvalidRowError
from assay.metrics.base import Metric
from assay.records import MetricResult
from assay.text import is_blank


@dataclass(frozen=True, kw_only=True)
class ReferenceMetric(Metric):
    """An answer compared with a reference as text. Base of such metrics; subclasses write `compute`.

    Inputs: `answer` (from the target) and `reference` (reviewed), both text: types are never mixed, so the number 5 is
    not the text `5`. A blank answer is taken as empty: it is valid evidence of a bad answer. Not applicable: no
    reference. Invalid: a blank reference, which says nothing to compare with; a value that is not text. Text of mixed
    scripts is compared as it is.
    """

    def measure(self, answer: Any, reference: Any) -> MetricResult:
        """Check both sides, then compute."""
        answer, reference = as_text(answer, "answer"), as_text(reference, "reference")
        if is_blank(reference):
            raise InvalidRowError("reference is blank", code="blank_reference")
        return self.compute("" if is_blank(answer) else answer, reference)

    def compute(self, answer: str, reference: str) -> MetricResult:
        """The result for two texts, of which the reference is not blank. Subclasses write it."""
        raise TypeError(f"{type(self).__name__} does not define compute()")


def as_text(value: object, field: str) -> str:
    """The value, when it is text.

    Raises:
        InvalidRowError: it is not; names the field and the type.
    """
    if not isinstance(value, str):
        raise InvalidRowError(f"{field} must be text, got {type(value).__name__}", code="not_text")
    return value


def holds(verdict: bool, reason: str, **rest: Any) -> MetricResult:
    """The result of a yes-or-no metric: 1 or 0."""
    return MetricResult.of_ratio(int(verdict), 1, reason=reason, **rest)
