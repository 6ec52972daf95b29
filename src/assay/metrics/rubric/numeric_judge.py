"""A number by a question of your own."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.rubric.prompt_judge import PromptJudge
from assay.metrics.rubric.prompt_judge_prompt import number_prompt
from assay.records import Item, Range
from assay.records.prompt import Prompt


@dataclass(frozen=True)
class NumericJudge(PromptJudge):
    """A number in a declared range, by a question in your own words with `{variables}`, put to a judge.

    Parameters: `prompt`, the question (what share of the input the answer deals with, unless stated); `low` and `high` (0 and 1),
    both ends valid; `label`, the name that scores carry. Braces: see `discrete_judge`.

    Inputs: the variables of the text. Range `low` to `high`, higher is better (write the question so). One call a row; several
    `runs` give their mean, median or majority. A number outside the range is asked again once and is then an `error`. Not
    applicable: a variable that the case does not state. Invalid: one that the target did not return.

    Source: the numeric metric of ragas, with its range enforced.

    >>> NumericJudge(prompt="How formal is {answer}?", low=0, high=10).spec
    'numeric_judge(prompt="How formal is {answer}?",high=10)'
    """

    name: ClassVar[str] = "numeric_judge"

    prompt: str = "What share of what {input} asks does {answer} deal with? 0 is nothing of it, 1 all of it."
    low: float = 0
    high: float = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        ends = (self.low, self.high)
        real = all(isinstance(end, (int, float)) and not isinstance(end, bool) and math.isfinite(end) for end in ends)
        if not real or not self.low < self.high:
            raise ConfigurationError(
                f"low and high must be numbers, low below high, got {self.low!r} and {self.high!r}"
            )

    @property
    def domain(self) -> Range:  # type: ignore[override]
        """The range."""
        return Range(low=self.low, high=self.high)

    @property
    def verdict_rule(self) -> str:
        """A number in the range."""
        return f"The verdict is a number from {self.low} to {self.high}, both ends included."

    @property
    def prompts(self) -> tuple[Prompt[Any]]:
        """The one prompt, made from the text."""
        return (number_prompt(self.instruction, self.template.variables, self.low, self.high),)

    def told(self, verdict: float) -> str:
        """The number, in full."""
        return repr(verdict)

    def item(self, verdict: float, reason: str) -> Item:
        """The number as credit."""
        return Item(kind="verdict", outcome=self.told(verdict), credit=float(verdict), reason=reason)
