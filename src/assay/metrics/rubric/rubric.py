"""A level by a fixed rubric, with and without a reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from assay.errors import ConfigurationError
from assay.metrics.judged import trail
from assay.metrics.rubric.levels import WITH_REFERENCE, WITHOUT_REFERENCE, ends, parse_levels
from assay.metrics.rubric.rubric_metric import FIELDS, RubricMetric
from assay.metrics.rubric.rubric_prompt import rubric_prompt
from assay.metrics.rubric.scores import ScoreReply
from assay.records import FrozenMap, Item, MetricResult, Range
from assay.records.prompt import Prompt
from assay.records.protocols import Judge


@dataclass(frozen=True)
class Rubric(RubricMetric):
    """Level of an answer by a fixed rubric, chosen by a judge that sees no reference.

    Parameter: `levels`, the description of each level, lowest to highest without a gap, as `{"1": "…", "2": "…"}` (also
    `score1_description`); five ready-made levels of general quality unless stated.

    Inputs: `answer` or `messages` (one of them at least); shown beside them as far as given: `input`, `contexts`,
    `reference_contexts`. Range lowest to highest level, higher is better, in points. One call a row; with several `runs` the
    value may lie between two levels.

    Error: no level of the rubric after the judge was asked again. Invalid: neither answer nor messages. A blank answer is
    the lowest level, without a call; an abstention is graded like any other answer.

    Source: the domain-specific rubrics of ragas; levels with descriptions as in Kim et al., "Prometheus", ICLR 2024.
    """

    name: ClassVar[str] = "rubric"
    unit: ClassVar[str] = "points"
    calls: ClassVar[str] = "1"
    optional: ClassVar[tuple[str, ...]] = tuple(name for name in FIELDS if name != "reference")

    levels: Mapping[str, str] = WITHOUT_REFERENCE

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "levels", parse_levels(self.levels, "parameter levels"))
        except ValueError as error:
            raise ConfigurationError(str(error)) from error

    @property
    def domain(self) -> Range:  # type: ignore[override]
        """From the lowest to the highest level."""
        low, high = ends(self.levels)
        return Range(low=low, high=high)

    @property
    def prompts(self) -> tuple[Prompt[ScoreReply]]:
        """The one prompt, which holds the rubric."""
        return (rubric_prompt(FrozenMap(self.levels)),)

    async def assess(self, judge: Judge, shown: Mapping[str, object]) -> MetricResult:
        """Ask for the level."""
        verdict = await judge.ask(self.prompts[0], **shown)
        score, why = verdict.reply.score, verdict.reply.reason
        described = self.levels.get(f"{score:g}")
        item = Item(kind="rubric", outcome=f"{score:g}", text=described, credit=float(score), reason=why)
        return MetricResult(
            value=score, reason=f"level {score:g} of {self.domain}; {why}", items=(item,), **trail({"rubric": verdict})
        )


@dataclass(frozen=True)
class RubricWithReference(Rubric):
    """Level of an answer by a fixed rubric, chosen by a judge that sees the reference.

    As `rubric`, with the `reference` of the case shown, and five ready-made levels of agreement with it. Range lowest to
    highest level, higher is better, in points. Not applicable where the case states no reference.

    Source: the rubrics with reference of ragas; levels with descriptions as in Kim et al., "Prometheus", ICLR 2024.
    """

    variant: ClassVar[str] = "reference"
    required: ClassVar[tuple[str, ...]] = ("reference",)

    levels: Mapping[str, str] = WITH_REFERENCE
