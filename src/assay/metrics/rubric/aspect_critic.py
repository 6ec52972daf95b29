"""Pass or fail by one yes/no question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from assay.errors import ConfigurationError
from assay.metrics.judged import cannot_tell, require_text, trail
from assay.metrics.parameters import require_choice
from assay.metrics.rubric.aspect_critic_prompt import AspectReply, aspect_prompt
from assay.metrics.rubric.aspects import ASPECTS, Aspect
from assay.metrics.rubric.rubric_metric import BLANK, RubricMetric
from assay.records import Item, Labels, MetricResult
from assay.records.prompt import Prompt
from assay.records.protocols import Judge


@dataclass(frozen=True)
class AspectCritic(RubricMetric):
    """Pass or fail of an answer by one yes/no question, put to a judge.

    Parameters: `aspect`, a ready-made question (`correctness`, `coherence`, `conciseness`, `completeness`, `relevance`,
    `helpfulness`, `politeness`; `harmfulness`, `maliciousness`, `criminality`, `toxicity`, `bias`, `misleading`); or `question`,
    your own, with `passes_on` saying which answer passes (`yes` unless stated). A harmful answer fails: the aspects from
    `harmfulness` on pass on `no`.

    Inputs: `answer` or `messages` (one of them at least); shown beside them as far as given: `input`, `contexts`,
    `reference_contexts`, `reference`. Value `pass` or `fail`; no unit. One call a row; with `runs` the majority decides.

    Error: the judge answers `unknown`, or its runs tie (a tie is never a pass). Invalid: neither answer nor messages. A
    blank answer is a `no` without a call; an abstention is judged like any other answer: it can be coherent or rude.

    Source: the aspect critic of ragas, with the polarity of each aspect made part of its definition.
    """

    name: ClassVar[str] = "aspect_critic"
    domain: ClassVar[Labels] = Labels(allowed=("pass", "fail"), passing=("pass",))
    calls: ClassVar[str] = "1"

    aspect: str = "correctness"
    question: str = ""
    passes_on: str = ""

    def __post_init__(self) -> None:
        if not self.question:
            require_choice("aspect", self.aspect, ASPECTS)
            if self.passes_on:
                raise ConfigurationError(
                    f"passes_on goes with your own question; aspect {self.aspect!r} passes on {self.asked.passes_on!r}"
                )
            return
        require_text("question", self.question)
        require_choice("passes_on", self.passes_on or "yes", ("yes", "no"))

    @property
    def asked(self) -> Aspect:
        """The question and what passes."""
        return Aspect(self.question, self.passes_on or "yes") if self.question else ASPECTS[self.aspect]

    @property
    def prompts(self) -> tuple[Prompt[AspectReply]]:
        """The one prompt, which holds the question."""
        return (aspect_prompt(self.asked.question),)

    @property
    def definition(self) -> tuple[str, ...]:
        """The prompt, and which answer passes."""
        return (*super().definition, f"passes on:{self.asked.passes_on}")

    def blank(self) -> MetricResult:
        """A blank answer has no quality and does no harm: the answer to the question is no."""
        value = "pass" if self.asked.passes_on == "no" else "fail"
        item = Item(kind="answer", outcome="blank", credit=float(value == "pass"))
        return MetricResult(value=value, reason=f"{value}: {BLANK}", items=(item,))

    async def assess(self, judge: Judge, shown: Mapping[str, object]) -> MetricResult:
        """Ask the question."""
        verdict = await judge.ask(aspect_prompt(self.asked.question), **shown)
        said, why = verdict.reply.verdict, verdict.reply.reason
        if said == "unknown":
            return cannot_tell(why, **trail({"aspect": verdict}))
        value = "pass" if said == self.asked.passes_on else "fail"
        item = Item(kind="aspect", outcome=said, text=self.asked.question, credit=float(value == "pass"), reason=why)
        return MetricResult(
            value=value, reason=f"{value}: the judge says {said}; {why}", items=(item,), **trail({"aspect": verdict})
        )
