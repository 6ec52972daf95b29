"""Run-level numbers. An aggregate without its counts cannot be built."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from assay.errors import InvalidRowError
from assay.records.frozen import EMPTY
from assay.records.record import Record, require_finite
from assay.records.words import Status


class Tally(Record, frozen=True):
    """How many scores had each status."""

    scored: int = 0
    not_applicable: int = 0
    invalid: int = 0
    error: int = 0

    @property
    def total(self) -> int:
        """All scores seen."""
        return self.scored + self.not_applicable + self.invalid + self.error

    def plus(self, status: Status) -> Tally:
        """A tally with one more score of `status`."""
        return self.replace(**{status.value: getattr(self, status.value) + 1})

    def __str__(self) -> str:
        return f"{self.scored} scored, {self.not_applicable} n/a, {self.invalid} invalid, {self.error} error"


class Aggregate(Record, frozen=True):
    """A number over the rows of a run, with the counts behind it; `value` None means undefined, and `reason` says why.

    `fraction` is the exact value as `numerator/denominator` text where it is rational.
    """

    metric: str
    statistic: str
    tally: Tally
    value: float | None = None
    fraction: str | None = None
    reason: str = ""
    details: dict[str, Any] = EMPTY

    def __post_init__(self) -> None:
        require_finite("value", self.value)
        self._freeze("details")
        if self.value is None and not self.reason:
            raise InvalidRowError("an undefined aggregate needs a reason", code="no_reason")

    @classmethod
    def of_number(
        cls, *, metric: str, statistic: str, tally: Tally, number: Fraction | None, reason: str = "", **details: Any
    ) -> Aggregate:
        """An aggregate of an exact number; None is undefined and needs the reason.

        A number too long to write as a fraction is kept as a float only.
        """
        short = number is not None and number.denominator.bit_length() <= _MAX_BITS
        return cls(
            metric=metric,
            statistic=statistic,
            tally=tally,
            value=None if number is None else float(number),
            fraction=str(number) if short else None,
            reason=reason,
            details=details,
        )

    @property
    def defined(self) -> bool:
        """Whether the number has a value."""
        return self.value is not None

    @property
    def number(self) -> Fraction | None:
        """The exact value for comparisons."""
        if self.fraction is not None:
            return Fraction(self.fraction)
        return None if self.value is None else Fraction(repr(self.value))


_MAX_BITS = 2048
