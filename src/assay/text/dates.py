"""Dates in a text: days, months and years, in ISO form or written out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

_MONTHS = (
    "january jan januar janvier janv enero gennaio janeiro januari",
    "february feb februar février févr febrero febbraio fevereiro februari",
    "march mar märz mars marzo março maart",
    "april apr avril abril aprile",
    "may mai mayo maggio maio mei",
    "june jun juni juin junio giugno junho",
    "july jul juli juillet julio luglio julho",
    "august aug août agosto augustus",
    "september sep sept septembre septiembre settembre setembro",
    "october oct oktober octobre octubre ottobre outubro",
    "november nov novembre noviembre novembro",
    "december dec dezember décembre diciembre dicembre dezembro",
)
_YEAR = r"(?:1[0-9]|20)\d\d"


@dataclass(frozen=True, slots=True)
class Date:
    """A date as far as it is stated; what is not stated is None."""

    text: str
    year: int | None = None
    month: int | None = None
    day: int | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The parts that are stated."""
        return tuple(part for part in (self.year, self.month, self.day) if part is not None)

    def covers(self, other: Date) -> bool:
        """Whether this date states everything that `other` states, and the same."""
        return all(theirs is None or theirs == ours for ours, theirs in self._pairs(other))

    def rivals(self, other: Date) -> bool:
        """Whether both are stated to the same precision and differ."""
        pairs = self._pairs(other)
        return all((ours is None) == (theirs is None) for ours, theirs in pairs) and not self.covers(other)

    def states(self, value: Decimal) -> bool:
        """Whether a number is the year or the day of this date."""
        return value in (self.year, self.day)

    def _pairs(self, other: Date) -> list[tuple[int | None, int | None]]:
        return [(self.year, other.year), (self.month, other.month), (self.day, other.day)]


def dates(text: str) -> list[Date]:
    """The dates of a text in order: `2026-11-01`, `1 November 2026`, `November 1st, 2026`, `November 2026`, and bare years.

    Months are known in English, German, French, Spanish, Italian, Portuguese and Dutch. A bare year is a number from 1000 to 2099
    that stands alone, without a unit and without separators. Of numeric forms only ISO 8601 is read, since `1/2/2026` is two
    dates.

    >>> [(found.year, found.month, found.day) for found in dates("From 2026-11-01, or 3. Mai 2027, to May 2028 and 2030.")]
    [(2026, 11, 1), (2027, 5, 3), (2028, 5, None), (2030, None, None)]
    """
    pattern = _pattern()
    return [_date(match) for match in pattern.finditer(text)]


@cache
def _pattern() -> re.Pattern[str]:
    month = "|".join(sorted(_numbers(), key=len, reverse=True))
    of = r"(?:de\s+|of\s+)?"
    day = r"(?:0?[1-9]|[12]\d|3[01])"
    return re.compile(
        rf"\b(?P<iso_year>{_YEAR})-(?P<iso_month>0[1-9]|1[0-2])-(?P<iso_day>0[1-9]|[12]\d|3[01])\b"
        rf"|\b(?P<day>{day})(?:st|nd|rd|th|\.|º)?\s+{of}(?P<month>{month})\b\.?(?:,?\s+{of}(?P<year>{_YEAR}))?\b"
        rf"|\b(?P<us_month>{month})\.?\s+(?P<us_day>{day})(?:st|nd|rd|th)?(?:\s*,?\s+(?P<us_year>{_YEAR}))?\b(?![.,]?\d)"
        rf"|\b(?P<my_month>{month})\.?,?\s+{of}(?P<my_year>{_YEAR})\b"
        rf"|(?<![\w.,$€£¥\-])(?P<lone_year>{_YEAR})(?![\w%€£¥]|[.,]\d|\s?(?:%|€))",
        re.IGNORECASE,
    )


@cache
def _numbers() -> dict[str, int]:
    return {name: number for number, listed in enumerate(_MONTHS, start=1) for name in listed.split()}


def _date(match: re.Match[str]) -> Date:
    def part(*names: str) -> str | None:
        return next((match[name] for name in names if match[name]), None)

    year = part("iso_year", "year", "us_year", "my_year", "lone_year")
    day = part("iso_day", "day", "us_day")
    name = part("month", "us_month", "my_month")
    month = match["iso_month"] or (name and _numbers()[name.lower()])
    return Date(match[0], int(year) if year else None, int(month) if month else None, int(day) if day else None)
