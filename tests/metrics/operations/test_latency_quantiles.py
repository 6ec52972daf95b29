"""Quantiles carry their rule, interval and counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.metrics.operations.latency import Latency
from assay.metrics.operations.latency_quantiles import latency_quantiles
from assay.records import Score, Status


def scores(values: list[float]) -> list[Score]:
    """Latency scores."""
    return [Latency().score(latency_ms=value) for value in values]


def test_few_rows_have_no_interval() -> None:
    """One row has a quantile and the reason why it has no interval or bound."""
    only = latency_quantiles(scores([5.0]), shares=[0.95])[0]
    assert (only.statistic, only.value, only.details["rule"]) == ("p95", 5.0, "nearest_rank")
    assert only.details["no_bound"].startswith("1 values are too few")
    assert "no_interval" in only.details


def test_no_scored_row_is_undefined() -> None:
    """Errors are counted and leave nothing to compute."""
    broken = Score(metric="latency", status=Status.ERROR, reason="down")
    found = latency_quantiles([broken])[0]
    assert (found.value, found.reason, found.tally.error) == (None, "no row is scored", 1)


@given(st.lists(st.floats(0, 1e6), min_size=60, max_size=80))
def test_equal_to_numpy(values: list[float]) -> None:
    """The value is numpy's inverted CDF, inside its interval, and below its upper bound."""
    numpy = pytest.importorskip("numpy")
    for found, share in zip(latency_quantiles(scores(values)), (0.5, 0.95, 0.99), strict=True):
        assert found.value == numpy.quantile(values, share, method="inverted_cdf")
        low, high = found.details.get("interval", (found.value, found.value))
        assert low <= found.value <= high
        assert found.details.get("upper_bound", found.value) >= found.value


def test_an_upper_bound_of_p95_needs_59_rows() -> None:
    """58 rows cannot bound the 95 % quantile with 95 % confidence; 59 can, by their largest."""
    few, enough = (latency_quantiles(scores([float(n) for n in range(size)]), shares=[0.95])[0] for size in (58, 59))
    assert "upper_bound" not in few.details
    assert enough.details["upper_bound"] == 58.0
