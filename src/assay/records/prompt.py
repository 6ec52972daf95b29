"""A prompt: a readable, typed, versioned question to a judge. Its hash is part of the metric's signature.

::

    class Checked(JudgeReply):                      # assay.records.reply; the reason stands before the verdict
        id: int
        reason: str
        verdict: Literal["supported", "contradicted", "unknown"]

    class Reply(JudgeReply):
        verdicts: list[Checked]

    SUPPORT = Prompt(
        name="claim_support", version="1", instruction="For each claim, decide …",
        inputs=("passages", "claims"), items="claims", reply=Reply, verdicts="verdicts", verdict="verdict",
    )
    verdict = await judge.ask(SUPPORT, passages=[…], claims=[…])
    [checked.verdict for checked in verdict.reply.verdicts]     # one for each claim, in order
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args

from assay.errors import ConfigurationError
from assay.records.canonical import canonical_json, content_hash

if TYPE_CHECKING:
    from pydantic import BaseModel

Reply = TypeVar("Reply", bound="BaseModel")


@dataclass(frozen=True, slots=True)
class Example:
    """One worked example: the inputs and the reply that a good judge gives, both as JSON values."""

    inputs: Mapping[str, Any]
    reply: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Prompt(Generic[Reply]):
    """Instruction, named inputs, typed reply, worked examples and language.

    Attributes:
        name: what it is called. `version`: raised whenever the meaning changes.
        instruction: what to decide, and what each word of the vocabulary means. Never holds text of the system under test.
        inputs: the names that `Judge.ask` takes, in the order shown. A value is text, a list of texts (shown numbered from 1),
            a number, or a JSON object; None leaves the input out.
        reply: a pydantic model, best below `assay.records.reply.JudgeReply`.
        trusted: inputs that whoever configures the metric wrote (criteria, a rubric). All others are untrusted: they are
            delimited so that they cannot close their delimiter.
        items: the input that is a list whose every number must be answered exactly once.
        verdicts: the reply field that answers them, a list of models with an `id`.
        verdict: the field, of the reply or of each entry of `verdicts`, that holds the judgement. It is what repeated runs and
            juries agree on. None for a prompt that only extracts or rewrites: such a prompt is asked once.
        scale: the verdict's possible texts, where probabilities of the verdict are wanted (`Verdict.distribution`).
        language: of the instruction and examples.

    Raises:
        ConfigurationError: an unknown name, a verdict before its reason, or an example that breaks its own schema.
    """

    name: str
    version: str
    instruction: str
    inputs: tuple[str, ...]
    reply: type[Reply]
    trusted: tuple[str, ...] = ()
    items: str | None = None
    verdicts: str | None = None
    verdict: str | None = None
    scale: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    language: str = "en"

    def __post_init__(self) -> None:
        for problem in self._problems():
            raise ConfigurationError(f"prompt {self.name!r}: {problem}", code="prompt")

    @property
    def judged(self) -> type[BaseModel]:
        """The model that holds the verdict: the entry model of `verdicts`, or the reply itself."""
        if self.verdicts is None:
            return self.reply
        entry: type[BaseModel] = get_args(self.reply.model_fields[self.verdicts].annotation)[0]
        return entry

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The reply's JSON schema."""
        return self.reply.model_json_schema()

    @cached_property
    def hash(self) -> str:
        """SHA-256 over everything that can change a verdict."""
        return content_hash(
            {
                "name": self.name,
                "version": self.version,
                "instruction": self.instruction,
                "inputs": list(self.inputs),
                "trusted": list(self.trusted),
                "schema": self.schema,
                "order": list(self.judged.model_fields),
                "items": self.items,
                "verdicts": self.verdicts,
                "verdict": self.verdict,
                "scale": list(self.scale),
                "examples": [
                    {"inputs": dict(example.inputs), "reply": dict(example.reply)} for example in self.examples
                ],
                "language": self.language,
            }
        )

    @property
    def tag(self) -> str:
        """For `Metric.definition`: `prompt:claim_support:0123456789ab`."""
        return f"prompt:{self.name}:{self.hash[:12]}"

    def _problems(self) -> list[str]:
        known = self.reply.model_fields
        if (self.items is None) != (self.verdicts is None):
            return [
                "`items` and `verdicts` go together: the numbered input, and the reply field that answers each number"
            ]
        if self.verdicts is not None and self.verdicts not in known:
            return [f"the reply has no field {self.verdicts!r}"]
        if self.verdicts is not None and "id" not in self.judged.model_fields:
            return [f"each entry of {self.verdicts!r} needs an `id`, the number that it answers"]
        named = (*self.trusted, *((self.items,) if self.items else ()))
        problems = [f"{name!r} is not one of its inputs" for name in named if name not in self.inputs]
        problems += order_problems(self.judged, self.verdict) if self.verdict else []
        for index, example in enumerate(self.examples, start=1):
            problems += self._example_problems(index, example)
        return problems

    def _example_problems(self, index: int, example: Example) -> list[str]:
        unknown = sorted(set(example.inputs) - set(self.inputs))
        if unknown:
            return [f"example {index} gives {unknown}, which are not inputs"]
        try:
            self.reply.model_validate_json(canonical_json(dict(example.reply)), strict=True)
        except ValueError as error:
            return [f"example {index} breaks the reply's own schema: {error}"]
        return []


def order_problems(model: type[BaseModel], verdict: str) -> list[str]:
    """What is wrong with the order of `model`'s fields: the reason must come before the verdict, and both must be there.

    A verdict written first is followed by its rationalisation; a reason written first can still change it.
    """
    order = list(model.model_fields)
    if verdict not in order:
        return [f"{model.__name__} has no field {verdict!r}"]
    if "reason" not in order:
        return [f"{model.__name__} has no field 'reason'"]
    if order.index("reason") > order.index(verdict):
        return [f"{model.__name__} states {verdict!r} before its reason; put `reason` first"]
    return []
