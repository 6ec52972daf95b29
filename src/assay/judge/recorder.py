"""The one path by which a model is asked: from the record where it can be, else once, with every attempt written down."""

from __future__ import annotations

import asyncio
import weakref
from dataclasses import replace
from enum import StrEnum

from assay.errors import EvaluationError, JudgeError
from assay.judge.calls import Asked, Books, CallWriter, Recorded, recorded_call
from assay.judge.completion import TOO_LONG, TRUNCATED, ChatRequest, Completer, as_judge_error, finish_problem
from assay.judge.tokens import estimated_input_tokens
from assay.records.canonical import content_hash
from assay.remote.clock import Deadline

LARGER = 4
REPLAY_MISSING = "replay_missing"


class CallMode(StrEnum):
    """`live` asks what is not recorded yet, `record` asks everything once more, `replay` asks nothing."""

    LIVE = "live"
    RECORD = "record"
    REPLAY = "replay"


class Recorder:
    """Asks a completer through the record.

    Args:
        completer: carries the requests. `books`: the record, prices and budget. `mode`: when it is asked and when looked up.
        context_window: tokens that the model can take; a longer request is refused before it is sent, never cut.
    """

    def __init__(
        self,
        completer: Completer,
        *,
        books: Books | None = None,
        mode: CallMode = CallMode.LIVE,
        context_window: int | None = None,
    ) -> None:
        self.completer = completer
        self.books = books or Books()
        self.mode = mode
        self.context_window = context_window
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
            return replace(await asyncio.shield(task), cached=True, run=self.books.run_id)
        task = asyncio.ensure_future(self._ask(asked, key, deadline))
        tasks[key] = task
        task.add_done_callback(lambda done: _forget(tasks, key, done))
        return await _owned(task)

    async def close(self) -> None:
        """Stop what is in flight in the running loop and close its connections. Asking again opens new ones."""
        tasks = list(self._in_flight.pop(asyncio.get_running_loop(), {}).values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.completer.close()

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
        call = self.books.calls.cached(key)
        if call is None or (self.mode is CallMode.LIVE and call["endpoint"] != self.completer.endpoint.url):
            return None
        return recorded_call(call, cached=True)

    async def _ask(self, asked: Asked, key: str, deadline: Deadline) -> Recorded:
        writer = CallWriter(self.books, self.completer.endpoint, asked, key)
        try:
            recorded = await self._asked(asked, writer, deadline)
        except EvaluationError as error:
            error.calls = tuple(writer.written)
            raise
        self._fresh.add(key)
        return recorded

    async def _asked(self, asked: Asked, writer: CallWriter, deadline: Deadline) -> Recorded:
        """The reply; one that was cut off is asked for once more, with more room."""
        try:
            self._check_length(asked.request)
            await self._prepare(deadline)
            return await self._ask_for(asked.request, writer, deadline)
        except JudgeError as error:
            if error.code != TRUNCATED:
                raise
            larger = replace(asked.request, max_tokens=asked.request.max_tokens * LARGER)
            return await self._ask_for(larger, writer, deadline)

    async def _ask_for(self, request: ChatRequest, writer: CallWriter, deadline: Deadline) -> Recorded:
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
        earlier = self.books.calls.cached(key) if self.mode is CallMode.LIVE else None
        if earlier is not None:
            self.completer.restore(earlier["capabilities"])
            return
        asked = Asked(request=ChatRequest(messages=(), schema={}, max_tokens=0), prompt="probe")
        writer = CallWriter(self.books, self.completer.endpoint, asked, key, kind="probe")
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
