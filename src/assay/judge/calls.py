"""Calls as records: what was asked, what came back, and every attempt in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from assay.errors import EvaluationError, JudgeError
from assay.judge.budget import Budget
from assay.judge.completion import ChatReply, ChatRequest, Token, outcome_of
from assay.judge.prices import Prices
from assay.judge.tokens import EXPECTED_OUTPUT_TOKENS, estimated_input_tokens
from assay.records.canonical import content_hash
from assay.records.output import Usage
from assay.records.protocols import CallLog
from assay.remote.caller import Attempt, Watch
from assay.remote.endpoint import Endpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request with what the record should say about it."""

    request: ChatRequest
    prompt: str = ""
    prompt_hash: str = ""
    sample: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A reply, the hash of its call, whether it was cached and from which run, and its price."""

    reply: ChatReply
    call: str
    cached: bool
    run: str | None
    usd: Decimal | None


class MemoryCalls:
    """A call log for a judge that is used without a store."""

    def __init__(self) -> None:
        self._calls: dict[str, Mapping[str, Any]] = {}
        self._usable: dict[str, Mapping[str, Any]] = {}

    def put_call(self, call: Mapping[str, Any]) -> str:
        """Keep one attempt; its hash."""
        name = content_hash(call)
        self._calls[name] = call
        if call["ok"]:
            self._usable[call["request_key"]] = call
        return name

    def cached(self, request_key: str) -> Mapping[str, Any] | None:
        """The newest usable call with this key."""
        return self._usable.get(request_key)

    def __len__(self) -> int:
        return len(self._calls)

    def all(self) -> list[Mapping[str, Any]]:
        """Every attempt, in order."""
        return list(self._calls.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """Where calls are written and what they cost: the log, the prices, the budget, and the run that they belong to."""

    calls: CallLog = field(default_factory=MemoryCalls)
    prices: Prices = field(default_factory=Prices)
    budget: Budget = field(default_factory=Budget)
    run_id: str | None = None


class CallWriter:
    """Writes the attempts at one question, and keeps the budget told. `written` are their hashes."""

    def __init__(self, books: Books, endpoint: Endpoint, asked: Asked, key: str, *, kind: str = "chat") -> None:
        self._books, self._endpoint, self._asked, self._key, self._kind = books, endpoint, asked, key, kind
        self.written: list[str] = []
        self._attempt = 0
        self._open = 0
        self._expected = None if books.budget.usd_limit is None else self._expected_price(asked.request)

    def _expected_price(self, request: ChatRequest) -> Decimal | None:
        usage = Usage(input_tokens=estimated_input_tokens(request), output_tokens=EXPECTED_OUTPUT_TOKENS)
        return self._books.prices.usd(self._endpoint, usage)

    @property
    def watch(self) -> Watch:
        """What the client tells about each attempt."""
        return Watch(before=self._before, after=self._after)

    def _before(self) -> None:
        self._books.budget.start(self._expected)
        self._open += 1
        self._attempt += 1

    def _after(self, attempt: Attempt) -> None:
        if attempt.error is None and self._kind == "chat":
            return  # written with its reply
        error = attempt.error
        self._finish(Decimal(0) if error is not None else None)
        self.put(
            ok=False,
            outcome="ok" if error is None else outcome_of(error),
            message=None if error is None else error.message,
            status=getattr(error, "status", None),
            latency_ms=attempt.latency_ms,
        )

    def close(self, error: EvaluationError) -> None:
        """An attempt that succeeded as HTTP and could not be read is written with what was wrong."""
        if self._open:
            self._finish(None)
            self.put(ok=False, outcome=outcome_of(error), message=error.message, latency_ms=0.0)

    def replied(self, request: ChatRequest, reply: ChatReply, problem: JudgeError | None) -> Recorded:
        """Write a reply; `problem` says why it cannot be used."""
        usd = self._books.prices.usd(self._endpoint, reply.usage)
        self._finish(usd)
        call, name = self.put(
            ok=problem is None,
            outcome="ok" if problem is None else problem.code,
            message=problem and problem.message,
            request={**request.question, "max_tokens": request.max_tokens},
            reply=reply.text,
            refusal=reply.refusal,
            finish_reason=reply.finish_reason,
            returned_model=reply.returned_model,
            mode=reply.mode,
            notes=list(reply.notes) or None,
            tokens=[[token.text, dict(token.top)] for token in reply.tokens] or None,
            usage=reply.usage.to_dict(),
            usd=None if usd is None else float(usd),
            latency_ms=reply.latency_ms,
        )
        return recorded_call(call, cached=False, name=name)

    def _finish(self, usd: Decimal | None) -> None:
        if self._open:
            self._open -= 1
            self._books.budget.finish(self._expected, usd)

    def put(self, **facts: Any) -> tuple[dict[str, Any], str]:
        """Write one attempt, without secrets."""
        asked, request = self._asked, self._asked.request
        call = {
            "request_key": self._key,
            "kind": self._kind,
            "provider": self._endpoint.provider.name,
            "model": self._endpoint.model,
            "endpoint": self._endpoint.url,
            "request": {**request.question, "max_tokens": request.max_tokens},
            "sample": asked.sample,
            "attempt": max(1, self._attempt),
            "prompt": asked.prompt,
            "prompt_hash": asked.prompt_hash,
            "run_id": self._books.run_id,
            **facts,
        }
        clean = self._endpoint.redactor.value({name: value for name, value in call.items() if value is not None})
        name = self._books.calls.put_call(clean)
        self.written.append(name)
        return clean, name


def recorded_call(call: Mapping[str, Any], *, cached: bool, name: str | None = None) -> Recorded:
    """A recorded call that was `ok`, read back."""
    usage = call.get("usage") or {}
    usd = call.get("usd")
    reply = ChatReply(
        text=call["reply"],
        finish_reason=call.get("finish_reason"),
        returned_model=call.get("returned_model"),
        usage=Usage(input_tokens=usage.get("input_tokens"), output_tokens=usage.get("output_tokens")),
        tokens=tuple(Token(text, dict(top)) for text, top in call.get("tokens") or ()),
        mode=call.get("mode", ""),
        attempt=call["attempt"],
        latency_ms=call["latency_ms"],
        notes=tuple(call.get("notes") or ()),
    )
    run = call.get("run_id")
    return Recorded(
        reply=reply,
        call=name or content_hash(call),
        cached=cached,
        run=run,
        usd=None if usd is None else Decimal(repr(usd)),
    )
