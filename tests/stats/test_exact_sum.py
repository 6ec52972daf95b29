"""A sum of fractions loses nothing and does not grow with its terms."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from assay.stats.exact_sum import MAX_DENOMINATORS, ExactSum


def test_nothing_has_no_mean():
    """Without terms the mean is undefined, not zero."""
    assert ExactSum().mean is None


@given(st.lists(st.fractions(max_denominator=5000), min_size=1, max_size=60))
def test_the_mean_is_the_exact_mean(values):
    """Equal to the plain sum of fractions, for any values in any order."""
    total = ExactSum()
    for value in values:
        total.add(value)
    assert total.count == len(values)
    assert total.mean == sum(values, Fraction(0)) / len(values)


def test_many_denominators_are_folded_and_stay_exact():
    """More distinct denominators than are kept apart change nothing."""
    values = [Fraction(1, bottom) for bottom in range(1, MAX_DENOMINATORS + 50)]
    total = ExactSum()
    for value in values:
        total.add(value)
    assert total.mean == sum(values, Fraction(0)) / len(values)
