"""A label by a question of your own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.parameters import text_tuple
from assay.metrics.rubric.prompt_judge import PromptJudge
from assay.metrics.rubric.prompt_judge_prompt import label_prompt
from assay.records import Item, Labels
from assay.records.prompt import Prompt


@dataclass(frozen=True)
class DiscreteJudge(PromptJudge):
    """One of several labels, by a question in your own words with `{variables}`, put to a judge.

    Parameters: `prompt`, the question (whether the answer answers the input, unless stated); `labels`, the closed set
    (`pass`, `fail`); `passing`, those that hold (the first one); `label`, the name that scores carry. In the text, `{answer}`
    names a field of the case or the output; other braces are plain text, and `{{` writes one where a name in braces is meant
    literally.

    Inputs: the variables of the text. Value: one of the labels. One call a row; several `runs` go by majority. A label outside
    the set is asked again once and is then an `error`, as is a tie. Not applicable: a variable that the case does not state.
    Invalid: one that the target did not return.

    Source: the discrete metric of ragas, with its vocabulary enforced.

    >>> DiscreteJudge(prompt="Is {answer} rude?", labels=("no", "yes")).domain
    Labels(allowed=('no', 'yes'), passing=('no',))
    """

    name: ClassVar[str] = "discrete_judge"

    prompt: str = "Does {answer} answer {input}? `pass` if it does, `fail` if it evades, misses or only touches it."
    labels: tuple[str, ...] = ("pass", "fail")
    passing: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("labels", "passing"):
            object.__setattr__(self, name, text_tuple(name, getattr(self, name)))
        if len(self.labels) < 2 or len(set(self.labels)) != len(self.labels) or not all(map(str.strip, self.labels)):
            raise ConfigurationError(f"parameter labels must be two or more distinct words, got {list(self.labels)}")
        if unknown := [word for word in self.passing if word not in self.labels]:
            raise ConfigurationError(f"parameter passing names {unknown}, which are not among the labels")

    @property
    def domain(self) -> Labels:  # type: ignore[override]
        """The labels, and those that pass."""
        return Labels(allowed=self.labels, passing=self.passing or self.labels[:1])

    @property
    def verdict_rule(self) -> str:
        """One of the labels."""
        return f"The verdict is exactly one of: {', '.join(self.labels)}."

    @property
    def prompts(self) -> tuple[Prompt[Any]]:
        """The one prompt, made from the text."""
        return (label_prompt(self.instruction, self.template.variables, self.labels),)

    def item(self, verdict: str, reason: str) -> Item:
        """The label, with credit 1 where it holds."""
        return Item(kind="verdict", outcome=verdict, credit=float(verdict in self.domain.passing), reason=reason)
