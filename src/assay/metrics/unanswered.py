"""What a metric of answers says where there is none: a blank answer is a true 0, an abstention is judged elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from assay.metrics.abstention.markers import VERSION, Stance, detect
from assay.metrics.base import Metric
from assay.records import Case, Item, MetricResult, not_applicable
from assay.text import is_blank

MUST_ABSTAIN = "the case has no answer (must_abstain); abstention judges it"
ABSTAINED = "the answer abstains; abstention judges it"
MARKERS = f"markers:{VERSION}"
"""For `Metric.definition` of a metric that detects abstentions."""


@dataclass(frozen=True)
class AnswerMetric(Metric):
    """Base of metrics that have nothing to check where the case must abstain."""

    def applies(self, case: Case) -> str | None:
        """Also not applicable where no right answer exists."""
        return MUST_ABSTAIN if case.must_abstain else super().applies(case)


def nothing(kind: str, reason: str) -> MetricResult:
    """A true 0 because the thing to be judged is not there."""
    return MetricResult.of_ratio(0, 1, reason=reason, items=(Item(kind=kind, outcome="blank", credit=0.0),))


def abstains(answer: str, abstained: bool | None) -> bool:
    """Whether the target declined to answer: its own flag where it returns one, else the stated markers.

    >>> abstains("I don't know.", None), abstains("I don't know.", False), abstains("", None)
    (True, False, False)
    """
    if abstained is not None or is_blank(answer):
        return abstained is True
    return detect(answer).stance is Stance.ABSTAINS


def unanswered(answer: str, abstained: bool | None) -> MetricResult | None:
    """The result where there is no answer to judge, or None where there is one.

    An abstention is not applicable: the abstention check judges it. Any other blank answer is a true 0.
    """
    if abstains(answer, abstained):
        return not_applicable(ABSTAINED, code="abstained")
    return nothing("answer", "the answer is blank") if is_blank(answer) else None
