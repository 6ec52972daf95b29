"""A server that speaks the OpenAI protocol over real HTTP on loopback, with scripted replies.

In tests::

    with OpenAIStub([Reply("{…}"), Reply(status=429, headers={"Retry-After": "1"})]) as stub:
        … stub.url … stub.bodies …

By hand: `python tests/support/openai_stub.py --port 8000 --latency 0.2 --fail-every 3` and then `assay judge check vllm/stub`.

Without a script it answers every question with the plainest value that fits the JSON schema it is given: the last word of each
enum, the reason "stub", and one entry for each number that the prompt asks for.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

PROBE = "What colour is a clear daytime sky?"
NUMBERS = re.compile(r"^Numbers to answer: ([0-9, ]+)$", re.MULTILINE)


@dataclass(kw_only=True)
class Reply:
    """One scripted answer. `raw` replaces the whole body; `hang` never answers; `drop` closes the connection."""

    content: str | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    error: Mapping[str, Any] | None = None
    raw: bytes | None = None
    finish_reason: str = "stop"
    refusal: str | None = None
    model: str = "stub-2026-01-01"
    usage: Mapping[str, int] | None = field(default_factory=lambda: {"prompt_tokens": 100, "completion_tokens": 20})
    logprobs: list[dict[str, Any]] | None = None
    delay: float = 0.0
    hang: bool = False
    drop: bool = False


def said(value: object, **rest: Any) -> Reply:
    """A reply whose text is `value`, as JSON unless it is text already."""
    return Reply(content=value if isinstance(value, str) else json.dumps(value), **rest)


Respond = Callable[[dict[str, Any]], Reply]


class OpenAIStub:
    """The server. It runs on a thread of its own while the `with` block lasts.

    Args:
        script: replies in order (the last one repeats), or a function from the request's body to a reply; None makes replies up.
        latency: seconds before each answer. `supports`: ways of structured output that it takes; it refuses the others.
        ignores: ways that it takes without keeping to them, as some servers do.
        refuses: request fields that it answers with 400.
        answer_probe: answer the capability probe by itself, outside the script.
    """

    def __init__(
        self,
        script: Iterable[Reply] | Respond | None = None,
        *,
        latency: float = 0.0,
        port: int = 0,
        supports: Iterable[str] = ("json_schema", "tool", "json_object"),
        ignores: Iterable[str] = (),
        refuses: Iterable[str] = (),
        answer_probe: bool = True,
    ) -> None:
        self._respond = script if callable(script) else None
        self._script = None if callable(script) or script is None else list(script)
        self._latency, self._port = latency, port
        self._supports, self._ignores, self._refuses = set(supports), set(ignores), set(refuses)
        self._answer_probe = answer_probe
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.probes = 0
        self.open_now = self.open_most = 0
        self.url = ""

    # -- life ----------------------------------------------------------------------------------------------------------

    def __enter__(self) -> OpenAIStub:
        self._loop = asyncio.new_event_loop()
        started = threading.Event()

        def work() -> None:
            asyncio.set_event_loop(self._loop)
            self._server = self._loop.run_until_complete(
                asyncio.start_server(self._serve, "127.0.0.1", self._port, backlog=1024)
            )
            self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"
            started.set()
            self._loop.run_forever()

        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()
        started.wait()
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _stop(self) -> None:
        self._server.close()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- protocol --------------------------------------------------------------------------------------------------------

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        path = lines[0].split(" ")[1]
        headers = {
            name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:] if line)
        }
        body = json.loads(await reader.readexactly(int(headers.get("content-length", 0))) or b"{}")
        self.open_now += 1
        self.open_most = max(self.open_most, self.open_now)
        try:
            return await self._answer(path, headers, body, writer)
        finally:
            self.open_now -= 1

    async def _answer(
        self, path: str, headers: dict[str, str], body: dict[str, Any], writer: asyncio.StreamWriter
    ) -> bool:
        reply = self._reply(path, headers, body)
        if self._latency or reply.delay:
            await asyncio.sleep(self._latency + reply.delay)
        if reply.hang:
            await asyncio.Event().wait()
        if reply.drop:
            return False
        payload = reply.raw if reply.raw is not None else json.dumps(self._payload(path, body, reply)).encode()
        lines = [f"HTTP/1.1 {reply.status} X", "Content-Type: application/json", f"Content-Length: {len(payload)}"]
        lines += [f"{name}: {value}" for name, value in reply.headers.items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + payload)
        await writer.drain()
        return True

    def _reply(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> Reply:
        probe = self._answer_probe and any(PROBE in str(message.get("content")) for message in body.get("messages", ()))
        refused = self._refusal(body)
        if probe:
            self.probes += 1
            return refused or said(_sky(body, self._ignores))
        self.paths.append(path)
        self.headers.append(headers)
        self.bodies.append(body)
        if refused is not None:
            return refused
        if self._respond is not None:
            return self._respond(body)
        if self._script is not None:
            return self._script.pop(0) if len(self._script) > 1 else self._script[0]
        return made_up(body) if "messages" in body else Reply()

    def _refusal(self, body: dict[str, Any]) -> Reply | None:
        for name in self._refuses & set(body):
            return _bad_request(f"Unsupported parameter: '{name}' is not supported with this model.", name)
        way = structure_of(body)
        if way is not None and way not in self._supports:
            return _bad_request(f"{way} is not supported", "response_format")
        return None

    def _payload(self, path: str, body: dict[str, Any], reply: Reply) -> dict[str, Any]:
        if reply.status >= 400:
            return {"error": dict(reply.error or {"message": f"scripted {reply.status}"})}
        if path.endswith("/embeddings"):
            texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
            rows = [{"index": i, "object": "embedding", "embedding": _vector(text)} for i, text in enumerate(texts)]
            return {
                "object": "list",
                "model": reply.model,
                "data": rows,
                "usage": {"prompt_tokens": sum(map(len, texts))},
            }
        message: dict[str, Any] = {"role": "assistant", "content": reply.content, "refusal": reply.refusal}
        if structure_of(body) == "tool" and reply.content is not None:
            function = {"name": body["tools"][0]["function"]["name"], "arguments": reply.content}
            message |= {"content": None, "tool_calls": [{"id": "1", "type": "function", "function": function}]}
        choice = {"index": 0, "message": message, "finish_reason": reply.finish_reason}
        if reply.logprobs is not None:
            choice["logprobs"] = {"content": reply.logprobs}
        return {
            "id": "stub",
            "object": "chat.completion",
            "model": reply.model,
            "choices": [choice],
            "usage": reply.usage,
        }


def structure_of(body: Mapping[str, Any]) -> str | None:
    """How the request asks for structure."""
    if body.get("tools"):
        return "tool"
    kind = (body.get("response_format") or {}).get("type")
    return kind if kind != "text" else None


def schema_of(body: Mapping[str, Any]) -> dict[str, Any] | None:
    """The JSON schema that the request states, in whichever way."""
    if body.get("tools"):
        return body["tools"][0]["function"]["parameters"]
    named = (body.get("response_format") or {}).get("json_schema")
    if named:
        return named["schema"]
    told = re.search(r"^\{\"\$?[^\n]*\}$", body["messages"][0]["content"], re.MULTILINE)
    return json.loads(told.group()) if told else None


def asked_numbers(body: Mapping[str, Any]) -> list[int]:
    """The numbers that the prompt wants answered."""
    found = NUMBERS.search(body["messages"][-1]["content"])
    return [int(number) for number in found.group(1).split(",")] if found else []


def made_up(body: Mapping[str, Any]) -> Reply:
    """A reply that fits the request's schema."""
    schema = schema_of(body)
    if schema is None:
        return said("no schema was given")
    return said(_instance(schema, schema.get("$defs", {}), asked_numbers(body)))


def _instance(schema: Mapping[str, Any], defs: Mapping[str, Any], numbers: list[int]) -> Any:
    if "$ref" in schema:
        return _instance(defs[schema["$ref"].rpartition("/")[2]], defs, numbers)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][-1]
    if "anyOf" in schema:
        return _instance(schema["anyOf"][0], defs, numbers)
    kind = schema.get("type")
    if kind == "object":
        return {name: _instance(child, defs, numbers) for name, child in schema.get("properties", {}).items()}
    if kind == "array":
        entry = schema.get("items", {})
        first = _instance(entry, defs, numbers)
        keyed = isinstance(first, dict) and "id" in first and numbers
        return [{**first, "id": number} for number in numbers] if keyed else [first]
    plain = {
        "string": "stub",
        "integer": schema.get("minimum", 1),
        "number": schema.get("minimum", 1.0),
        "boolean": True,
    }
    return plain.get(str(kind))


def _sky(body: dict[str, Any], ignored: set[str]) -> object:
    way = structure_of(body) or "instruction"
    return "It is blue." if way in ignored else {"reason": "Rayleigh scattering.", "colour": "blue"}


def _bad_request(message: str, parameter: str) -> Reply:
    return Reply(status=400, error={"message": message, "param": parameter, "type": "invalid_request_error"})


def _vector(text: str) -> list[float]:
    """Letter counts: equal texts are equal, texts that share letters are near."""
    counts = [float(text.lower().count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz"]
    return counts if any(counts) else [1.0] * 26


def main(arguments: list[str]) -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description="A stub of an OpenAI-compatible server on loopback.")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument(
        "--fail-every", type=int, default=0, help="answer each n-th question with 429 and Retry-After: 1"
    )
    parser.add_argument("--reply", help="the text of every reply")
    given = parser.parse_args(arguments)
    seen = 0

    def respond(body: dict[str, Any]) -> Reply:
        nonlocal seen
        seen += 1
        if given.fail_every and seen % given.fail_every == 0:
            return Reply(status=429, headers={"Retry-After": "1"})
        return said(given.reply) if given.reply else made_up(body)

    with OpenAIStub(respond, latency=given.latency, port=given.port) as stub:
        print(f"serving {stub.url}", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print(f"{seen} questions answered, {stub.open_most} at once")


if __name__ == "__main__":
    main(sys.argv[1:])
