"""Chat over any OpenAI-compatible endpoint."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Mapping
from typing import Any

from assay.errors import RemoteError
from assay.judge.chat import PATH, Capabilities, Structure, read_answer, write_request
from assay.judge.completion import ChatReply, ChatRequest
from assay.judge.probe import adapt, find_capabilities
from assay.judge.tokens import estimated_tokens
from assay.remote.caller import Watch
from assay.remote.client import RemoteClient
from assay.remote.clock import Deadline
from assay.remote.endpoint import Endpoint
from assay.remote.failure import BAD_REQUEST


class OpenAIChat:
    """Chat over an OpenAI-compatible endpoint. What the server supports is found out before the first question, once.

    Args:
        client: the endpoint's pooled client.
        known: capabilities that need no finding out.
    """

    def __init__(self, client: RemoteClient, *, known: Capabilities | None = None) -> None:
        self.client = client
        self._known = known
        self._finding: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = weakref.WeakKeyDictionary()

    @property
    def endpoint(self) -> Endpoint:
        """Which model, where."""
        return self.client.endpoint

    @property
    def capabilities(self) -> Mapping[str, Any] | None:
        """What is known of the server; None before `prepare`."""
        known = self._known
        if known is None:
            return None
        return {
            "structure": str(known.structure),
            "limit_field": known.limit_field,
            "refused": list(known.refused),
        }

    def restore(self, capabilities: Mapping[str, Any]) -> None:
        """Take over what an earlier run found out."""
        self._known = Capabilities(
            structure=Structure(capabilities["structure"]),
            limit_field=str(capabilities["limit_field"]),
            refused=tuple(capabilities["refused"]),
        )

    async def prepare(self, *, deadline: Deadline, watch: Watch) -> None:
        """Find out what the server supports, once."""
        await self._prepared(deadline, watch)

    async def _prepared(self, deadline: Deadline, watch: Watch) -> Capabilities:
        async with self._finding.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
            if self._known is None:
                self._known = await find_capabilities(self.client, deadline=deadline, watch=watch)
            return self._known

    async def complete(self, request: ChatRequest, *, deadline: Deadline, watch: Watch) -> ChatReply:
        """The reply to one request. A setting that the server turns out to refuse is left out from then on, and noted."""
        capabilities = self._known or await self._prepared(deadline, watch)
        try:
            return await self._post(request, capabilities, deadline, watch)
        except RemoteError as error:
            adapted = adapt(capabilities, error) if error.code == BAD_REQUEST else None
            if adapted is None:
                raise
        self._known = adapted
        return await self._post(request, adapted, deadline, watch)

    async def close(self) -> None:
        """Close the connections of the running loop."""
        await self.client.aclose()

    async def _post(
        self, request: ChatRequest, capabilities: Capabilities, deadline: Deadline, watch: Watch
    ) -> ChatReply:
        body = write_request(request, self.endpoint, capabilities)
        estimated = estimated_tokens(request)
        attempt = await self.client.post(PATH, body, tokens=estimated, deadline=deadline, watch=watch)
        reply = read_answer(attempt, capabilities)
        if reply.usage.input_tokens is not None:
            used = reply.usage.input_tokens + (reply.usage.output_tokens or 0)
            self.client.caller.limiter.settle(estimated=estimated, used=used)
        return reply
