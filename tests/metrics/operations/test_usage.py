"""Tokens and money are reported, never estimated."""

from __future__ import annotations

import pytest

from assay.errors import ConfigurationError
from assay.metrics.operations.cost import Cost
from assay.metrics.operations.tokens import Tokens
from assay.records import Case, Output, Sample, Status, Usage

USAGE = Usage(input_tokens=900, output_tokens=100, usd=0.0042)


def test_values() -> None:
    """Each number comes from the record; a total needs both parts; 0 is a number."""
    sample = Sample(case=Case(id="1"), output=Output(usage=USAGE))
    assert Cost().evaluate(sample).value == 0.0042  # type: ignore[union-attr]
    assert [Tokens(kind=kind).evaluate(sample).value for kind in ("total", "input", "output")] == [1000, 900, 100]  # type: ignore[union-attr]
    assert Tokens().score(usage={"input_tokens": 0, "output_tokens": 0}).value == 0
    assert Cost().score(usage={"usd": 0}).value == 0


@pytest.mark.parametrize(
    ("metric", "usage", "code"),
    [
        (Tokens(), Usage(input_tokens=5), "missing_output"),
        (Tokens(kind="output"), Usage(input_tokens=5), "missing_output"),
        (Cost(), Usage(input_tokens=5), "missing_output"),
        (Cost(), {"usd": -1.0}, "usage"),
        (Cost(), {"eur": 1.0}, "schema"),
        (Cost(), 0.5, "usage"),
    ],
)
def test_what_is_not_reported_is_invalid(metric: Tokens | Cost, usage: object, code: str) -> None:
    """An unknown, negative or misnamed number is never replaced."""
    scored = metric.score(usage=usage)
    assert (scored.status, scored.code) == (Status.INVALID, code)


def test_no_usage_at_all() -> None:
    """A target that reports nothing is invalid; an unknown kind is refused."""
    assert Tokens().evaluate(Sample(case=Case(id="1"), output=Output())).status is Status.INVALID  # type: ignore[union-attr]
    with pytest.raises(ConfigurationError):
        Tokens(kind="cached")
