"""The one path by which a model is asked: from the record where it can be, else once, with every attempt written down."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any

from assay.errors import EvaluationError, JudgeError
from assay.judge.budget import Budget
from assay.judge.chat import EXPECTED_OUTPUT_TOKENS, estimated_input_tokens
from assay.judge.completion import (
    TOO_LONG,
    TRUNCATED,
    ChatReply,
    ChatRequest,
    Completer,
    Token,
    as_judge_error,
    finish_problem,
    outcome_of,
)
from assay.judge.prices import Prices
from assay.records.canonical import content_hash
from assay.records.output import Usage
from assay.records.protocols import CallLog
from assay.remote.caller import Attempt, Watch
from assay.remote.clock import Deadline

LARGER = 4
REPLAY_MISSING = "replay_missing"


class CallMode(StrEnum):
    """`live` asks what is not recorded yet, `record` asks everything once more, `replay` asks nothing."""

    LIVE = "live"
    RECORD = "record"
    REPLAY = "replay"


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


class Recorder:
    """Asks a completer through the record.

    Args:
        completer: carries the requests. `calls`: the record. `mode`: when it is asked and when looked up.
        prices, budget: what a call costs and may cost. `deadline`: for the whole run.
        context_window: tokens that the model can take; a longer request is refused before it is sent, never cut.
        run_id: of the run that the attempts belong to.
    """

    def __init__(
        self,
        completer: Completer,
        *,
        calls: CallLog | None = None,
        mode: CallMode = CallMode.LIVE,
        prices: Prices | None = None,
        budget: Budget | None = None,
        context_window: int | None = None,
        run_id: str | None = None,
    ) -> None:
        self.completer = completer
        self.calls: CallLog = MemoryCalls() if calls is None else calls
        self.mode = mode
        self.prices = prices or Prices()
        self.budget = budget or Budget()
        self.context_window = context_window
        self.run_id = run_id
        self._fresh: set[str] = set()
        self._in_flight: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, asyncio.Task[Recorded]]] = (
            weakref.WeakKeyDictionary()
        )

    async def complete(self, asked: Asked, *, deadline: Deadline) -> Recorded:
        """The reply to a request; identical requests in flight are asked once.

        Raises:
            JudgeError: `replay_missing` in replay; else why no usable reply came.
            BudgetError: the budget is spent.
            DeadlineError: the time is up.
        """
        key = self.request_key(asked)
        known = self._look_up(key)
        if known is not None:
            return known
        if self.mode is CallMode.REPLAY:
            raise JudgeError(
                f"{self.completer.endpoint.name} was never asked this (prompt {asked.prompt!r}, sample {asked.sample})",
                code=REPLAY_MISSING,
                hint="run once with judge mode `live` or `record`; a changed prompt, input or setting is a new question",
            )
        tasks = self._in_flight.setdefault(asyncio.get_running_loop(), {})
        task = tasks.get(key)
        if task is not None:
            return replace(await asyncio.shield(task), cached=True, run=self.run_id)
        task = asyncio.ensure_future(self._ask(asked, key, deadline))
        tasks[key] = task
        task.add_done_callback(lambda done: _forget(tasks, key, done))
        return await _owned(task)

    def request_key(self, asked: Asked) -> str:
        """The name of a question: provider, model, messages, schema, sampling settings and sample number.

        The address of the server is not part of it, so a run can be replayed on a machine that does not know it; a live run
        does not take a reply that came from another address.
        """
        name = self.completer.endpoint.name
        return content_hash({"model": name, "question": asked.request.question, "sample": asked.sample})

    def _look_up(self, key: str) -> Recorded | None:
        if self.mode is CallMode.RECORD and key not in self._fresh:
            return None
        call = self.calls.cached(key)
        if call is None or (self.mode is CallMode.LIVE and call["endpoint"] != self.completer.endpoint.url):
            return None
        return _recorded(call, cached=True)

    async def _ask(self, asked: Asked, key: str, deadline: Deadline) -> Recorded:
        writer = _Writer(self, asked, key)
        try:
            self._check_length(asked.request)
            await self._prepare(deadline)
            recorded = await self._ask_for(asked.request, writer, deadline)
        except JudgeError as error:
            if error.code != TRUNCATED:
                raise
            larger = replace(asked.request, max_tokens=asked.request.max_tokens * LARGER)
            recorded = await self._ask_for(larger, writer, deadline)
        self._fresh.add(key)
        return recorded

    async def _ask_for(self, request: ChatRequest, writer: _Writer, deadline: Deadline) -> Recorded:
        try:
            reply = await self.completer.complete(request, deadline=deadline, watch=writer.watch)
        except EvaluationError as error:
            writer.close(error)
            raise as_judge_error(error) from error
        problem = finish_problem(reply)
        call = writer.replied(request, reply, problem)
        if problem is not None:
            raise problem
        return call

    def _check_length(self, request: ChatRequest) -> None:
        if self.context_window is None:
            return
        length = estimated_input_tokens(request)
        if length > self.context_window:
            raise JudgeError(
                f"the question is about {length} tokens long; {self.completer.endpoint.name} takes {self.context_window}",
                code=TOO_LONG,
                hint="use a model with a larger window, or fewer and shorter passages; nothing is cut silently",
            )

    async def _prepare(self, deadline: Deadline) -> None:
        if self.completer.capabilities is not None:
            return
        key = content_hash({"probe": self.completer.endpoint.name, "at": self.completer.endpoint.url})
        earlier = self.calls.cached(key) if self.mode is CallMode.LIVE else None
        if earlier is not None:
            self.completer.restore(earlier["capabilities"])
            return
        asked = Asked(request=ChatRequest(messages=(), schema={}, max_tokens=0), prompt="probe")
        writer = _Writer(self, asked, key, kind="probe")
        try:
            await self.completer.prepare(deadline=deadline, watch=writer.watch)
        except EvaluationError as error:
            raise as_judge_error(error) from error
        writer.put(ok=True, outcome="ok", capabilities=dict(self.completer.capabilities or {}), latency_ms=0.0)


async def _owned(task: asyncio.Task[Recorded]) -> Recorded:
    """The task's result for the caller that started it; a caller that is cancelled does not cancel those who wait too."""
    return await asyncio.shield(task)


def _forget(tasks: dict[str, asyncio.Task[Recorded]], key: str, done: asyncio.Task[Recorded]) -> None:
    tasks.pop(key, None)
    if not done.cancelled():
        done.exception()


class _Writer:
    """Writes the attempts at one question, and keeps the budget told."""

    def __init__(self, recorder: Recorder, asked: Asked, key: str, *, kind: str = "chat") -> None:
        self._recorder, self._asked, self._key, self._kind = recorder, asked, key, kind
        self._endpoint = recorder.completer.endpoint
        self._attempt = 0
        self._open = 0
        expected = Usage(input_tokens=estimated_input_tokens(asked.request), output_tokens=EXPECTED_OUTPUT_TOKENS)
        self._expected = recorder.prices.usd(self._endpoint, expected)

    @property
    def watch(self) -> Watch:
        """What the client tells about each attempt."""
        return Watch(before=self._before, after=self._after)

    def _before(self) -> None:
        self._recorder.budget.start(self._expected)
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
        usd = self._recorder.prices.usd(self._endpoint, reply.usage)
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
        return _recorded(call, cached=False, name=name)

    def _finish(self, usd: Decimal | None) -> None:
        if self._open:
            self._open -= 1
            self._recorder.budget.finish(self._expected, usd)

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
            "run_id": self._recorder.run_id,
            **facts,
        }
        clean = self._endpoint.redactor.value({name: value for name, value in call.items() if value is not None})
        return clean, self._recorder.calls.put_call(clean)


def _recorded(call: Mapping[str, Any], *, cached: bool, name: str | None = None) -> Recorded:
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
