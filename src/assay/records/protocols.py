"""What a metric may be handed: a judge, an embedder, a grounder; and the log that a judge writes its calls to.

Protocols only, so that metrics import no client and clients import no store.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Protocol, runtime_checkable

from assay.records.prompt import Prompt, Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Generic[Reply]):
    """What came of one question.

    Attributes:
        reply: the validated reply; with several runs or several models, the one they agree on. Where the prompt has `items`, its
            `verdicts` hold exactly one entry for each number, in order. With `aggregate: mean` a numeric verdict may be a
            fraction between two levels.
        replies: the validated reply of every run and every model, in order; one for a prompt without a verdict.
        calls: hashes of the calls behind it, as the call log named them.
        method: the judge's identity.
        distribution: probability of each text of `prompt.scale` at the verdict, where the server gives token probabilities;
            it may sum to less than one. None where unknown.
        details: JSON values for the score's evidence: `runs`, `agreement` (mean pairwise agreement of the runs), `spread`
            (largest minus smallest numeric verdict), `votes` (one list for each item), `fresh` and `cached` (numbers of
            calls), `cached_from` (runs), `usd` (None when a price is unknown), `notes` (repairs, dropped parameters,
            re-asked numbers).
    """

    reply: Reply
    replies: tuple[Reply, ...] = ()
    calls: tuple[str, ...] = ()
    method: str = ""
    distribution: Mapping[str, float] | None = None
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
        """A validated verdict on the named inputs of `prompt`.

        Raises:
            TypeError: an input is missing or unknown.
            JudgeError: unreachable, refused, cut off, unparsable, or verdicts missing after the one re-ask; `code` says which.
            BudgetError: the budget is spent.
            DeadlineError: the time is up.
        """
        ...


class CallLog(Protocol):
    """Where a judge keeps every attempt and finds earlier replies. The store implements it.

    A call is a JSON object, named by the SHA-256 of its canonical JSON. Always there: `request_key` (what was asked: SHA-256
    of provider, model, messages, schema, sampling settings and sample number), `ok` (whether its reply may be used again),
    `kind` (`chat`, `embedding` or `probe`), `provider`, `model`, `endpoint` (without credentials), `request`, `sample`
    (counted from 0), `attempt` (counted from 1), `outcome` (`ok` or an error code), `latency_ms`. Where known: `prompt` and
    `prompt_hash`, `reply` (the raw text), `message` (of an error), `finish_reason`, `returned_model`, `mode` (how structured
    output was asked for), `status` (HTTP), `tokens` (log-probabilities), `usage` (`input_tokens`, `output_tokens`), `usd`,
    `run_id`.
    """

    def put_call(self, call: Mapping[str, Any]) -> str:
        """Keep one attempt; its hash. Never overwrites another."""
        ...

    def cached(self, request_key: str) -> Mapping[str, Any] | None:
        """The newest call with this key that is `ok`, as it was put; None if there is none."""
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def identity(self) -> str:
        """Model name and revision, with everything else that can change a vector."""
        ...

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One unit vector for each text, all of one length.

        Raises:
            EvaluationError: the model could not be asked, or gave no usable vector.
        """
        ...


@dataclass(frozen=True, slots=True)
class TokenVectors:
    """The tokens of one text as a model cuts it: the span of each in the text, and its unit vector in context."""

    spans: Sequence[tuple[int, int]]
    vectors: Any


@runtime_checkable
class TokenEmbedder(Embedder, Protocol):
    """An embedder that also gives one vector for each token. A server gives none, a model on this machine does."""

    async def embed_tokens(self, texts: Sequence[str]) -> Sequence[TokenVectors]:
        """The tokens of each text; `vectors` are the rows of one numpy array."""
        ...


class Support(StrEnum):
    """Whether passages support a claim. `unknown` never counts as support."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounding:
    """What a grounder found for one claim.

    Attributes:
        support: the verdict. `score`: the probability of support that it rests on, from 0 to 1.
        passage: the passage that it rests on, counted from 1. `quote`: the sentence there, at `passage[start:end]`.
        guards: names of the guards that fired (`number`, `negation`, …), each once. `reason`: in words.
        signals: the numbers behind the score, by name.
    """

    support: Support
    score: float
    passage: int | None = None
    quote: str | None = None
    start: int | None = None
    end: int | None = None
    guards: tuple[str, ...] = ()
    reason: str = ""
    signals: Mapping[str, float] = field(default_factory=dict)


class Grounder(Protocol):
    """Decides offline whether passages support claims."""

    @property
    def identity(self) -> str:
        """The method as printed: `lexical`, `fusion:<embedder>`, `nli:<model>`, `grounding:<model>`."""
        ...

    async def ground(self, claims: Sequence[str], passages: Sequence[str]) -> Sequence[Grounding]:
        """One grounding for each claim, in order. Without a passage that has words every claim is unknown."""
        ...
