"""Latency is a number of milliseconds or it is not there."""

from __future__ import annotations

import math
from typing import Any

import pytest

from assay.metrics import Latency
from assay.records import Case, Direction, Output, Sample, Score, Status, TargetFailure


def test_value_unit_and_direction() -> None:
    """The value is as given, in milliseconds, lower is better, and 0 is valid."""
    metric = Latency()
    assert metric.score(latency_ms=412.5).value == 412.5
    assert metric.score(latency_ms=0).value == 0
    assert (metric.unit, metric.direction, metric.info().best) == ("ms", Direction.LOWER, 0)


@pytest.mark.parametrize("value", [-1, math.nan, math.inf, True, "12", None])
def test_what_is_no_latency_is_invalid(value: Any) -> None:
    """Negative, not finite and not a number have no value."""
    result = Latency().score(latency_ms=value)
    assert (result.status, result.value) == (Status.INVALID, None)


def evaluate(output: Output) -> Score:
    result = Latency().evaluate(Sample(case=Case(id="1"), output=output))
    assert isinstance(result, Score)
    return result


def test_not_returned_and_not_run() -> None:
    """A record without latency is invalid; a target that failed is an error."""
    assert evaluate(Output(answer="x")).code == "missing_output"
    failed = evaluate(Output(failure=TargetFailure(kind="timeout", message="30 s")))
    assert (failed.status, failed.code) == (Status.ERROR, "target_error")
