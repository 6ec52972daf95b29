"""The base of metrics that show a judge whatever the sample has and ask about the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.judged import JudgeMetric
from assay.metrics.rubric.material import material
from assay.metrics.signature import Inputs
from assay.records import MetricResult
from assay.records.protocols import Judge

FIELDS = ("answer", "messages", "input", "contexts", "reference_contexts", "reference")


@dataclass(frozen=True)
class RubricMetric(JudgeMetric):
    """A subclass states its prompts and `assess`, which asks the judge and reads its verdict.

    The fields that its judge is shown are optional inputs; `required` names those that the metric cannot do without.
    """

    required: ClassVar[tuple[str, ...]] = ()
    optional: ClassVar[tuple[str, ...]] = FIELDS

    @property
    def needs(self) -> Inputs:
        """The judge, and what it is shown."""
        return Inputs(required=self.required, optional=self.optional, resources=("judge",), is_async=True)

    async def measure(self, *, judge: Judge, **fields: Any) -> MetricResult:
        """Show the judge what there is, and ask."""
        return await self.assess(judge, material(**fields))

    async def assess(self, judge: Judge, shown: Mapping[str, object]) -> MetricResult:
        """Ask the judge about what is shown (`assay.metrics.rubric.material.MATERIAL`). Subclasses define it."""
        raise TypeError(f"{type(self).__name__} does not define assess()")
