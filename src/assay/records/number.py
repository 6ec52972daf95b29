"""Numbers that can be compared exactly and printed honestly.

A ratio keeps its numerator and denominator. A float stands for its shortest decimal (`repr`), so 0.3 meets 0.3 and
0.7999999999 does not meet 0.8. Thresholds are decimals. Comparison is done on `fractions.Fraction`: no epsilon, no rounding.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from assay.errors import InvalidRowError
from assay.records.record import Record, require_finite

Number = int | float


class Ratio(Record, frozen=True):
    """`numerator / denominator`, kept as counted: 2 of 4 is not rewritten as 1 of 2."""

    numerator: int
    denominator: int

    def __post_init__(self) -> None:
        if self.denominator <= 0:
            raise InvalidRowError(
                f"a ratio needs a positive denominator, got {self.denominator}", code="empty_denominator"
            )

    @property
    def exact(self) -> Fraction:
        """The value as a reduced fraction."""
        return Fraction(self.numerator, self.denominator)

    def __float__(self) -> float:
        return self.numerator / self.denominator

    def __str__(self) -> str:
        return f"{self.numerator}/{self.denominator}"


Numeric = Number | Decimal | Fraction | Ratio


def exact(value: Numeric) -> Fraction:
    """The value as an exact fraction; a float is read through its shortest decimal.

    Raises:
        InvalidRowError: NaN, infinity or a bool.
    """
    if isinstance(value, Ratio):
        return value.exact
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise InvalidRowError(f"expected a finite number, got {value}", code="not_finite")
        return Fraction(value)
    if isinstance(value, float):
        require_finite("value", value)
        return Fraction(repr(value))
    require_finite("value", value if isinstance(value, int) else None)
    return Fraction(value)


def to_decimal(text: str) -> Decimal:
    """Read a threshold.

    Raises:
        InvalidRowError: not a decimal number, or not finite.
    """
    try:
        value = Decimal(text)
    except ArithmeticError:
        raise InvalidRowError(f"{text!r} is not a decimal number", code="not_a_number") from None
    if not value.is_finite():
        raise InvalidRowError(f"{text!r} is not finite", code="not_finite")
    return value


def show(value: Numeric, *, beside: Numeric | None = None, digits: int = 3) -> str:
    """Print a number with at least `digits` decimals, and enough of them to tell it from `beside`.

    >>> show(0.7999999999, beside=Decimal("0.8"))
    '0.7999999999'
    >>> show(2 / 3)
    '0.667'
    """
    mine = exact(value)
    if beside is None or mine == exact(beside):
        return _fixed(mine, digits)
    other = exact(beside)
    for places in range(digits, 41):
        text = _fixed(mine, places)
        if Fraction(text) != other and text != _fixed(other, places):
            return text
    return str(mine)


def _fixed(value: Fraction, places: int) -> str:
    scaled = round(value * 10**places)
    sign = "-" if scaled < 0 else ""
    whole, part = divmod(abs(scaled), 10**places)
    return f"{sign}{whole}.{part:0{places}d}" if places else f"{sign}{whole}"
