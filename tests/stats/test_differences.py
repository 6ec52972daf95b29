"""Paired differences in constant memory."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.stats.differences import PairedDifferences
from assay.stats.noninferiority import Comparison, Verdict, compare_means, compare_passes, tango_bounds
from assay.stats.result import Undefined


def streamed(differences: list[Fraction]) -> PairedDifferences:
    rows = PairedDifferences()
    for difference in differences:
        rows.add(difference)
    return rows


@given(st.lists(st.fractions(min_value=-1, max_value=1, max_denominator=20), min_size=1, max_size=30))
def test_streaming_gives_what_the_whole_list_gives(differences: list[Fraction]) -> None:
    """The same t bounds, the same undefined cases."""
    found, whole = streamed(differences).compare(margin=0.02), compare_means(differences, margin=0.02)
    assert isinstance(found, Undefined) == isinstance(whole, Undefined)
    if isinstance(found, Comparison) and isinstance(whole, Comparison):
        assert (found.low, found.high) == (pytest.approx(whole.low, abs=1e-12), pytest.approx(whole.high, abs=1e-12))
        assert (found.verdict, found.n, found.method) == (whole.verdict, whole.n, whole.method)


@given(st.lists(st.sampled_from([Fraction(-1), Fraction(0), Fraction(1)]), min_size=2, max_size=60))
def test_passes_and_failures_are_compared_by_their_flips(differences: list[Fraction]) -> None:
    """Tango's interval where every difference is -1, 0 or 1 of a span of 1."""
    rows = streamed(differences)
    expected = compare_passes(differences.count(1), differences.count(-1), len(differences), margin=0.05)  # type: ignore[arg-type]
    assert rows.compare(margin=0.05, span=1) == expected


def test_rows_without_any_change_are_not_proof_by_themselves() -> None:
    """Two unchanged rows are inconclusive; for an unbounded score nothing can be said."""
    two = streamed([Fraction(0)] * 2).compare(margin=0.02, span=1)
    assert isinstance(two, Comparison)
    assert two.verdict is Verdict.INCONCLUSIVE
    assert isinstance(streamed([Fraction(0)] * 500).compare(margin=0.02), Undefined)
    wide = streamed([Fraction(0)] * 500).compare(margin=0.2, span=10)
    assert isinstance(wide, Comparison)
    assert (wide.method, wide.low) == ("no_change", 10 * tango_bounds(0, 0, 500)[0])


def test_fewer_than_two_rows_say_nothing() -> None:
    """No pair, and one pair."""
    for differences in ([], [Fraction(1)]):
        found = streamed(differences).compare(margin=0.02, span=1)
        assert isinstance(found, Undefined)
        assert found.code == "too_few_rows"


def test_counts_and_mean_are_kept() -> None:
    """How many rows became better and worse, and the exact mean."""
    rows = streamed([Fraction(1, 3), Fraction(-1, 3), Fraction(1, 3), Fraction(0)])
    assert (rows.better, rows.worse, rows.count, rows.mean) == (2, 1, 4, Fraction(1, 12))
