"""Mean, spread and quantiles."""

from __future__ import annotations

import statistics
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.stats.descriptive import (
    QuantileRule,
    mean,
    quantile,
    quantile_interval,
    quantile_upper_bound,
    rows_for_quantile_bound,
    sample_sd,
)
from assay.stats.distributions import binomial_cdf
from assay.stats.result import Interval, Undefined

LATENCIES = [120, 130, 140, 150, 160, 170, 180, 190, 200, 210, 220, 230, 240, 250, 260, 270, 280, 290, 900, 1500]
finite = st.lists(st.floats(min_value=-1e6, max_value=1e6), min_size=1, max_size=40)


def test_the_two_rules_differ_on_the_same_values() -> None:
    """p95 of 20 values is 930 by one rule and 900 by the other, so the rule must be stated."""
    assert quantile(LATENCIES, 0.95) == 930.0
    assert quantile(LATENCIES, 0.95, rule=QuantileRule.NEAREST_RANK) == 900.0


@given(finite, st.floats(min_value=0.01, max_value=0.99))
def test_linear_quantile_equals_numpy(values: list[float], share: float) -> None:
    """The linear rule is NumPy's default."""
    np = pytest.importorskip("numpy")
    assert quantile(values, share) == pytest.approx(float(np.quantile(values, share)), rel=1e-9, abs=1e-6)


@given(finite, st.floats(min_value=0.01, max_value=0.99))
def test_nearest_rank_is_a_value_with_enough_below_it(values: list[float], share: float) -> None:
    """It is one of the values, at least the share lies at or below it, and no smaller value has that."""
    found = quantile(values, share, rule=QuantileRule.NEAREST_RANK)
    assert found in values
    assert sum(value <= found for value in values) >= share * len(values) - 1e-9
    assert sum(value < found for value in values) < share * len(values) + 1e-9


def test_nearest_rank_does_not_trip_over_binary_fractions() -> None:
    """0.07 · 100 is 7, although floats make it a little more."""
    assert quantile(range(1, 101), 0.07, rule=QuantileRule.NEAREST_RANK) == 7.0  # type: ignore[arg-type]


def test_mean_is_correctly_rounded() -> None:
    """Ten times 0.1 has the mean 0.1; huge values do not swallow small ones."""
    assert mean([0.1] * 10) == 0.1
    assert mean([1e16, 1.0, -1e16]) == pytest.approx(1 / 3, abs=1e-16)


@given(finite.filter(lambda values: len(values) > 1))
def test_sample_sd_equals_the_standard_library(values: list[float]) -> None:
    """The divisor is n - 1."""
    found = sample_sd(values)
    assert isinstance(found, float)
    assert found == pytest.approx(statistics.stdev(values), rel=1e-9, abs=1e-12)


def test_one_value_has_no_spread() -> None:
    """Undefined, not 0."""
    assert sample_sd([0.5]) == Undefined(code="one_row", reason="one value has no spread")


def test_an_upper_bound_of_p95_needs_59_rows() -> None:
    """58 values cannot bound it with 95% confidence; with 59 the largest does."""
    assert rows_for_quantile_bound(0.95) == 59
    assert isinstance(quantile_upper_bound(range(58), 0.95), Undefined)  # type: ignore[arg-type]
    assert quantile_upper_bound(range(59), 0.95) == 58.0  # type: ignore[arg-type]


@given(st.integers(1, 120), st.sampled_from([0.5, 0.9, 0.95]))
def test_an_order_statistic_interval_covers_at_least_its_confidence(n: int, share: float) -> None:
    """Each end misses with at most 2.5%, exactly computed; and the next rank inwards would miss more often."""
    found = quantile_interval([float(rank) for rank in range(1, n + 1)], share)
    if isinstance(found, Undefined):
        assert share**n > 0.025 or (1 - share) ** n > 0.025
        return
    low, high = int(found.low), int(found.high)
    assert binomial_cdf(low - 1, n, share) <= 0.025 < binomial_cdf(low, n, share)
    assert binomial_cdf(high - 2, n, share) < 0.975 <= binomial_cdf(high - 1, n, share)


def test_a_quantile_interval_says_how_it_was_made() -> None:
    """Method, rows and confidence travel with the numbers."""
    found = quantile_interval(LATENCIES, 0.5)
    assert isinstance(found, Interval)
    assert (found.low, found.estimate, found.high) == (170.0, 210.0, 260.0)
    assert (found.method, found.n, found.confidence) == ("order_statistics", 20, 0.95)


@pytest.mark.parametrize("values", [[], [float("nan")], [float("inf")], [True], ["1"], [None]])
def test_what_is_not_a_finite_number_is_refused(values: list[Any]) -> None:
    """NaN never enters a mean or a quantile."""
    for call in (mean, sample_sd, lambda found: quantile(found, 0.5)):
        with pytest.raises(InputError, match="values"):
            call(values)


@pytest.mark.parametrize("share", [0, 1, -0.1, 95, float("nan"), True])
def test_a_share_outside_of_0_and_1_is_refused(share: float) -> None:
    """95 is not 0.95."""
    with pytest.raises(InputError, match="share must be between 0 and 1"):
        quantile([1.0], share)
