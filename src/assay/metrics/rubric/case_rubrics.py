"""Levels by the rubrics that a case brings along."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from assay.errors import InvalidRowError
from assay.metrics.judged import require_scale, trail
from assay.metrics.rubric.levels import ends, parse_rubrics
from assay.metrics.rubric.material import material
from assay.metrics.rubric.rubric_metric import RubricMetric, no_answer
from assay.metrics.rubric.rubric_prompt import GradedRubric, RubricsReply, rubrics_prompt
from assay.records import Item, MetricResult, Range, exact
from assay.records.prompt import Prompt
from assay.records.protocols import Judge


@dataclass(frozen=True)
class CaseRubrics(RubricMetric):
    """Mean level of an answer over the rubrics of its case, each graded by a judge on its own.

    Parameters: `low` and `high`, the scale that every case keeps to (1 and 5), so that rows can be compared.

    Inputs: `rubrics` (from the case): one rubric, `{"1": "…", …, "5": "…"}`, or several by their id,
    `{"tone": {"1": "…", …}, "depth": {…}}`; and `answer` or `messages` (one of them at least). Shown beside them as far as given:
    `input`, `contexts`, `reference_contexts`, `reference`. Range `low` to `high`, higher is better, in points. All rubrics of a
    case are graded in one call, numbered, and each must be answered exactly once: a level is never put to another rubric. The
    items hold each rubric's id, level and reason.

    Not applicable: the case states no rubrics. Invalid: a rubric with a gap, a blank or a level outside the scale, or neither
    answer nor messages. Error: a rubric without a usable level after the judge was asked again.

    Source: the instance-specific rubrics of ragas; several rubrics per item as in Kim et al., "Prometheus", ICLR 2024.
    """

    name: ClassVar[str] = "rubric"
    variant: ClassVar[str] = "case"
    unit: ClassVar[str] = "points"
    calls: ClassVar[str] = "1"
    required: ClassVar[tuple[str, ...]] = ("rubrics",)

    low: int = 1
    high: int = 5

    def __post_init__(self) -> None:
        require_scale(self.low, self.high)

    @property
    def domain(self) -> Range:  # type: ignore[override]
        """The scale."""
        return Range(low=self.low, high=self.high)

    @property
    def prompts(self) -> tuple[Prompt[RubricsReply]]:
        """The one prompt."""
        return (rubrics_prompt(self.low, self.high),)

    async def measure(self, *, judge: Judge, rubrics: Any, **fields: Any) -> MetricResult:  # type: ignore[override]
        """Ask for a level by each rubric."""
        named = self._parsed(rubrics)
        numbered = [{"number": number, "levels": levels} for number, levels in enumerate(named.values(), start=1)]
        shown = material(**fields)
        if no_answer(shown):
            return self.blank()
        verdict = await judge.ask(self.prompts[0], rubrics=numbered, **shown)
        graded = verdict.reply.verdicts
        items = tuple(_item(name, entry) for name, entry in zip(named, graded, strict=True))
        mean = sum((exact(entry.score) for entry in graded), Fraction(0)) / len(graded)
        told = ", ".join(f"{item.id}={item.outcome}" for item in items)
        return MetricResult(
            value=float(mean), reason=f"mean of {len(items)}: {told}", items=items, **trail({"rubrics": verdict})
        )

    def _parsed(self, rubrics: object) -> dict[str, Any]:
        try:
            named = parse_rubrics(rubrics, "rubrics")
        except ValueError as error:
            raise InvalidRowError(str(error), code="rubrics") from error
        low, high = ends(next(iter(named.values())))
        if (low, high) != (self.low, self.high):
            raise InvalidRowError(
                f"the rubrics go from {low} to {high}, this check's scale from {self.low} to {self.high}",
                code="rubrics",
            )
        return named


def _item(name: str, graded: GradedRubric) -> Item:
    score = graded.score
    return Item(kind="rubric", id=name, outcome=f"{score:g}", credit=float(score), reason=graded.reason)
