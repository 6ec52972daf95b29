"""A Python function as a judge."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from assay.errors import RemoteError
from assay.judge.completion import ChatReply, ChatRequest, PlainCompleter
from assay.records.canonical import sha256_text
from assay.remote.caller import Answer, Caller, Limits, Watch
from assay.remote.clock import Deadline
from assay.remote.endpoint import Endpoint, Provider

JudgeFunction = Callable[..., Any]
"""`function(messages, schema)`, plain or async, giving the reply as text, as a mapping or as a pydantic model."""

PREFIX = "python/"
_PROVIDER = Provider("python", None, "", "", key_required=False, free=True)
_LIMITS = Limits(attempts=1)


class FunctionCompleter(PlainCompleter):
    """Carries requests to a Python function. A plain function runs in a thread, so that it does not hold up the others.

    The function is called with the chat messages and the reply's JSON schema. Whatever it raises becomes a judge error with the
    exception's type and text; what it returns is read and validated as strictly as a model's reply. A recorded reply is
    used again only while the function's code is the same.

    Args:
        function: the judge. `name`: what it is called in records; its module and name unless given.
    """

    def __init__(self, function: JudgeFunction, *, name: str | None = None, limits: Limits = _LIMITS) -> None:
        self._function = function
        self._endpoint = function_endpoint(name or own_name(function), _code_hash(function))
        self._caller = Caller(limits)

    @property
    def endpoint(self) -> Endpoint:
        """The function's name."""
        return self._endpoint

    async def complete(self, request: ChatRequest, *, deadline: Deadline, watch: Watch) -> ChatReply:
        """What the function returns for one request."""

        async def exchange() -> Answer:
            try:
                return Answer(data={"text": _as_text(await self._call(request))})
            except Exception as error:  # noqa: BLE001 - foreign code: whatever it raises is this judge's failure
                told = f"{self._endpoint.name} raised {type(error).__name__}: {error}"
                return Answer(error=RemoteError(told, code="exception"))

        attempt = await self._caller.call(exchange, tokens=0, deadline=deadline, watch=watch)
        return ChatReply(
            text=attempt.data["text"],
            finish_reason="stop",
            returned_model=self._endpoint.model,
            attempt=attempt.number,
            latency_ms=attempt.latency_ms,
        )

    async def _call(self, request: ChatRequest) -> object:
        messages = [dict(message) for message in request.messages]
        if inspect.iscoroutinefunction(self._function):
            return await self._function(messages, dict(request.schema))
        result = await asyncio.to_thread(self._function, messages, dict(request.schema))
        return await result if isinstance(result, Awaitable) else result


def own_name(function: JudgeFunction) -> str:
    """What a function is called in records where nobody names it: `module.name`.

    >>> own_name(own_name)
    'assay.judge.function_judge.own_name'
    """
    return f"{function.__module__}.{getattr(function, '__qualname__', type(function).__name__)}"


def function_endpoint(name: str, code: str = "") -> Endpoint:
    """The place of a Python function in records; `code` is a hash of its source."""
    return Endpoint(provider=_PROVIDER, model=name.removeprefix(PREFIX), url=f"python:{code}")


def _code_hash(function: JudgeFunction) -> str:
    """A hash of the function's source, or of its compiled code where there is no source."""
    try:
        return sha256_text(inspect.getsource(function))
    except (OSError, TypeError):
        code = getattr(function, "__code__", None)
        return sha256_text(repr((code.co_code, code.co_consts)) if code is not None else repr(type(function)))


def _as_text(value: object) -> str:
    """The reply as text: as given, or as JSON of the mapping or model given."""
    if isinstance(value, str):
        return value
    dump = getattr(value, "model_dump", None)
    plain = dump(mode="json") if callable(dump) else value
    if not isinstance(plain, Mapping):
        raise TypeError(f"a judge function returns text or a mapping, got {type(value).__name__}")
    return json.dumps(plain, ensure_ascii=False)
