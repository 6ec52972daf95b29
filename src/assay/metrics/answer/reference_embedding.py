"""What metrics share that embed answer and reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.stated import require_reference
from assay.metrics.unanswered import MARKERS, AnswerMetric, unanswered
from assay.records import MetricResult
from assay.records.protocols import Embedder


@dataclass(frozen=True)
class EmbeddedReferenceMetric(AnswerMetric):
    """Base of embedding metrics of answer and reference; subclasses write `compare`."""

    method: ClassVar[str] = "embedding"
    proxy: ClassVar[bool] = True

    @property
    def definition(self) -> tuple[str, ...]:
        """The abstention markers."""
        return (MARKERS,)

    async def measure(
        self, answer: str, reference: str, *, embedder: Embedder, abstained: bool | None = None
    ) -> MetricResult:
        """Refuse a blank reference, settle what is no answer, then compare."""
        require_reference(reference)
        return unanswered(answer, abstained) or await self.compare(answer, reference, embedder)

    async def compare(self, answer: str, reference: str, embedder: Embedder) -> MetricResult:
        """The result for texts that are not blank. Subclasses write it."""
        raise TypeError(f"{type(self).__name__} does not define compare()")
