"""What a run would cost, found by carrying it out with a judge that only counts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from assay.errors import JudgeError
from assay.judge.completion import ChatReply, ChatRequest, PlainCompleter
from assay.judge.render import NUMBERS_LINE
from assay.judge.tokens import estimated_input_tokens, text_tokens
from assay.records.output import Usage
from assay.remote.caller import Answer, Attempt, Watch
from assay.remote.clock import Deadline
from assay.remote.endpoint import Endpoint


@dataclass(frozen=True, slots=True)
class Estimate:
    """Calls and, roughly, tokens; money is None where the price is unknown."""

    calls: int
    input_tokens: int
    output_tokens: int
    usd: Decimal | None


class CountingCompleter(PlainCompleter):
    """Sends nothing: counts each request and answers with the plainest reply that its schema allows.

    A metric that goes on with what it extracted (statements, then verdicts) therefore goes all the way, with one extracted item
    where a model may find several: the estimate is a lower bound for such metrics, and exact in calls for all others.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self.calls = self.input_tokens = self.output_tokens = 0

    @property
    def endpoint(self) -> Endpoint:
        """The model that would be asked."""
        return self._endpoint

    async def complete(self, request: ChatRequest, *, deadline: Deadline, watch: Watch) -> ChatReply:
        """Count the request."""
        watch.before()
        text = json.dumps(plainest(request.schema, _numbers(request)), ensure_ascii=False)
        self.calls += 1
        self.input_tokens += estimated_input_tokens(request)
        self.output_tokens += text_tokens(text) + _REASON_TOKENS * text.count('"reason"')
        watch.after(Attempt(number=1, latency_ms=0.0, answer=Answer(data={})))
        return ChatReply(text=text, finish_reason="stop", usage=Usage(input_tokens=0, output_tokens=0))


_REASON_TOKENS = 40


def _numbers(request: ChatRequest) -> list[int]:
    """The numbers to answer, which stand below the last block: whatever stands in a block is only material."""
    below = request.messages[-1]["content"].rpartition("]]")[2].splitlines()
    line = next((line for line in below if line.startswith(NUMBERS_LINE)), "")
    return [int(number) for number in line.removeprefix(NUMBERS_LINE).split(", ")] if line else []


def plainest(schema: Mapping[str, Any], numbers: list[int]) -> Any:
    """The plainest value that a reply's JSON schema allows, with one entry for each number.

    >>> plainest({"type": "object", "properties": {"score": {"type": "integer", "minimum": 1}}}, [])
    {'score': 1}
    """
    return _plainest(schema, schema.get("$defs", {}), numbers)


def _plainest(schema: Mapping[str, Any], defs: Mapping[str, Any], numbers: list[int]) -> Any:
    if "$ref" in schema:
        return _plainest(defs[schema["$ref"].rpartition("/")[2]], defs, numbers)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return _plainest(schema["anyOf"][0], defs, numbers)
    match schema.get("type"):
        case "object":
            return {name: _plainest(child, defs, numbers) for name, child in schema.get("properties", {}).items()}
        case "array":
            return _plainest_list(schema, defs, numbers)
        case "integer" | "number":
            return schema.get("minimum", 0)
        case "boolean":
            return False
        case "null":
            return None
        case "string":
            return "x" * int(schema.get("minLength", 1))
    raise JudgeError(f"a reply's schema of this form cannot be estimated: {schema}", code="judge_schema")


def _plainest_list(schema: Mapping[str, Any], defs: Mapping[str, Any], numbers: list[int]) -> list[Any]:
    """One entry for each number; else as few as are allowed, different ones where they are words."""
    items, size = schema.get("items", {}), max(1, schema.get("minItems", 1))
    entry = _plainest(items, defs, numbers)
    if isinstance(entry, dict) and "id" in entry and numbers:
        return [{**entry, "id": number} for number in numbers]
    if "enum" in items:
        return list(items["enum"][:size])
    return [f"{entry}{place or ''}" if isinstance(entry, str) else entry for place in range(size)]
