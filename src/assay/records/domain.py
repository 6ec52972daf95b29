"""What values a metric can produce. A domain is not a threshold: 0.2 and 0.95 are both valid in [0, 1]."""

from __future__ import annotations

import math
from fractions import Fraction

from assay.errors import InvalidRowError
from assay.records.number import Number, exact
from assay.records.record import Record, require_finite

Value = float | int | str | tuple[str, ...]
"""What a scored metric holds: a number, a label, or a ranking."""


class Range(Record, frozen=True, tag="range"):
    """Numbers from `low` to `high`, both ends valid; None is open."""

    low: Number | None = 0
    high: Number | None = 1

    def __post_init__(self) -> None:
        require_finite("low", self.low)
        require_finite("high", self.high)
        if self.low is not None and self.high is not None and self.low > self.high:
            raise InvalidRowError(f"range is empty: low {self.low} is above high {self.high}", code="empty_range")

    def problem(self, value: object) -> str | None:
        """Why `value` is outside the domain, or None."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return f"expected a number in range {self}, got {type(value).__name__} {value!r}"
        if not self.contains_number(value):
            return f"expected value in range {self}, got {value!r}"
        return None

    def contains_number(self, value: Number | Fraction) -> bool:
        """Whether a number lies in the range; NaN and infinity never do."""
        if isinstance(value, float) and not math.isfinite(value):
            return False
        if isinstance(value, Fraction):
            return (self.low is None or exact(self.low) <= value) and (self.high is None or value <= exact(self.high))
        # Plain numbers are in the order of their shortest decimals: no fractions needed.
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)

    def __str__(self) -> str:
        low = "(-inf" if self.low is None else f"[{float(self.low)}"
        high = "inf)" if self.high is None else f"{float(self.high)}]"
        return f"{low}, {high}"


class Labels(Record, frozen=True, tag="labels"):
    """A closed set of labels; `passing` are those that hold."""

    allowed: tuple[str, ...] = ("pass", "fail")
    passing: tuple[str, ...] = ("pass",)

    def __post_init__(self) -> None:
        if not self.allowed or len(set(self.allowed)) != len(self.allowed):
            raise InvalidRowError(f"labels must be distinct and at least one, got {list(self.allowed)}", code="labels")

    def problem(self, value: object) -> str | None:
        """Why `value` is outside the domain, or None."""
        if not isinstance(value, str) or value not in self.allowed:
            return f"expected one of {list(self.allowed)}, got {value!r}"
        return None

    def __str__(self) -> str:
        return "{" + ", ".join(self.allowed) + "}"


class Ranking(Record, frozen=True, tag="ranking"):
    """An order of `length` distinct entries."""

    length: int = 2

    def problem(self, value: object) -> str | None:
        """Why `value` is outside the domain, or None."""
        if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
            return f"expected a list of {self.length} texts, got {value!r}"
        if len(value) != self.length:
            return f"expected a ranking of {self.length} entries, got {len(value)}"
        if len(set(value)) != len(value):
            return f"expected distinct entries, got {list(value)!r}"
        return None

    def __str__(self) -> str:
        return f"ranking of {self.length}"


Domain = Range | Labels | Ranking
