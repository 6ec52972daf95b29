"""A prompt: a readable, typed, versioned question to a judge. Its hash is part of the metric's signature."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from assay.records.canonical import content_hash

if TYPE_CHECKING:
    from pydantic import BaseModel

Reply = TypeVar("Reply", bound="BaseModel")


@dataclass(frozen=True, slots=True)
class Example:
    """One worked example: the inputs and the reply that a good judge gives, both as JSON values."""

    inputs: Mapping[str, Any]
    reply: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt(Generic[Reply]):
    """Instruction, typed reply, worked examples and language.

    `reply` is a pydantic model in which the reason stands before the verdict. Inputs whose name is in `untrusted` are texts
    that the system under test or its corpus produced; the judge delimits them so that they cannot close their delimiter.
    `items` names the input that is a numbered list and `verdicts` the reply field that must answer each number exactly once.
    """

    name: str
    version: str
    instruction: str
    reply: type[Reply]
    untrusted: tuple[str, ...] = ()
    items: str | None = None
    verdicts: str | None = None
    examples: tuple[Example, ...] = field(default=())
    language: str = "en"

    @property
    def hash(self) -> str:
        """SHA-256 over everything that can change a verdict."""
        return content_hash(
            {
                "name": self.name,
                "version": self.version,
                "instruction": self.instruction,
                "schema": self.reply.model_json_schema(),
                "untrusted": list(self.untrusted),
                "items": self.items,
                "verdicts": self.verdicts,
                "examples": [
                    {"inputs": dict(example.inputs), "reply": dict(example.reply)} for example in self.examples
                ],
                "language": self.language,
            }
        )
