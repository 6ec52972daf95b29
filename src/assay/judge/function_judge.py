"""A Python function as a judge."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from assay.errors import RemoteError
from assay.judge.completion import ChatReply, ChatRequest
from assay.remote.client import Attempt, Watch
from assay.remote.clock import Deadline, SystemClock
from assay.remote.endpoint import Endpoint, Provider
from assay.remote.failure import BAD_RESPONSE

JudgeFunction = Callable[..., Any]
"""`function(messages, schema)`, plain or async, giving the reply as text, as a mapping or as a pydantic model."""

_PROVIDER = Provider("python", None, "", "", key_required=False, free=True)


class FunctionCompleter:
    """Carries requests to a Python function. A plain function runs in a thread, so that it does not hold up the others.

    The function is called with the chat messages and the reply's JSON schema. Whatever it raises becomes a judge error with the
    exception's type and text; what it returns is read and validated as strictly as a model's reply.

    Args:
        function: the judge. `name`: what it is called in records; its module and name unless given.
    """

    def __init__(self, function: JudgeFunction, *, name: str | None = None) -> None:
        self._function = function
        own = f"{function.__module__}.{getattr(function, '__qualname__', type(function).__name__)}"
        self._endpoint = Endpoint(provider=_PROVIDER, model=name or own, url="python:")
        self._clock = SystemClock()

    @property
    def endpoint(self) -> Endpoint:
        """The function's name."""
        return self._endpoint

    @property
    def capabilities(self) -> Mapping[str, Any]:
        """Nothing has to be found out about a function."""
        return {}

    def restore(self, capabilities: Mapping[str, Any]) -> None:
        """There is nothing to take over."""

    async def prepare(self, *, deadline: Deadline, watch: Watch) -> None:
        """There is nothing to find out."""

    async def complete(self, request: ChatRequest, *, deadline: Deadline, watch: Watch) -> ChatReply:
        """What the function returns for one request."""
        watch.before()
        begun = self._clock.monotonic()
        try:
            async with asyncio.timeout(deadline.left(self._clock)):
                text = _as_text(await self._call(request))
        except Exception as error:  # noqa: BLE001 - foreign code: whatever it raises is this judge's failure
            failure = RemoteError(f"{self._endpoint.name} raised {type(error).__name__}: {error}", code="exception")
            watch.after(Attempt(number=1, latency_ms=self._since(begun), error=failure))
            raise failure from error
        latency = self._since(begun)
        watch.after(Attempt(number=1, latency_ms=latency, data={}))
        return ChatReply(text=text, finish_reason="stop", returned_model=self._endpoint.model, latency_ms=latency)

    async def _call(self, request: ChatRequest) -> object:
        messages = [dict(message) for message in request.messages]
        if inspect.iscoroutinefunction(self._function):
            return await self._function(messages, dict(request.schema))
        result = await asyncio.to_thread(self._function, messages, dict(request.schema))
        return await result if isinstance(result, Awaitable) else result

    def _since(self, begun: float) -> float:
        return round((self._clock.monotonic() - begun) * 1000, 3)


def _as_text(value: object) -> str:
    """The reply as text: as given, or as JSON of the mapping or model given."""
    if isinstance(value, str):
        return value
    dump = getattr(value, "model_dump", None)
    plain = dump(mode="json") if callable(dump) else value
    if not isinstance(plain, Mapping):
        raise RemoteError(f"a judge function returns text or a mapping, got {type(value).__name__}", code=BAD_RESPONSE)
    return json.dumps(plain, ensure_ascii=False)
