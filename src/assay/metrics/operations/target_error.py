"""Whether the target gave an output at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.base import Metric
from assay.records import Item, Labels, MetricResult, TargetFailure


@dataclass(frozen=True)
class TargetError(Metric):
    """`ok` when the target gave an output; `error` when it raised, exited, timed out or returned something of a wrong type.

    Input: `failure` of the output, absent when all went well. Labels `ok` and `error`; `ok` holds. Applies to every case, and is
    always scored: that the target failed is a fact about the system under test, which this metric is there to state. The reason
    gives the kind of failure and its message.

    Source: the engine's own record of the call; the kinds are those of `assay.records.TargetFailure`.

    >>> TargetError().score().value
    'ok'
    >>> TargetError().score(failure=TargetFailure(kind="timeout", message="no answer after 30 s")).reason
    'timeout: no answer after 30 s'
    """

    name: ClassVar[str] = "target_error"
    domain: ClassVar[Labels] = Labels(allowed=("ok", "error"), passing=("ok",))

    def measure(self, failure: TargetFailure | None = None) -> MetricResult:
        """The label, and the failure as evidence."""
        if failure is None:
            return MetricResult(value="ok", reason="the target gave an output")
        reason = f"{failure.kind}: {failure.message}"
        return MetricResult(
            value="error", reason=reason, items=(Item(kind="failure", id=failure.kind, outcome="error"),)
        )
