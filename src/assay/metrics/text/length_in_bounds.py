"""Whether the answer's length lies in bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.base import Metric
from assay.metrics.text.length import check_unit, length_of
from assay.metrics.text.reference import as_text, holds
from assay.records import MetricResult


@dataclass(frozen=True, kw_only=True)
class LengthInBounds(Metric):
    """Whether the answer's length lies in bounds, both included: 1 or 0, higher is better.

    `of` is words (default), characters or sentences, counted as in `length`; `minimum` (default 1: not blank) and
    `maximum` (default none) are the bounds. Input: `answer`. A blank answer has length 0. Invalid: a value that is not
    text.

    Source: counting; see `length`.

    >>> LengthInBounds(maximum=3).score(answer="It takes 30 days.").reason
    '4 words; bounds 1 to 3'
    """

    name: ClassVar[str] = "length_in_bounds"

    of: str = "words"
    minimum: int = 1
    maximum: int | None = None

    def __post_init__(self) -> None:
        check_unit(self.name, self.of)
        for field in ("minimum", "maximum"):
            value = getattr(self, field)
            if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
                raise ConfigurationError(f"length_in_bounds: {field} must be a whole number from 0, got {value!r}")
        if self.maximum is not None and self.maximum < self.minimum:
            raise ConfigurationError(f"length_in_bounds: maximum {self.maximum} is below minimum {self.minimum}")

    def measure(self, answer: Any) -> MetricResult:
        """Count and compare."""
        count = length_of(as_text(answer, "answer"), self.of)
        inside = self.minimum <= count and (self.maximum is None or count <= self.maximum)
        bounds = f"{self.minimum} to {'any' if self.maximum is None else self.maximum}"
        return holds(inside, f"{count} {self.of}; bounds {bounds}", details={"length": count})
