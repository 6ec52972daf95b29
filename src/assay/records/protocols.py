"""What a metric may be handed: a judge, an embedder, a grounder. Protocols only, so that metrics import no client."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Protocol

from assay.records.prompt import Prompt, Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Generic[Reply]):
    """A judge's validated reply (the first or only one), all sampled replies, and the attempts behind them."""

    reply: Reply
    replies: tuple[Reply, ...] = ()
    calls: tuple[str, ...] = ()
    method: str = ""
    details: dict[str, Any] = field(default_factory=dict)


class Judge(Protocol):
    """A model asked for a structured verdict."""

    @property
    def identity(self) -> str:
        """Provider and model as asked for, `openai/gpt-4.1-mini`; a score's method is `judge:` and this."""
        ...

    @property
    def runs(self) -> int:
        """How many times each question is really asked."""
        ...

    async def ask(self, prompt: Prompt[Reply], **inputs: object) -> Verdict[Reply]:
        """A validated verdict.

        Raises:
            JudgeError: unreachable, refused, cut off, unparsable, or verdicts missing after the one re-ask.
            BudgetError: the budget is spent.
            DeadlineError: the time is up.
        """
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def identity(self) -> str:
        """Model name and revision."""
        ...

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One unit vector for each text, all of one length."""
        ...


class Support(StrEnum):
    """Whether passages support a claim. `unknown` never counts as support."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounding:
    """What a grounder found for one claim: the verdict, its score, the passage it rests on, and the guards that fired."""

    support: Support
    score: float
    passage: int | None = None
    quote: str | None = None
    guards: tuple[str, ...] = ()
    reason: str = ""


class Grounder(Protocol):
    """Decides offline whether passages support claims."""

    @property
    def identity(self) -> str:
        """The method as printed: `lexical`, `nli:<model>`, `grounding:<model>`."""
        ...

    async def ground(self, claims: Sequence[str], passages: Sequence[str]) -> Sequence[Grounding]:
        """One grounding for each claim, in order."""
        ...
