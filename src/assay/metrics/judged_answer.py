"""The base of metrics that ask a judge about an answer and leave abstentions to the abstention check."""

from __future__ import annotations

from dataclasses import dataclass

from assay.metrics.judged import JudgeMetric
from assay.metrics.unanswered import MARKERS, AnswerMetric


@dataclass(frozen=True)
class JudgedAnswer(AnswerMetric, JudgeMetric):
    """Not applicable where the case must abstain; the markers that detect an abstention are part of the definition."""

    @property
    def definition(self) -> tuple[str, ...]:
        """The prompts and the abstention markers."""
        return (*super().definition, MARKERS)
