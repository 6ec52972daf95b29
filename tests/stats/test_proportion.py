"""Intervals of a pass rate: worked values, SciPy, and exact coverage."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.stats.proportion import (
    ProportionMethod,
    proportion_interval,
    proportion_lower_bound,
    proportion_upper_bound,
    rows_to_prove_floor,
)

EXACT = ProportionMethod.CLOPPER_PEARSON
counts = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize(
    ("passes", "n", "low", "high"),
    [(45, 50, 0.7864, 0.9565), (92, 100, 0.8500, 0.9589), (10, 10, 0.7225, 1.0), (0, 10, 0.0, 0.2775)],
)
def test_wilson_worked_values(passes: int, n: int, low: float, high: float) -> None:
    """The default interval."""
    found = proportion_interval(passes, n)
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))
    assert found.estimate == passes / n


def test_clopper_pearson_worked_values() -> None:
    """No pass in ten, and one-sided bounds at the ends."""
    assert proportion_interval(0, 10, method=EXACT).high == pytest.approx(0.3085, abs=5e-5)
    assert proportion_interval(0, 10, method=EXACT).low == 0.0
    assert proportion_lower_bound(60, 60, method=EXACT) == pytest.approx(0.9513, abs=5e-5)
    assert proportion_upper_bound(0, 30, method=EXACT) == pytest.approx(0.0950, abs=5e-5)
    assert proportion_upper_bound(0, 30, method=EXACT) == pytest.approx(1 - 0.05 ** (1 / 30), rel=1e-12)


def test_a_floor_needs_this_many_clean_rows() -> None:
    """A policy that asks for 0.99 on 60 rows can never be proven; and the number is the least."""
    assert [rows_to_prove_floor(floor) for floor in (0.90, 0.95, 0.99, 0.999)] == [29, 59, 299, 2995]
    assert proportion_lower_bound(299, 299, method=EXACT) >= 0.99 > proportion_lower_bound(298, 298, method=EXACT)


@given(counts, st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_wilson_and_exact_equal_scipy(case: tuple[int, int], confidence: float) -> None:
    """Both ends, for any counts."""
    scipy_stats = pytest.importorskip("scipy.stats")
    passes, n = case
    for method, theirs in ((ProportionMethod.WILSON, "wilson"), (EXACT, "exact")):
        found = proportion_interval(passes, n, confidence=confidence, method=method)
        low, high = scipy_stats.binomtest(passes, n).proportion_ci(confidence, method=theirs)
        assert (found.low, found.high) == (pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9))


@given(counts)
def test_jeffreys_and_agresti_coull_follow_their_formulas(case: tuple[int, int]) -> None:
    """Beta quantiles from SciPy; the adjusted normal interval written out."""
    scipy_special = pytest.importorskip("scipy.special")
    passes, n = case
    found = proportion_interval(passes, n, method=ProportionMethod.JEFFREYS)
    low = 0.0 if passes == 0 else scipy_special.betaincinv(passes + 0.5, n - passes + 0.5, 0.025)
    high = 1.0 if passes == n else scipy_special.betaincinv(passes + 0.5, n - passes + 0.5, 0.975)
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9))
    z = 1.959963984540054
    centre = (passes + z * z / 2) / (n + z * z)
    reach = z * (centre * (1 - centre) / (n + z * z)) ** 0.5
    adjusted = proportion_interval(passes, n, method=ProportionMethod.AGRESTI_COULL)
    assert adjusted.low == pytest.approx(max(0, centre - reach), abs=1e-12)
    assert adjusted.high == pytest.approx(min(1, centre + reach), abs=1e-12)


@given(counts, st.sampled_from(list(ProportionMethod)))
def test_mirror_and_order(case: tuple[int, int], method: ProportionMethod) -> None:
    """Swapping passes and failures mirrors the interval; it holds the estimate and stays in [0, 1]."""
    passes, n = case
    found, mirrored = (proportion_interval(k, n, method=method) for k in (passes, n - passes))
    assert found.low == pytest.approx(1 - mirrored.high, abs=1e-12)
    assert 0 <= found.low <= found.estimate + 1e-12
    assert found.estimate - 1e-12 <= found.high <= 1


@given(counts, st.sampled_from(list(ProportionMethod)))
def test_one_more_pass_never_lowers_the_bound(case: tuple[int, int], method: ProportionMethod) -> None:
    """Monotone in the passes."""
    passes, n = case
    if passes < n:
        lower, higher = (proportion_lower_bound(k, n, method=method) for k in (passes, passes + 1))
        assert lower <= higher + 1e-12


def coverage(n: int, p: float, method: ProportionMethod, *, one_sided: bool) -> float:
    """The exact probability that the interval (or the lower bound) holds p."""
    scipy_stats = pytest.importorskip("scipy.stats")
    total = 0.0
    for k in range(n + 1):
        if one_sided:
            holds = proportion_lower_bound(k, n, method=method) <= p
        else:
            found = proportion_interval(k, n, method=method)
            holds = found.low <= p <= found.high
        total += float(scipy_stats.binom.pmf(k, n, p)) if holds else 0.0
    return total


def test_exact_coverage_by_enumeration() -> None:
    """What the intervals promise is what they keep, over small and large sets and high pass rates."""
    grid = list(itertools.product((20, 50, 100, 300), (0.8, 0.9, 0.95, 0.98)))
    wilson = [coverage(n, p, ProportionMethod.WILSON, one_sided=False) for n, p in grid]
    exact = [coverage(n, p, EXACT, one_sided=False) for n, p in grid]
    floor = [coverage(n, p, ProportionMethod.WILSON, one_sided=True) for n, p in grid]
    exact_floor = [coverage(n, p, EXACT, one_sided=True) for n, p in grid]
    assert (min(wilson), max(wilson)) == (pytest.approx(0.922, abs=1e-3), pytest.approx(0.970, abs=1e-3))
    assert (min(exact), max(exact)) == (pytest.approx(0.956, abs=1e-3), pytest.approx(0.993, abs=1e-3))
    assert min(floor) == pytest.approx(0.931, abs=1e-3)
    assert min(exact_floor) >= 0.95


@pytest.mark.parametrize("case", [(0, 0), (6, 5), (-1, 5), (1.0, 5), (True, 5), (1, 5.5)])
def test_impossible_counts_are_refused(case: tuple[Any, Any]) -> None:
    """Invalid input is an error, never an interval."""
    for call in (proportion_interval, proportion_lower_bound, proportion_upper_bound):
        with pytest.raises(InputError):
            call(*case)


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5, float("nan"), True])
def test_an_impossible_confidence_is_refused(confidence: float) -> None:
    """Confidence lies strictly between 0 and 1."""
    with pytest.raises(InputError, match="confidence must be between 0 and 1"):
        proportion_interval(1, 2, confidence=confidence)
