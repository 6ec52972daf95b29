"""One exchange with a chat model, whoever carries it: what is asked, and what came back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from assay.errors import DeadlineError, EvaluationError, JudgeError, RemoteError
from assay.records.output import Usage
from assay.remote.caller import Watch
from assay.remote.clock import Deadline
from assay.remote.endpoint import Endpoint

UNAVAILABLE = "judge_unavailable"
REFUSED = "judge_refused"
FILTERED = "judge_content_filter"
TRUNCATED = "judge_truncated"
TOO_LONG = "judge_too_long"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """Messages, the reply's JSON schema and the sampling settings. `max_tokens` is a limit, not part of what is asked."""

    messages: tuple[Mapping[str, str], ...]
    schema: Mapping[str, Any]
    max_tokens: int
    temperature: float | None = 0.0
    top_p: float | None = None
    seed: int | None = None
    logprobs: bool = False

    @property
    def question(self) -> dict[str, Any]:
        """What is asked, as JSON: everything but the token limit, without settings that are not made."""
        settings = {"temperature": self.temperature, "top_p": self.top_p, "seed": self.seed}
        return {
            "messages": [dict(message) for message in self.messages],
            "schema": dict(self.schema),
            "logprobs": self.logprobs,
            **{name: value for name, value in settings.items() if value is not None},
        }


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a reply and the log-probabilities of the likeliest tokens in its place."""

    text: str
    top: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """A model's raw reply and everything the server said about it."""

    text: str
    finish_reason: str | None = None
    refusal: str | None = None
    returned_model: str | None = None
    usage: Usage = field(default_factory=Usage)
    tokens: tuple[Token, ...] = ()
    mode: str = ""
    attempt: int = 1
    latency_ms: float = 0.0
    notes: tuple[str, ...] = ()


class Completer(Protocol):
    """Carries chat requests to one model."""

    @property
    def endpoint(self) -> Endpoint:
        """Which model, where."""
        ...

    @property
    def capabilities(self) -> Mapping[str, Any] | None:
        """What is known of the server, as JSON for the record; None before `prepare`."""
        ...

    def restore(self, capabilities: Mapping[str, Any]) -> None:
        """Take over what an earlier run found out."""
        ...

    async def prepare(self, *, deadline: Deadline, watch: Watch) -> None:
        """Find out what the server supports, once. Raises as `complete` does."""
        ...

    async def complete(self, request: ChatRequest, *, deadline: Deadline, watch: Watch) -> ChatReply:
        """The reply. Every attempt goes through `watch`.

        Raises:
            RemoteError: no reply came.
            DeadlineError: the time is up.
        """
        ...

    async def close(self) -> None:
        """Give back what the running loop holds open."""
        ...


class PlainCompleter:
    """The part of a completer about whose server nothing has to be found out."""

    @property
    def capabilities(self) -> Mapping[str, Any] | None:
        """Nothing is unknown."""
        return {}

    def restore(self, capabilities: Mapping[str, Any]) -> None:
        """There is nothing to take over."""

    async def prepare(self, *, deadline: Deadline, watch: Watch) -> None:
        """There is nothing to find out."""

    async def close(self) -> None:
        """Nothing is held open."""


def finish_problem(reply: ChatReply) -> JudgeError | None:
    """Why a reply cannot be read as a verdict by the way it ended; None when it ended well."""
    if reply.refusal:
        return JudgeError(
            "the judge refused to answer", code=REFUSED, hint="it is not asked again; see the call's record"
        )
    if reply.finish_reason == "content_filter":
        return JudgeError(
            "the provider's content filter stopped the judge", code=FILTERED, hint="it is not asked again"
        )
    if reply.finish_reason in ("length", "max_tokens"):
        spent = f" after {reply.usage.output_tokens} tokens" if reply.usage.output_tokens is not None else ""
        return JudgeError(
            f"the judge's reply was cut off by the token limit{spent}", code=TRUNCATED, hint="raise `max_tokens`"
        )
    return None


_UNAVAILABLE = frozenset({"unreachable", "auth", "not_found", "not_configured", "quota"})


def as_judge_error(error: EvaluationError) -> EvaluationError:
    """A server's failure as the judge's: `judge_unavailable`, or `judge_` and the failure's own code."""
    if not isinstance(error, RemoteError):
        return error
    code = UNAVAILABLE if error.code in _UNAVAILABLE else f"judge_{error.code}"
    return JudgeError(error.message, code=code, hint=error.hint)


def outcome_of(error: EvaluationError) -> str:
    """The word that a call's record holds for an error."""
    return "deadline" if isinstance(error, DeadlineError) else as_judge_error(error).code
