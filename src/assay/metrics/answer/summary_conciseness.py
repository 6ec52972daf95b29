"""How much shorter a summary is than its source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.answer.source import source_passages
from assay.metrics.base import Metric
from assay.metrics.unanswered import MARKERS, unanswered
from assay.records import Direction, Item, MetricResult


@dataclass(frozen=True)
class SummaryConciseness(Metric):
    """Share of the source's length that the summary saves: 1 − min(summary, source) / source, in characters.

    Inputs: `reference_contexts` (the source, from the case; its texts count together) and `answer` (the summary). Range 0 to 1;
    higher is shorter, not better: a summary of one word saves nearly everything. Read it beside `summarization`. A summary
    longer than its source saves nothing.

    Not applicable: the case states no source, or the answer abstains. A blank answer is a true 0: it is no summary.
    Invalid: the source is blank.

    Source: the conciseness part of the summary score of ragas, without its epsilon.

    >>> SummaryConciseness().score(reference_contexts=["0123456789"], answer="012").value
    0.7
    """

    name: ClassVar[str] = "summary_conciseness"
    direction: ClassVar[Direction] = Direction.NONE

    @property
    def definition(self) -> tuple[str, ...]:
        """The abstention markers."""
        return (MARKERS,)

    def measure(self, reference_contexts: Sequence[str], answer: str, abstained: bool | None = None) -> MetricResult:
        """Compare the lengths."""
        source = source_passages(reference_contexts).texts
        if (result := unanswered(answer, abstained)) is not None:
            return result
        saved, whole = saved_characters(answer, source)
        return MetricResult.of_ratio(
            saved,
            whole,
            reason=f"summary={len(answer)} characters; source={whole} characters",
            items=(
                Item(kind="characters", outcome="saved", credit=1.0, weight=float(saved)),
                Item(kind="characters", outcome="kept", credit=0.0, weight=float(whole - saved)),
            ),
        )


def saved_characters(summary: str, source: Sequence[str]) -> tuple[int, int]:
    """How many of the source's characters the summary saves, and how many the source has."""
    whole = sum(len(text) for text in source)
    return whole - min(len(summary), whole), whole
