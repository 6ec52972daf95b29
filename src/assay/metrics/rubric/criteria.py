"""A whole number by one written criterion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.judged import require_scale, require_text, trail
from assay.metrics.rubric.criteria_prompt import criteria_prompt
from assay.metrics.rubric.rubric_metric import RubricMetric
from assay.metrics.rubric.scores import ScoreReply
from assay.records import Item, MetricResult, Range
from assay.records.prompt import Prompt
from assay.records.protocols import Judge

HELPFULNESS = "The answer gives the person who asked what they need: it is to the point, complete and usable."


@dataclass(frozen=True)
class Criteria(RubricMetric):
    """Score of an answer by one criterion in words: a whole number from `low` to `high`, given by a judge.

    Parameters: `criterion` (how helpful the answer is, unless you state your own), `low` and `high` (1 and 5). Few levels are
    judged more consistently than many.

    Inputs: `answer` or `messages` (one of them at least); shown beside them as far as given: `input`, `contexts`,
    `reference_contexts`, `reference`. Range `low` to `high`, higher is better, in points. One call a row; with several `runs`
    the value is their mean, median or majority, and may lie between two points.

    Error: no score on the scale after the judge was asked again. Invalid: neither answer nor messages. A blank answer is
    `low`, without a call; an abstention is scored like any other answer.

    Source: the simple criteria score of ragas, with the range made part of the definition and enforced.
    """

    name: ClassVar[str] = "criteria"
    unit: ClassVar[str] = "points"
    calls: ClassVar[str] = "1"

    criterion: str = HELPFULNESS
    low: int = 1
    high: int = 5

    def __post_init__(self) -> None:
        require_text("criterion", self.criterion)
        require_scale(self.low, self.high)

    @property
    def domain(self) -> Range:  # type: ignore[override]
        """The scale."""
        return Range(low=self.low, high=self.high)

    @property
    def prompts(self) -> tuple[Prompt[ScoreReply]]:
        """The one prompt, which holds criterion and scale."""
        return (criteria_prompt(self.criterion, self.low, self.high),)

    async def assess(self, judge: Judge, shown: Mapping[str, object]) -> MetricResult:
        """Ask for the score."""
        verdict = await judge.ask(self.prompts[0], **shown)
        score, why = verdict.reply.score, verdict.reply.reason
        item = Item(kind="criterion", outcome=f"{score:g}", text=self.criterion, credit=float(score), reason=why)
        return MetricResult(
            value=score,
            reason=f"{score:g} on {self.low}–{self.high}; {why}",
            items=(item,),
            **trail({"criterion": verdict}),
        )
