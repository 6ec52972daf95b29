"""Carrying out one call under limits: a slot, the rate, retries of what can pass, deadlines; whatever the transport is."""

from __future__ import annotations

import asyncio
import random
import weakref
from collections.abc import Awaitable, Callable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from assay.errors import DeadlineError, RemoteError
from assay.remote.clock import Clock, Deadline, SystemClock
from assay.remote.failure import UNREACHABLE, can_pass
from assay.remote.limiter import Limiter


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How hard an endpoint may be driven, and how long anything may take (seconds)."""

    concurrency: int = 16
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    attempts: int = 5
    timeout: float = 120.0
    connect_timeout: float = 10.0
    first_delay: float = 0.5
    longest_delay: float = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one exchange gave: data, or an error and the seconds that the server asks to wait."""

    data: Mapping[str, Any] | None = None
    error: RemoteError | DeadlineError | None = None
    wait: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One exchange, its number and how long it took."""

    number: int
    latency_ms: float
    answer: Answer

    @property
    def data(self) -> Mapping[str, Any]:
        """The answer's data; empty when it failed."""
        return self.answer.data or {}

    @property
    def error(self) -> RemoteError | DeadlineError | None:
        """Why it failed."""
        return self.answer.error


def _nothing() -> None:
    """Nothing happens before an attempt."""


def _ignore(attempt: Attempt) -> None:
    """Nobody watches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """What is done before each attempt (may raise, to stop) and with each finished one."""

    before: Callable[[], None] = _nothing
    after: Callable[[Attempt], None] = _ignore


Exchange = Callable[[], Awaitable[Answer]]


class Lane:
    """What everything that calls one server shares: calls at once (in each event loop), rates and pauses."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self.limiter = Limiter(
            clock=clock,
            requests_per_minute=limits.requests_per_minute,
            tokens_per_minute=limits.tokens_per_minute,
        )
        self._concurrency = limits.concurrency
        self._slots: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            weakref.WeakKeyDictionary()
        )

    @property
    def slots(self) -> asyncio.Semaphore:
        """The slots of the running loop."""
        return self._slots.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(self._concurrency))


class Lanes:
    """The lanes of one run by the server's address, so that judges, members of a jury and embedders share them."""

    def __init__(self) -> None:
        self._lanes: dict[str, Lane] = {}

    def at(self, url: str, limits: Limits, clock: Clock) -> Lane:
        """The lane to a server; the limits of whoever comes first hold for all."""
        return self._lanes.setdefault(url, Lane(limits, clock))


class Caller:
    """Carries out exchanges with one endpoint. Usable from any event loop; the rate limits are shared by all loops.

    Args:
        limits: how hard. `clock`: the time. `deadline`: for everything that goes through this caller.
        jitter: draws the fraction of a delay; real randomness unless a test says otherwise.
        lane: shared with others that call the same server; one of its own unless given.
    """

    def __init__(
        self,
        limits: Limits,
        *,
        clock: Clock | None = None,
        deadline: Deadline | None = None,
        jitter: Callable[[], float] | None = None,
        lane: Lane | None = None,
    ) -> None:
        self.limits = limits
        self.clock: Clock = clock or SystemClock()
        self.deadline = deadline or Deadline()
        self._lane = lane or Lane(limits, self.clock)
        self._jitter = jitter or random.Random().random
        self._answered = False
        self._fatal: RemoteError | None = None

    @property
    def limiter(self) -> Limiter:
        """The rates that hold for this caller."""
        return self._lane.limiter

    async def call(self, exchange: Exchange, *, tokens: float, deadline: Deadline, watch: Watch) -> Attempt:
        """The first successful attempt.

        Waits for the limits, retries what can pass (no connection, time-outs, 408, 429, 5xx) with exponential back-off and
        full jitter, and never waits less than the server asks for. After a fatal failure every later call fails at once; so
        it does once every attempt has failed to reach a server that never answered.

        Raises:
            RemoteError: the failure of the last attempt.
            DeadlineError: the time is up, or a wait would pass it.
        """
        until = self.deadline.sooner(deadline)
        for number in range(1, self.limits.attempts + 1):
            attempt = await self._attempt(number, exchange, tokens, until, watch=watch)
            watch.after(attempt)
            if attempt.error is None:
                self._answered = True
                return attempt
            if not isinstance(attempt.error, RemoteError):
                raise attempt.error
            last = number == self.limits.attempts or not can_pass(attempt.error)
            if attempt.error.fatal or (last and self._never_reached(attempt.error)):
                self._fatal = attempt.error
            if last:
                raise attempt.error
            await self._back_off(attempt, attempt.error, until)
        raise RemoteError("no attempt is allowed", code=UNREACHABLE, hint="set `attempts` to at least 1")

    def _never_reached(self, error: RemoteError) -> bool:
        self._answered = self._answered or error.code != UNREACHABLE
        return not self._answered

    async def _attempt(
        self, number: int, exchange: Exchange, tokens: float, until: Deadline, *, watch: Watch
    ) -> Attempt:
        async with self._lane.slots:
            if self._fatal is not None:
                raise copy(self._fatal).with_traceback(None)
            watch.before()
            try:
                await self._may_start(tokens, until)
            except DeadlineError as error:
                return Attempt(number=number, latency_ms=0.0, answer=Answer(error=error))
            begun = self.clock.monotonic()
            answer = await self._in_time(exchange, until)
            latency = round((self.clock.monotonic() - begun) * 1000, 3)
            return Attempt(number=number, latency_ms=latency, answer=answer)

    async def _may_start(self, tokens: float, until: Deadline) -> None:
        await until.wait(self.limiter.reserve(tokens), self.clock, "for the rate limit")
        while (pause := self.limiter.paused_for) > 0:
            await until.wait(pause, self.clock, "as the server asked")

    async def _in_time(self, exchange: Exchange, until: Deadline) -> Answer:
        try:
            async with asyncio.timeout(until.left(self.clock)):
                return await exchange()
        except DeadlineError as error:
            return Answer(error=error)
        except TimeoutError:
            return Answer(error=DeadlineError("the call took longer than its deadline", hint="raise `deadline`"))

    async def _back_off(self, attempt: Attempt, error: RemoteError, until: Deadline) -> None:
        """Wait before the next attempt; a server that asks for longer than the longest delay is given up."""
        ceiling = min(self.limits.longest_delay, self.limits.first_delay * 2 ** (attempt.number - 1))
        delay = ceiling * self._jitter()
        asked = attempt.answer.wait
        if asked is not None:
            if asked > self.limits.longest_delay:
                raise error
            self.limiter.pause(asked)
            delay = asked + self.limits.first_delay * self._jitter()
        await until.wait(delay, self.clock, "before trying again")
