"""The OpenAI chat protocol: how a request is written and how an answer is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from assay.errors import RemoteError
from assay.judge.completion import ChatReply, ChatRequest, Token
from assay.judge.schema import strict_schema
from assay.records.output import Usage
from assay.remote.caller import Attempt
from assay.remote.endpoint import Endpoint
from assay.remote.failure import BAD_RESPONSE

PATH = "/chat/completions"
TOP_LOGPROBS = 20
_TOOL = "reply"


class Structure(StrEnum):
    """How a server is held to the schema, strongest first."""

    JSON_SCHEMA = "json_schema"
    TOOL = "tool"
    JSON_OBJECT = "json_object"
    INSTRUCTION = "instruction"


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What a server and model take: the way of structured output, the field of the token limit, and settings they refuse."""

    structure: Structure
    limit_field: str
    refused: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What the record should say about it."""
        return tuple(f"the model takes no `{name}`" for name in self.refused)


def write_request(request: ChatRequest, endpoint: Endpoint, capabilities: Capabilities) -> dict[str, Any]:
    """The JSON body of a chat request."""
    body: dict[str, Any] = {
        "model": endpoint.model,
        "messages": [dict(message) for message in request.messages],
        capabilities.limit_field: request.max_tokens,
        **_structure(request.schema, capabilities.structure),
    }
    for name in ("temperature", "top_p", "seed"):
        if getattr(request, name) is not None:
            body[name] = getattr(request, name)
    if request.logprobs:
        body |= {"logprobs": True, "top_logprobs": TOP_LOGPROBS}
    for name in capabilities.refused:
        body.pop(name, None)
    return body


def _structure(schema: Mapping[str, Any], structure: Structure) -> dict[str, Any]:
    if structure is Structure.JSON_OBJECT:
        return {"response_format": {"type": "json_object"}}
    if structure is Structure.INSTRUCTION:
        return {}
    strict = strict_schema(dict(schema))
    if structure is Structure.JSON_SCHEMA:
        named = {"name": _TOOL, "schema": strict, "strict": True}
        return {"response_format": {"type": "json_schema", "json_schema": named}}
    function = {"name": _TOOL, "description": "Gives the reply.", "parameters": strict}
    choice = {"type": "function", "function": {"name": _TOOL}}
    return {"tools": [{"type": "function", "function": function}], "tool_choice": choice}


def read_answer(attempt: Attempt, capabilities: Capabilities) -> ChatReply:
    """The reply in a chat answer.

    Raises:
        RemoteError: code `bad_response`; the answer is not of the protocol's form.
    """
    data = attempt.data
    choice = _one_choice(data)
    message = choice.get("message")
    if not isinstance(message, dict):
        raise _malformed("its choice has no message")
    return ChatReply(
        text=_text(message, capabilities.structure),
        finish_reason=_word(choice.get("finish_reason")),
        refusal=_word(message.get("refusal")),
        returned_model=_word(data.get("model")),
        usage=_usage(data.get("usage")),
        tokens=_tokens(choice.get("logprobs")),
        mode=capabilities.structure,
        attempt=attempt.number,
        latency_ms=attempt.latency_ms,
        notes=capabilities.notes,
    )


def _one_choice(data: Mapping[str, Any]) -> Mapping[str, Any]:
    choices = data.get("choices")
    if isinstance(choices, list) and len(choices) == 1 and isinstance(choices[0], dict):
        return choices[0]
    error = data.get("error")
    if isinstance(error, dict):
        raise _malformed(f"it holds an error: {error.get('message')}")
    raise _malformed("it does not hold exactly one choice")


def _malformed(what: str) -> RemoteError:
    return RemoteError(f"the server's answer cannot be read: {what}", code=BAD_RESPONSE)


def _text(message: Mapping[str, Any], structure: Structure) -> str:
    calls = message.get("tool_calls")
    if structure is Structure.TOOL and isinstance(calls, list) and len(calls) == 1 and isinstance(calls[0], dict):
        function = calls[0].get("function")
        arguments = function.get("arguments") if isinstance(function, dict) else None
        if isinstance(arguments, str):
            return arguments
    content = message.get("content")
    if isinstance(content, list):
        content = "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def _word(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _usage(value: object) -> Usage:
    given = value if isinstance(value, dict) else {}
    return Usage(input_tokens=_count(given.get("prompt_tokens")), output_tokens=_count(given.get("completion_tokens")))


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _tokens(value: object) -> tuple[Token, ...]:
    listed = value.get("content") if isinstance(value, dict) else None
    return tuple(_token(entry) for entry in listed if isinstance(entry, dict)) if isinstance(listed, list) else ()


def _token(entry: Mapping[str, Any]) -> Token:
    alternatives = [entry, *(entry.get("top_logprobs") or ())]
    top = {str(other["token"]): float(other["logprob"]) for other in alternatives if _has_logprob(other)}
    return Token(str(entry.get("token", "")), top)


def _has_logprob(entry: object) -> bool:
    return isinstance(entry, dict) and "token" in entry and isinstance(entry.get("logprob"), (int, float))
