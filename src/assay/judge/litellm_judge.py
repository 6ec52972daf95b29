"""Providers beyond the OpenAI protocol, through the optional package litellm: loaded when first asked, and kept offline.

Named `litellm/<provider>/<model>`, as in `litellm/anthropic/claude-sonnet-4-5`. Keys are read by litellm from the environment.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import ModuleType

from assay.errors import MissingExtraError, RemoteError
from assay.judge.chat import Capabilities, Structure, read_answer, write_request
from assay.judge.completion import ChatReply, ChatRequest, PlainCompleter
from assay.judge.tokens import estimated_tokens
from assay.remote.caller import Answer, Caller, Watch
from assay.remote.clock import Deadline
from assay.remote.endpoint import Endpoint, Provider
from assay.remote.failure import BAD_RESPONSE, TIMEOUT, UNREACHABLE, failure
from assay.remote.redaction import Redactor

PREFIX = "litellm/"
_PROVIDER = Provider("litellm", None, "", "", key_required=False)


class LiteLLMCompleter(PlainCompleter):
    """Carries requests through `litellm.acompletion`.

    litellm's own retries, telemetry and price download are switched off: limits, retries and prices are ours. Settings that a
    provider does not take are dropped by litellm.

    Args:
        name: `litellm/<provider>/<model>`. `caller`: limits and retries. `environ`: to know the keys that must not be shown.
    """

    def __init__(self, name: str, *, caller: Caller, environ: Mapping[str, str]) -> None:
        secrets = [value for variable, value in environ.items() if variable.endswith(("_KEY", "_TOKEN", "_SECRET"))]
        model = name.removeprefix(PREFIX)
        self._endpoint = Endpoint(provider=_PROVIDER, model=model, url="litellm:", redactor=Redactor(secrets))
        self._caller = caller
        self._known = Capabilities(structure=Structure.JSON_SCHEMA, limit_field="max_tokens")

    @property
    def endpoint(self) -> Endpoint:
        """The model."""
        return self._endpoint

    async def complete(self, request: ChatRequest, *, deadline: Deadline, watch: Watch) -> ChatReply:
        """The reply to one request."""
        litellm = load_litellm()
        body = write_request(request, self._endpoint, self._known)

        async def exchange() -> Answer:
            try:
                answer = await litellm.acompletion(
                    **body, timeout=self._caller.limits.timeout, num_retries=0, drop_params=True
                )
            except litellm.exceptions.OpenAIError as error:
                return Answer(error=self._failure(error))
            return Answer(data=answer.model_dump())

        tokens = estimated_tokens(request)
        attempt = await self._caller.call(exchange, tokens=tokens, deadline=deadline, watch=watch)
        return read_answer(attempt, self._known)

    def _failure(self, error: Exception) -> RemoteError:
        """litellm's errors carry the status of the provider's answer; those of the network carry none that was sent."""
        told = f"{type(error).__name__}: {error}"
        name = type(error).__name__
        if name in ("Timeout", "APITimeoutError"):
            return RemoteError(self._endpoint.redactor.text(told), code=TIMEOUT)
        if name == "APIConnectionError":
            return RemoteError(self._endpoint.redactor.text(told), code=UNREACHABLE)
        status = getattr(error, "status_code", None)
        if isinstance(status, int):
            return failure(status, told.encode(), self._endpoint.redactor)
        return RemoteError(self._endpoint.redactor.text(told), code=BAD_RESPONSE)


def load_litellm() -> ModuleType:
    """The package, told to use the price list it carries and to send nothing home.

    Raises:
        MissingExtraError: it is not installed.
    """
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    try:
        import litellm
    except ImportError:
        raise MissingExtraError("litellm", extra="litellm", needed_for="a judge named litellm/…") from None
    litellm.telemetry = False
    litellm.suppress_debug_info = True
    package: ModuleType = litellm
    return package
