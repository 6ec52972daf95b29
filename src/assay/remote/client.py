"""One pooled HTTP client for one endpoint: limits before, retries after, deadlines around, secrets out."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import weakref
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from assay.errors import DeadlineError, MissingExtraError, RemoteError
from assay.remote.clock import Clock, Deadline, SystemClock
from assay.remote.endpoint import Endpoint
from assay.remote.failure import BAD_RESPONSE, TIMEOUT, UNREACHABLE, can_pass, failure, retry_after
from assay.remote.limiter import Limiter

if TYPE_CHECKING:
    import httpx


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
class Attempt:
    """One HTTP exchange. `data` is the body's JSON object when it succeeded, `error` says why when it did not."""

    number: int
    latency_ms: float
    data: Mapping[str, Any] | None = None
    error: RemoteError | DeadlineError | None = None
    wait: float | None = None


def _nothing() -> None:
    """Nothing happens before an attempt."""


def _ignore(attempt: Attempt) -> None:
    """Nobody watches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """What a caller does before each attempt (may raise, to stop) and with each finished one."""

    before: Callable[[], None] = _nothing
    after: Callable[[Attempt], None] = _ignore


@dataclass(frozen=True, slots=True)
class _Call:
    """One request on its way: what is posted where, what it is estimated to use, until when, and who watches."""

    path: str
    body: bytes
    tokens: float
    until: Deadline
    watch: Watch


@dataclass(slots=True)
class _OnLoop:
    """What belongs to one event loop: connections and the limit of calls at once."""

    http: httpx.AsyncClient
    slots: asyncio.Semaphore
    keeper: AsyncGenerator[None, None] | None = field(default=None)


class RemoteClient:
    """Posts JSON to one endpoint.

    It works from any event loop: each has its own connections, closed with the loop; the rate limits are shared by all.

    Args:
        endpoint: where. `limits`: how hard. `clock`: the time. `deadline`: for everything this client does.
        jitter: draws the fraction of a delay; real randomness unless a test says otherwise.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        limits: Limits | None = None,
        clock: Clock | None = None,
        deadline: Deadline | None = None,
        jitter: Callable[[], float] | None = None,
    ) -> None:
        self.endpoint = endpoint
        self.limits = limits or Limits()
        self.clock: Clock = clock or SystemClock()
        self.deadline = deadline or Deadline()
        self.limiter = Limiter(
            clock=self.clock,
            requests_per_minute=self.limits.requests_per_minute,
            tokens_per_minute=self.limits.tokens_per_minute,
        )
        self._jitter = jitter or random.Random().random
        self._loops: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, _OnLoop] = weakref.WeakKeyDictionary()
        self._lock = threading.Lock()
        self._fatal: RemoteError | None = None

    async def post(
        self,
        path: str,
        body: Mapping[str, Any],
        *,
        tokens: float = 0,
        deadline: Deadline | None = None,
        watch: Watch | None = None,
    ) -> Attempt:
        """The first successful attempt at posting `body` to `path`.

        Waits for the limits, retries what can pass (no connection, time-outs, 408, 429, 5xx) with exponential back-off and
        full jitter, and never waits less than the server asks for. After a fatal failure every later call fails at once,
        without network.

        Raises:
            RemoteError: the failure of the last attempt; its text holds no secret.
            DeadlineError: the time is up, or a wait would pass it.
            MissingExtraError: httpx is not installed.
        """
        self._check_usable()
        content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        until = self.deadline.sooner(deadline or Deadline())
        call = _Call(path, content, tokens, until, watch or Watch())
        for number in range(1, self.limits.attempts + 1):
            attempt = await self._attempt(number, call)
            call.watch.after(attempt)
            if attempt.error is None:
                return attempt
            if not isinstance(attempt.error, RemoteError):
                raise attempt.error
            if attempt.error.fatal:
                self._fatal = attempt.error
            if number == self.limits.attempts or not can_pass(attempt.error):
                raise attempt.error
            await self._back_off(number, attempt, until)
        raise RemoteError("no attempt is allowed", code=UNREACHABLE, hint="set `attempts` to at least 1")

    async def aclose(self) -> None:
        """Close the connections of the running loop."""
        on_loop = self._loops.pop(asyncio.get_running_loop(), None)
        if on_loop is not None and on_loop.keeper is not None:
            await on_loop.keeper.aclose()

    def _check_usable(self) -> None:
        if self.endpoint.problem is not None:
            raise RemoteError(self.endpoint.problem, code="not_configured", hint=self.endpoint.hint, fatal=True)
        if self._fatal is not None:
            raise self._fatal

    async def _back_off(self, number: int, attempt: Attempt, until: Deadline) -> None:
        ceiling = min(self.limits.longest_delay, self.limits.first_delay * 2 ** (number - 1))
        delay = ceiling * self._jitter()
        if attempt.wait is not None:
            if attempt.wait > self.limits.longest_delay and attempt.error is not None:
                raise attempt.error
            self.limiter.pause(attempt.wait)
            delay = attempt.wait + self.limits.first_delay * self._jitter()
        await until.wait(delay, self.clock, "before trying again")

    async def _attempt(self, number: int, call: _Call) -> Attempt:
        on_loop = await self._on_this_loop()
        async with on_loop.slots:
            self._check_usable()
            call.watch.before()
            await call.until.wait(self.limiter.reserve(call.tokens), self.clock, "for the rate limit")
            while (pause := self.limiter.paused_for) > 0:
                await call.until.wait(pause, self.clock, "as the server asked")
            begun = self.clock.monotonic()
            data, error, wait = await self._exchange(on_loop.http, call)
            latency = round((self.clock.monotonic() - begun) * 1000, 3)
            return Attempt(number=number, latency_ms=latency, data=data, error=error, wait=wait)

    async def _exchange(
        self, http: httpx.AsyncClient, call: _Call
    ) -> tuple[Mapping[str, Any] | None, RemoteError | DeadlineError | None, float | None]:
        import httpx

        left = call.until.left(self.clock)
        try:
            async with asyncio.timeout(left):
                response = await http.post(self.endpoint.url + call.path, content=call.body)
        except TimeoutError:
            return None, DeadlineError("the call took longer than its deadline", hint="raise `deadline`"), None
        except httpx.TimeoutException as error:
            return None, self._network(TIMEOUT, "no answer in time", error), None
        except (httpx.TransportError, httpx.InvalidURL) as error:
            return None, self._network(UNREACHABLE, "cannot be reached", error), None
        return self._read(response)

    def _read(self, response: httpx.Response) -> tuple[Mapping[str, Any] | None, RemoteError | None, float | None]:
        if not response.is_success:
            error = failure(response.status_code, response.content)
            error.message = self.endpoint.redactor.text(error.message)
            error.args = (error.message,)
            wait = retry_after(response.headers, now=self.clock.time()) if can_pass(error) else None
            return None, error, wait
        try:
            data = json.loads(response.content)
        except ValueError:
            data = None
        if not isinstance(data, dict):
            return None, self._malformed(response.status_code), None
        return data, None, None

    def _malformed(self, status: int) -> RemoteError:
        return RemoteError(
            f"{self.endpoint.url} answered {status} with something that is not a JSON object",
            code=BAD_RESPONSE,
            hint="check that the base URL is that of an OpenAI-compatible API",
            status=status,
        )

    def _network(self, code: str, what: str, error: Exception) -> RemoteError:
        told = self.endpoint.redactor.text(f"{type(error).__name__}: {error}".rstrip(": "))
        return RemoteError(
            f"{self.endpoint.url}: {what} ({told})",
            code=code,
            hint="check that the server runs and the base URL is right",
        )

    async def _on_this_loop(self) -> _OnLoop:
        loop = asyncio.get_running_loop()
        with self._lock:
            on_loop = self._loops.get(loop)
            if on_loop is None:
                on_loop = _OnLoop(self._new_http(), asyncio.Semaphore(self.limits.concurrency))
                self._loops[loop] = on_loop
        if on_loop.keeper is None:
            on_loop.keeper = _keep(on_loop.http)
            await anext(on_loop.keeper)
        return on_loop

    def _new_http(self) -> httpx.AsyncClient:
        try:
            import httpx
        except ImportError:
            raise MissingExtraError("httpx", extra="judge", needed_for="asking a model server") from None

        count = self.limits.concurrency
        return httpx.AsyncClient(
            headers={"Content-Type": "application/json", **self.endpoint.headers},
            params=dict(self.endpoint.query),
            limits=httpx.Limits(max_connections=count, max_keepalive_connections=count),
            timeout=httpx.Timeout(self.limits.timeout, connect=self.limits.connect_timeout),
            follow_redirects=False,
        )


async def _keep(http: httpx.AsyncClient) -> AsyncGenerator[None, None]:
    """Holds the connections open until the generator is closed; an ending loop closes all its generators."""
    try:
        yield
    finally:
        await http.aclose()
