"""An order by a question of your own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.parameters import text_tuple
from assay.metrics.rubric.prompt_judge import PromptJudge
from assay.metrics.rubric.prompt_judge_prompt import order_prompt
from assay.records import Direction, Ranking
from assay.records.prompt import Prompt

QUALITIES = ("correctness", "completeness", "clarity")


@dataclass(frozen=True)
class RankingJudge(PromptJudge):
    """An order of distinct entries, by a question in your own words with `{variables}`, put to a judge.

    Parameters: `prompt`, the question (which qualities of the answer are strongest, unless stated); `entries`, the texts to
    be put in order, each exactly once; or, where they are not known beforehand, `length`, how many the judge must give;
    `label`, the name that scores carry. Braces: see `discrete_judge`.

    Inputs: the variables of the text. Value: the order, best first; it has no direction and no mean. One call a row;
    several `runs` go by majority of whole orders. An order that is too short, too long, holds an entry twice or one that is
    not in the set is asked again once and is then an `error`. Not applicable: a variable that the case does not state.
    Invalid: one that the target did not return.

    Source: the ranking metric of ragas, with length and entries enforced.

    >>> RankingJudge().domain
    Ranking(length=3)
    """

    name: ClassVar[str] = "ranking_judge"
    direction: ClassVar[Direction] = Direction.NONE

    prompt: str = "{answer} was given to {input}. Order its qualities, the strongest first."
    entries: tuple[str, ...] | None = None
    length: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.entries is not None:
            object.__setattr__(self, "entries", text_tuple("entries", self.entries))
        if self.entries is not None and self.length is not None:
            raise ConfigurationError("give entries or length, not both")
        if self.entries is not None and len(set(self.entries)) != len(self.entries):
            raise ConfigurationError(f"parameter entries must be distinct, got {list(self.entries)}")
        if isinstance(self.size, bool) or not isinstance(self.size, int) or self.size < 2:
            raise ConfigurationError(f"an order needs two entries or more, got {self.size!r}")

    @property
    def known(self) -> tuple[str, ...] | None:
        """The entries, or None where only their number is known."""
        if self.length is not None:
            return None
        return QUALITIES if self.entries is None else self.entries

    @property
    def size(self) -> int:
        """How many entries an order has."""
        return self.length if self.length is not None else len(self.known or ())

    @property
    def domain(self) -> Ranking:  # type: ignore[override]
        """Orders of that many entries."""
        return Ranking(length=self.size)

    @property
    def verdict_rule(self) -> str:
        """An order of the entries."""
        of = f": {', '.join(self.known)}" if self.known else ""
        return f"The verdict is a list of {self.size} distinct texts, the first in order first{of}."

    @property
    def prompts(self) -> tuple[Prompt[Any]]:
        """The one prompt, made from the text."""
        return (order_prompt(self.instruction, self.template.variables, self.size, self.known),)

    def told(self, verdict: tuple[str, ...]) -> str:
        """The order in one line."""
        return " > ".join(verdict)
