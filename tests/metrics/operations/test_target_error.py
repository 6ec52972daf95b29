"""That the target failed is a scored fact."""

from __future__ import annotations

import pytest

from assay.metrics import TargetError
from assay.records import Case, Output, Sample, Score, Status, TargetFailure


def evaluate(output: Output) -> Score:
    result = TargetError().evaluate(Sample(case=Case(id="1"), output=output))
    assert isinstance(result, Score)
    return result


def test_an_output_is_ok() -> None:
    """Any output without a failure is ok, in every case."""
    assert evaluate(Output(answer="")).value == "ok"


@pytest.mark.parametrize("kind", ["exception", "exit", "timeout", "wrong_type", "generator"])
def test_a_failure_is_scored_with_its_kind(kind: str) -> None:
    """Each kind of failure is the label `error`, with kind and message in the reason."""
    result = evaluate(Output(failure=TargetFailure(kind=kind, message="what happened")))
    assert (result.status, result.value, result.reason) == (Status.SCORED, "error", f"{kind}: what happened")
    assert result.items[0].id == kind


def test_only_ok_holds() -> None:
    """The label that holds is `ok`."""
    assert TargetError().domain.passing == ("ok",)
