"""A sum of fractions that loses nothing and does not grow with the number of terms."""

from __future__ import annotations

from fractions import Fraction

MAX_DENOMINATORS = 256


class ExactSum:
    """Adds exact fractions one at a time; the mean is the exact mean.

    Numerators are summed apart for each denominator, which costs one integer addition a term. Above `MAX_DENOMINATORS` distinct
    denominators they are folded into one fraction.

    >>> total = ExactSum()
    >>> for value in (Fraction(1, 3), Fraction(2, 3), Fraction(1, 10)):
    ...     total.add(value)
    >>> total.count, total.mean
    (3, Fraction(11, 30))
    """

    __slots__ = ("_numerators", "count")

    def __init__(self) -> None:
        self.count = 0
        self._numerators: dict[int, int] = {}

    def add(self, value: Fraction) -> None:
        """Add one term."""
        self.count += 1
        numerators = self._numerators
        numerators[value.denominator] = numerators.get(value.denominator, 0) + value.numerator
        if len(numerators) > MAX_DENOMINATORS:
            total = self.total
            self._numerators = {total.denominator: total.numerator}

    @property
    def total(self) -> Fraction:
        """The exact sum; zero without terms."""
        return sum((Fraction(top, bottom) for bottom, top in self._numerators.items()), Fraction(0))

    @property
    def mean(self) -> Fraction | None:
        """The exact mean, or None without terms."""
        return self.total / self.count if self.count else None
