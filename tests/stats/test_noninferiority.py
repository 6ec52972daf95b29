"""The verdict of the regression gate."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.stats.noninferiority import Comparison, Verdict, compare_means, compare_passes, tango_bounds
from assay.stats.result import Undefined

flips = st.integers(1, 300).flatmap(
    lambda n: st.integers(0, n).flatmap(lambda b: st.tuples(st.just(b), st.integers(0, n - b), st.just(n)))
)


@pytest.mark.parametrize(
    ("b", "c", "n", "margin", "low", "high", "verdict", "worse"),
    [
        (8, 12, 500, 0.03, -0.0240, 0.0071, Verdict.NON_INFERIOR, False),
        (8, 12, 500, 0.02, -0.0240, 0.0071, Verdict.INCONCLUSIVE, False),
        (3, 3, 150, 0.02, -0.0318, 0.0318, Verdict.INCONCLUSIVE, False),
        (5, 25, 1000, 0.02, -0.0300, -0.0116, Verdict.INCONCLUSIVE, True),
        (2, 14, 1000, 0.02, -0.0198, -0.0060, Verdict.NON_INFERIOR, True),
        (5, 60, 1000, 0.02, -0.0690, -0.0429, Verdict.REGRESSION, True),
        (0, 0, 60, 0.05, -0.0431, 0.0431, Verdict.NON_INFERIOR, False),
    ],
)
def test_worked_verdicts(
    b: int, c: int, n: int, margin: float, low: float, high: float, verdict: Verdict, worse: bool
) -> None:
    """Bounds to four digits, the verdict, and whether the candidate is worse beyond chance."""
    found = compare_passes(b, c, n, margin=margin)
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))
    assert (found.verdict, found.worse) == (verdict, worse)
    assert found.difference == (b - c) / n


@given(flips)
def test_bounds_hold_the_difference_and_mirror(case: tuple[int, int, int]) -> None:
    """Within [-1, 1], around the estimate, and mirrored when candidate and baseline change places."""
    b, c, n = case
    low, high = tango_bounds(b, c, n)
    assert -1 <= low <= (b - c) / n + 1e-9
    assert (b - c) / n - 1e-9 <= high <= 1
    mirrored = tango_bounds(c, b, n)
    assert (low, high) == (pytest.approx(-mirrored[1], abs=1e-9), pytest.approx(-mirrored[0], abs=1e-9))


@given(flips, st.sampled_from([0.01, 0.05, 0.2]))
def test_a_better_candidate_never_gets_a_worse_verdict(case: tuple[int, int, int], margin: float) -> None:
    """One baseline-only row less never turns the verdict towards regression."""
    b, c, n = case
    order = [Verdict.REGRESSION, Verdict.INCONCLUSIVE, Verdict.NON_INFERIOR]
    if c:
        before, after = (compare_passes(b, k, n, margin=margin).verdict for k in (c, c - 1))
        assert order.index(after) >= order.index(before)


def test_the_extremes_are_reached() -> None:
    """All rows lost, or all won, bound the difference by -1 or 1."""
    assert tango_bounds(0, 10, 10)[0] == -1.0
    assert tango_bounds(10, 0, 10)[1] == 1.0


@pytest.mark.parametrize(
    ("n", "rate", "margin", "expected"), [(100, 0.10, 0.05, 0.045), (500, 0.10, 0.02, 0.049), (500, 0.06, 0.02, 0.050)]
)
def test_false_passes_exactly_at_the_margin(n: int, rate: float, margin: float, expected: float) -> None:
    """By enumeration: a candidate worse by exactly the margin passes at most about 5% of the time."""
    better, worse = (rate - margin) / 2, (rate + margin) / 2
    logs = [math.lgamma(k + 1) for k in range(n + 1)]
    total = 0.0
    for b in range(n + 1):
        for c in range(n - b + 1):
            logarithm = logs[n] - logs[b] - logs[c] - logs[n - b - c]
            logarithm += b * math.log(better) + c * math.log(worse) + (n - b - c) * math.log1p(-rate)
            if logarithm > -25 and compare_passes(b, c, n, margin=margin).verdict is Verdict.NON_INFERIOR:
                total += math.exp(logarithm)
    assert total == pytest.approx(expected, abs=1e-3)
    assert total <= 0.055


def comparison(*args: object, **options: object) -> Comparison:
    found = compare_means(*args, **options)  # type: ignore[arg-type]
    assert isinstance(found, Comparison)
    return found


def test_scores_are_compared_by_their_mean_difference() -> None:
    """One-sided t bounds against the margin; the three verdicts."""
    small, noisy = [0.0, 0.01, -0.01, 0.005] * 10, [0.4, -0.4, 0.3, -0.35] * 3
    assert comparison(small, margin=0.02).verdict is Verdict.NON_INFERIOR
    assert comparison(noisy, margin=0.02).verdict is Verdict.INCONCLUSIVE
    lost = comparison([-0.2, -0.25, -0.22, -0.18], margin=0.02)
    assert (lost.verdict, lost.worse, lost.method) == (Verdict.REGRESSION, True, "t")


def test_the_bounds_of_scores_equal_scipy() -> None:
    """The one-sided 95% bounds are the ends of the 90% interval."""
    scipy_stats = pytest.importorskip("scipy.stats")
    differences = [0.02, -0.05, 0.01, 0.0, -0.03, 0.04, -0.01]
    centre = sum(differences) / len(differences)
    low, high = scipy_stats.t.interval(0.90, 6, centre, scipy_stats.sem(differences))
    found = comparison(differences, margin=0.02)
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9))


def test_clusters_widen_the_bounds_of_scores() -> None:
    """Rows of one document that move together are not independent evidence."""
    differences, documents = [0.02, 0.02, 0.02, -0.03, -0.03, -0.03, 0.01, 0.01, 0.01], list("aaabbbccc")
    clustered = comparison(differences, margin=0.02, clusters=documents)
    assert clustered.low < comparison(differences, margin=0.02).low
    assert (clustered.n, clustered.method) == (3, "clustered_t")


def test_no_change_at_all_needs_enough_rows() -> None:
    """All differences zero: judged as no flip among n rows, so 20 rows are not enough for what 200 show."""
    assert comparison([0.0] * 200, margin=0.02, span=1).verdict is Verdict.NON_INFERIOR
    few = comparison([0.0] * 20, margin=0.02, span=1)
    assert (few.verdict, few.method) == (Verdict.INCONCLUSIVE, "no_change")
    clustered = comparison([0.0] * 200, margin=0.02, span=1, clusters=[index // 10 for index in range(200)])
    assert (clustered.verdict, clustered.low) == (Verdict.INCONCLUSIVE, few.low)


def test_what_has_no_spread_is_undefined() -> None:
    """Equal differences, one row and one cluster give no bounds."""
    for found in (
        compare_means([0.0] * 50, margin=0.02),
        compare_means([-0.1] * 50, margin=0.02, span=1),
        compare_means([0.1], margin=0.02, span=1),
        compare_means([0.1, 0.2], margin=0.02, clusters=["a", "a"]),
    ):
        assert isinstance(found, Undefined)


@pytest.mark.parametrize(
    ("case", "margin"),
    [
        ((3, 3, 5), 0.1),
        ((0, 0, 0), 0.1),
        ((-1, 0, 5), 0.1),
        ((1, 1, 5), 0),
        ((1, 1, 5), -0.1),
        ((1, 1, 5), float("nan")),
    ],
)
def test_impossible_input_is_refused(case: tuple[int, int, int], margin: float) -> None:
    """More flips than rows, no rows, or a margin that forgives nothing."""
    with pytest.raises(InputError):
        compare_passes(*case, margin=margin)
