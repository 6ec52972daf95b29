"""The distributions behind the intervals, against SciPy."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.stats.distributions import (
    beta_quantile,
    binomial_cdf,
    binomial_pmf,
    bisect,
    incomplete_beta,
    normal_quantile,
    t_quantile,
)

scipy_stats = pytest.importorskip("scipy.stats")
scipy_special = pytest.importorskip("scipy.special")

shares = st.floats(min_value=1e-6, max_value=1 - 1e-6)
shapes = st.floats(min_value=0.5, max_value=5000)


@given(shares, shapes, shapes)
def test_incomplete_beta_equals_scipy(x: float, a: float, b: float) -> None:
    """To 1e-11, absolute and relative."""
    assert incomplete_beta(x, a, b) == pytest.approx(scipy_special.betainc(a, b, x), rel=1e-9, abs=1e-13)


def test_incomplete_beta_ends_at_0_and_1() -> None:
    """Outside of the unit interval nothing is left to add."""
    assert [incomplete_beta(x, 2, 3) for x in (-1.0, 0.0, 1.0, 2.0)] == [0.0, 0.0, 1.0, 1.0]


@given(st.floats(min_value=0.001, max_value=0.999), shapes, shapes)
def test_beta_quantile_equals_scipy(share: float, a: float, b: float) -> None:
    """To 1e-9 of the value."""
    assert beta_quantile(share, a, b) == pytest.approx(scipy_special.betaincinv(a, b, share), rel=1e-9, abs=1e-300)


@given(st.floats(min_value=0.0005, max_value=0.9995), st.integers(1, 100_000))
def test_t_quantile_equals_scipy(share: float, degrees: int) -> None:
    """From one degree of freedom to where t is normal."""
    assert t_quantile(share, degrees) == pytest.approx(scipy_stats.t.ppf(share, degrees), rel=1e-7, abs=1e-9)


@given(st.integers(1, 3000), st.data(), st.floats(min_value=0.01, max_value=0.99))
def test_binomial_equals_scipy(n: int, data: st.DataObject, share: float) -> None:
    """Cumulative and point probability."""
    k = data.draw(st.integers(0, n))
    assert binomial_cdf(k, n, share) == pytest.approx(scipy_stats.binom.cdf(k, n, share), rel=1e-8, abs=1e-12)
    assert binomial_pmf(k, n, share) == pytest.approx(scipy_stats.binom.pmf(k, n, share), rel=1e-8, abs=1e-300)


def test_binomial_beyond_its_ends() -> None:
    """Fewer than none is impossible, at most all is certain."""
    assert (binomial_cdf(-1, 5, 0.5), binomial_cdf(5, 5, 0.5)) == (0.0, 1.0)


def test_a_million_rows_stay_accurate() -> None:
    """The error at the largest sizes is far below what is printed."""
    assert beta_quantile(0.05, 900_001, 100_000) == pytest.approx(
        scipy_special.betaincinv(900_001, 100_000, 0.05), abs=1e-9
    )


def test_normal_quantile_and_bisection() -> None:
    """The well-known 1.96; bisection ends at the last float."""
    assert normal_quantile(0.975) == pytest.approx(1.959963984540054, abs=1e-15)
    assert bisect(lambda x: x * x - 2, 0.0, 2.0) == pytest.approx(math.sqrt(2), abs=1e-15)
