"""One pooled HTTP client for one endpoint: limits before, retries after, deadlines around, secrets out."""

from __future__ import annotations

import asyncio
import json
import ssl
import weakref
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

from assay.errors import MissingExtraError, RemoteError
from assay.remote.caller import Answer, Attempt, Caller, Lanes, Limits, Watch
from assay.remote.clock import Clock, Deadline, SystemClock
from assay.remote.endpoint import Endpoint
from assay.remote.failure import BAD_RESPONSE, TIMEOUT, UNREACHABLE, can_pass, failure, retry_after

if TYPE_CHECKING:
    import httpx


class RemoteClient:
    """Posts JSON to one endpoint.

    It works from any event loop: each has its own connections, closed with the loop; the rate limits are shared by all.

    Args:
        endpoint: where. `limits`: how hard. `clock`: the time. `deadline`: for everything this client does.
        jitter: draws the fraction of a delay; real randomness unless a test says otherwise.
        lanes: the limits of others that may call the same server.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        limits: Limits | None = None,
        clock: Clock | None = None,
        deadline: Deadline | None = None,
        jitter: Callable[[], float] | None = None,
        lanes: Lanes | None = None,
    ) -> None:
        self.endpoint = endpoint
        self.limits = limits or Limits()
        clock = clock or SystemClock()
        lane = (lanes or Lanes()).at(endpoint.url, self.limits, clock)
        self.caller = Caller(self.limits, clock=clock, deadline=deadline, jitter=jitter, lane=lane)
        self._tls: ssl.SSLContext | None = None
        self._keepers: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, _Connections] = weakref.WeakKeyDictionary()

    async def post(
        self,
        path: str,
        body: Mapping[str, Any],
        *,
        tokens: float = 0,
        deadline: Deadline | None = None,
        watch: Watch | None = None,
    ) -> Attempt:
        """The first successful attempt at posting `body` to `path`; see `Caller.call`.

        Raises:
            RemoteError: the failure of the last attempt; its text holds no secret.
            DeadlineError: the time is up, or a wait would pass it.
            MissingExtraError: httpx is not installed.
        """
        if self.endpoint.problem is not None:
            raise RemoteError(self.endpoint.problem, code="not_configured", hint=self.endpoint.hint, fatal=True)
        content = json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
        connections = await self._connections()

        async def exchange() -> Answer:
            with connections.one() as http:
                return await self._exchange(http, path, content)

        return await self.caller.call(exchange, tokens=tokens, deadline=deadline or Deadline(), watch=watch or Watch())

    async def aclose(self) -> None:
        """Close the connections of the running loop."""
        connections = self._keepers.pop(asyncio.get_running_loop(), None)
        if connections is not None:
            await connections.keeper.aclose()

    async def _exchange(self, http: httpx.AsyncClient, path: str, content: bytes) -> Answer:
        import httpx

        try:
            response = await http.post(self.endpoint.url + path, content=content, extensions=self._target(path))
        except httpx.TimeoutException as error:
            return self._network(TIMEOUT, "no answer in time", error)
        except (httpx.TransportError, httpx.InvalidURL) as error:
            return self._network(UNREACHABLE, "cannot be reached", error)
        return self._read(response)

    def _target(self, path: str) -> dict[str, bytes]:
        """The request target with the query, which may hold a key: httpx logs every URL, so the URL is without it."""
        if not self.endpoint.query:
            return {}
        place = urlsplit(self.endpoint.url).path + path
        return {"target": f"{place}?{urlencode(self.endpoint.query)}".encode()}

    def _read(self, response: httpx.Response) -> Answer:
        if not response.is_success:
            error = failure(response.status_code, response.content, self.endpoint.redactor)
            wait = retry_after(response.headers, now=self.caller.clock.time()) if can_pass(error) else None
            return Answer(error=error, wait=wait)
        try:
            data = json.loads(response.content)
        except ValueError:
            data = None
        if isinstance(data, dict):
            return Answer(data=data)
        what = f"{self.endpoint.url} answered {response.status_code} with something that is not a JSON object"
        hint = "check that the base URL is that of an OpenAI-compatible API"
        return Answer(error=RemoteError(what, code=BAD_RESPONSE, hint=hint, status=response.status_code))

    def _network(self, code: str, what: str, error: Exception) -> Answer:
        told = self.endpoint.redactor.text(f"{type(error).__name__}: {error}".rstrip(": "))
        hint = "check that the server runs and the base URL is right"
        return Answer(error=RemoteError(f"{self.endpoint.url}: {what} ({told})", code=code, hint=hint))

    async def _connections(self) -> _Connections:
        loop = asyncio.get_running_loop()
        connections = self._keepers.get(loop)
        if connections is None:
            connections = self._keepers[loop] = _Connections(self._new_http)
            await anext(connections.keeper)
        return connections

    def _new_http(self) -> httpx.AsyncClient:
        try:
            import httpx
        except ImportError:
            raise MissingExtraError("httpx", extra="judge", needed_for="asking a model server") from None

        if self._tls is None:
            self._tls = httpx.create_ssl_context()
        return httpx.AsyncClient(
            headers={"Content-Type": "application/json", **self.endpoint.headers},
            verify=self._tls,
            limits=httpx.Limits(max_connections=1, max_keepalive_connections=1),
            timeout=httpx.Timeout(self.limits.timeout, connect=self.limits.connect_timeout),
            follow_redirects=False,
        )


class _Connections:
    """The connections of one event loop. A loop that ends closes its asynchronous generators, and so these connections.

    Each has an `AsyncClient` of its own, because the pool of httpcore looks through all connections and all waiting requests for
    each request: with 64 connections that takes several times longer than everything else.
    """

    def __init__(self, new: Callable[[], httpx.AsyncClient]) -> None:
        self._new = new
        self._idle: list[httpx.AsyncClient] = []
        self._all: list[httpx.AsyncClient] = []
        self.keeper = self._keep()

    @contextmanager
    def one(self) -> Iterator[httpx.AsyncClient]:
        """The connection that was used last and is free, or a new one; whoever limits the calls limits the connections."""
        http = self._idle.pop() if self._idle else self._another()
        try:
            yield http
        finally:
            self._idle.append(http)

    def _another(self) -> httpx.AsyncClient:
        http = self._new()
        self._all.append(http)
        return http

    async def _keep(self) -> AsyncGenerator[None, None]:
        try:
            yield
        finally:
            for http in self._all:
                await http.aclose()
