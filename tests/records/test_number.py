"""Numbers compare exactly and print honestly."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from assay.errors import InvalidRowError
from assay.records import Ratio, exact, show
from assay.records.number import to_decimal


@pytest.mark.parametrize(
    ("value", "threshold", "meets"),
    [
        (Ratio(numerator=3, denominator=10), "0.3", True),
        (0.3, "0.3", True),
        (0.1 + 0.2, "0.3", True),
        (0.7999999999, "0.8", False),
        (0.749951, "0.75", False),
        (Ratio(numerator=1, denominator=3), "0.3333333333333333", True),
        (Ratio(numerator=1, denominator=3), "0.33333333333333334", False),
        (Ratio(numerator=2, denominator=3), "0.6667", False),
        (1, "1.0", True),
        (0, "0", True),
    ],
)
def test_comparison_is_exact(value: Any, threshold: str, meets: bool) -> None:
    """A float stands for its shortest decimal, a ratio for its counts, and nothing is rounded first."""
    assert (exact(value) >= exact(to_decimal(threshold))) is meets


@pytest.mark.parametrize(
    ("value", "beside", "text"),
    [
        (2 / 3, None, "0.667"),
        (0.7999999999, "0.8", "0.7999999999"),
        (0.7996, "0.8", "0.7996"),
        (0.749951, "0.75", "0.74995"),
        (0.75, "0.75", "0.750"),
        (0.7504, "0.75", "0.7504"),
        (0.5, "0.75", "0.500"),
        (1, None, "1.000"),
        (-0.25, None, "-0.250"),
        (Ratio(numerator=1, denominator=3), "0.333", "0.3333"),
        (1234.5, None, "1234.500"),
    ],
)
def test_a_printed_number_can_be_told_from_the_threshold(value: Any, beside: str | None, text: str) -> None:
    """Three decimals, and as many more as it takes."""
    assert show(value, beside=None if beside is None else Decimal(beside)) == text


@pytest.mark.parametrize("bad", [math.nan, math.inf, True, Decimal("NaN"), Decimal("Infinity")])
def test_what_is_no_number_is_refused(bad: Any) -> None:
    """NaN, infinity and booleans have no exact value."""
    with pytest.raises(InvalidRowError):
        exact(bad)


@pytest.mark.parametrize("text", ["", "abc", "NaN", "inf", "0,5", "1/2"])
def test_a_threshold_is_a_finite_decimal(text: str) -> None:
    """Anything else is refused."""
    with pytest.raises(InvalidRowError):
        to_decimal(text)


@pytest.mark.parametrize("denominator", [0, -1])
def test_a_ratio_needs_something_to_divide_by(denominator: int) -> None:
    """Nothing counted is not a ratio."""
    with pytest.raises(InvalidRowError, match="positive denominator"):
        Ratio(numerator=0, denominator=denominator)


def test_a_ratio_is_kept_as_counted() -> None:
    """2 of 4 stays 2 of 4, and equals one half when compared."""
    ratio = Ratio(numerator=2, denominator=4)
    assert (str(ratio), float(ratio), ratio.exact) == ("2/4", 0.5, Fraction(1, 2))


FLOATS = st.floats(-1e6, 1e6)


@given(FLOATS)
def test_a_float_is_its_shortest_decimal(value: float) -> None:
    """Reading the printed form gives the same exact number."""
    assert exact(value) == exact(Decimal(repr(value)))
    assert float(exact(value)) == value


@given(FLOATS, FLOATS)
def test_order_is_kept(one: float, other: float) -> None:
    """Exact values are ordered as the floats are."""
    assert (exact(one) < exact(other)) == (one < other)


@given(st.floats(0, 1), st.floats(0, 1))
def test_different_numbers_print_differently(value: float, threshold: float) -> None:
    """A number that differs from its threshold never prints as the threshold, and prints on the right side of it."""
    assume(value != threshold)
    text = show(value, beside=threshold)
    assert Fraction(text) != exact(threshold)
    assert (Fraction(text) < exact(threshold)) == (value < threshold)
