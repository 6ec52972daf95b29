"""Intervals of a mean, plain and clustered."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.stats.means import Correction, design_effect, mean_bounds, mean_interval
from assay.stats.result import Interval, Undefined

scores = st.lists(st.integers(0, 1000).map(lambda mille: mille / 1000), min_size=2, max_size=30)


def interval(*args: object, **options: object) -> Interval:
    found = mean_interval(*args, **options)  # type: ignore[arg-type]
    assert isinstance(found, Interval)
    return found


@given(scores, st.sampled_from([0.8, 0.95, 0.99]))
def test_the_plain_interval_equals_scipy(values: list[float], confidence: float) -> None:
    """Student's t with n - 1 degrees of freedom."""
    scipy_stats = pytest.importorskip("scipy.stats")
    found = interval(values, confidence=confidence)
    if "zero_variance" in found.notes:
        assert found.low == found.high == found.estimate
        return
    error = scipy_stats.sem(values)
    low, high = scipy_stats.t.interval(confidence, len(values) - 1, sum(values) / len(values), error)
    assert found.standard_error == pytest.approx(error, rel=1e-6, abs=1e-12)
    assert (found.low, found.high) == (pytest.approx(low, rel=1e-6, abs=1e-9), pytest.approx(high, rel=1e-6, abs=1e-9))


def test_one_row_and_one_cluster_are_undefined() -> None:
    """Not an error of 0."""
    assert isinstance(mean_interval([0.5]), Undefined)
    found = mean_interval([0.5, 0.7], clusters=["doc", "doc"])
    assert isinstance(found, Undefined)
    assert found.code == "one_cluster"


def test_equal_scores_are_flagged() -> None:
    """A width of zero says that the scores do not vary, not that the mean is certain."""
    found = interval([0.1, 0.1, 0.1])
    assert (found.low, found.high, found.notes) == (0.1, 0.1, ("zero_variance",))


@given(scores)
def test_clusters_of_one_row_are_no_clusters(values: list[float]) -> None:
    """Singletons reproduce the plain error exactly."""
    plain, clustered = interval(values), interval(values, clusters=range(len(values)))
    assert plain.standard_error == clustered.standard_error
    assert (plain.low, plain.high) == (clustered.low, clustered.high)


@given(scores, st.integers(2, 4))
def test_copying_rows_never_shrinks_the_error(values: list[float], copies: int) -> None:
    """Every row three times, clustered by the original, leaves the interval as it was."""
    plain = interval(values)
    copied = interval(values * copies, clusters=list(range(len(values))) * copies)
    assert copied.standard_error == pytest.approx(plain.standard_error, rel=1e-12, abs=0)
    assert (copied.low, copied.high) == (pytest.approx(plain.low, abs=1e-12), pytest.approx(plain.high, abs=1e-12))


def test_clustered_error_by_hand() -> None:
    """Two documents whose rows agree: se = sqrt(2/1 · (0.5² + 0.5²) · 2²/4) / 4 written out; Miller's form lacks the 2/1."""
    values, documents = [1, 1, 0, 0], ["a", "a", "b", "b"]
    found = interval(values, clusters=documents)
    assert found.standard_error == pytest.approx(math.sqrt(2 * (1.0**2 + 1.0**2)) / 4, rel=1e-15)
    uncorrected = interval(values, clusters=documents, correction=Correction.NONE)
    assert uncorrected.standard_error == pytest.approx(math.sqrt(2) / 4, rel=1e-15)
    assert (found.n, found.method, found.notes) == (2, "clustered_t", ("few_clusters",))


def test_clustered_error_equals_a_cluster_robust_regression() -> None:
    """On an intercept-only model, statsmodels' cluster covariance differs by (N - 1) / N alone."""
    sm = pytest.importorskip("statsmodels.api")
    values = [0.1, 0.9, 0.8, 0.7, 0.2, 0.3, 0.35, 0.95, 0.9, 1.0, 0.0, 0.1]
    documents = [0, 1, 1, 1, 0, 2, 2, 3, 3, 3, 4, 4]
    fit = sm.OLS(values, [1.0] * 12).fit(cov_type="cluster", cov_kwds={"groups": documents})
    assert interval(values, clusters=documents).standard_error == pytest.approx(float(fit.bse[0]), rel=1e-9)


def test_cancelling_clusters_have_exactly_no_spread() -> None:
    """Exact arithmetic: rounding noise is not taken for an error."""
    found = interval([0.1, 0.3, 0.3, 0.1], clusters=["a", "a", "b", "b"])
    assert found.standard_error == 0.0
    assert "zero_variance" in found.notes


def test_bounds_leave_their_tail_at_each_end() -> None:
    """Tail 0.05 gives the ends of the 90% interval."""
    bounds = mean_bounds([0.1, 0.5, 0.7], tail=0.05)
    assert isinstance(bounds, Interval)
    assert bounds.low == pytest.approx(interval([0.1, 0.5, 0.7], confidence=0.9).low)
    assert bounds.confidence == pytest.approx(0.9)


def test_fractions_are_scores() -> None:
    """Counted ratios come in exact."""
    assert interval([Fraction(1, 3), Fraction(2, 3)]).estimate == 0.5


def test_design_effect() -> None:
    """Five rows a document at icc 0.1: 500 rows count as 357."""
    assert design_effect(rows_per_cluster=5, correlation=0.1) == 1.4
    assert round(500 / 1.4) == 357


def test_bad_input_is_refused() -> None:
    """Empty, NaN, and clusters of another length."""
    for values, clusters in (([], None), ([0.1, float("nan")], None), ([0.1, 0.2], ["a"])):
        with pytest.raises(InputError):
            mean_interval(values, clusters=clusters)
