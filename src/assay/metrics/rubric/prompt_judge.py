"""The base of metrics made from a prompt text of your own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.judged import JudgeMetric, require_text, trail
from assay.metrics.rubric.template import Template, parse_template, showable
from assay.metrics.signature import Inputs
from assay.metrics.spec import is_name
from assay.records import Item, MetricResult
from assay.records.prompt import Prompt
from assay.records.protocols import Judge, Verdict

_HOW = (
    "Names in square brackets stand for the blocks of that name, which are numbered where there are several. "
    "Give the reason first, then the verdict."
)


@dataclass(frozen=True)
class PromptJudge(JudgeMetric):
    """One question in your own words, put to a judge; the `{variables}` of the text are the metric's inputs.

    Variables are fields of the case or the output (`{input}`, `{answer}`, `{contexts}`, `{reference}`, …, or your own).
    `label` is the name that scores carry, where the whole text would be unwieldy.
    """

    calls: ClassVar[str] = "1"

    prompt: str
    label: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        require_text("prompt", self.prompt)
        if not isinstance(self.label, str) or (self.label and not is_name(self.label)):
            raise ConfigurationError(
                f"parameter label must be a plain name, got {self.label!r}",
                hint="write a letter from A to Z first, then letters, digits, _, -, . or +",
            )
        _ = self.template

    @property
    def spec(self) -> str:
        """The label, or the text that parses back to this metric."""
        return self.label or super().spec

    @property
    def template(self) -> Template:
        """The parsed prompt text."""
        return parse_template(self.prompt)

    @property
    def needs(self) -> Inputs:
        """The variables, and the judge."""
        return Inputs(required=self.template.variables, optional=(), resources=("judge",), is_async=True)

    @property
    def instruction(self) -> str:
        """What the judge is told: your text, what the names mean, and what a verdict may be."""
        return f"{self.template.text}\n\n{_HOW} {self.verdict_rule}"

    @property
    def verdict_rule(self) -> str:
        """The sentence that says what a verdict may be. Subclasses state it."""
        raise TypeError(f"{type(self).__name__} does not state its verdict_rule")

    async def measure(self, *, judge: Judge, **variables: Any) -> MetricResult:
        """Ask the question."""
        shown = {name: showable(value) for name, value in variables.items()}
        verdict: Verdict[Any] = await judge.ask(self.prompts[0], **shown)
        said, why = verdict.reply.verdict, verdict.reply.reason
        return MetricResult(
            value=said, reason=f"{self.told(said)}; {why}", items=(self.item(said, why),), **trail({"verdict": verdict})
        )

    def told(self, verdict: Any) -> str:
        """The verdict in the reason."""
        return str(verdict)

    def item(self, verdict: Any, reason: str) -> Item:
        """The verdict as evidence."""
        return Item(kind="verdict", outcome=self.told(verdict), reason=reason)

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """The one prompt, made from the text."""
        raise TypeError(f"{type(self).__name__} does not state its prompts")
