"""An embedder behind a server, over real HTTP on loopback."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from assay.embedding import make_embedder
from assay.embedding.remote import RemoteEmbedder, read_vectors
from assay.errors import EvaluationError, RemoteError
from assay.judge.calls import MemoryCalls
from assay.records.protocols import Embedder
from assay.sync import run_sync

pytest.importorskip("httpx")


class Server(ThreadingHTTPServer):
    """Answers `[length, 1]` for each text, last text first; `failures` of its first answers are 500."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.bodies: list[dict[str, Any]] = []
        self.failures = 0
        self.vector: Any = None


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.bodies.append(body)
        if self.server.failures:
            self.server.failures -= 1
            self._send(500, {"error": {"message": "busy"}})
            return
        rows = [
            {"index": place, "embedding": self.server.vector or [float(len(text)), 1.0]}
            for place, text in enumerate(body["input"])
        ]
        self._send(200, {"data": rows[::-1], "model": body["model"]})

    def _send(self, status: int, value: Any) -> None:
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def embedder(server: Server, **options: Any) -> Embedder:
    url = f"http://127.0.0.1:{server.server_port}/v1"
    return make_embedder("generic/tiny", base_url=url, environ={}, **options)


async def closed(embedder: Any, *texts: str) -> Any:
    try:
        return await embedder.embed(texts)
    finally:
        await embedder.close()


def test_vectors_come_back_in_order_as_units(server: Server) -> None:
    """The answer's order does not matter, lengths are one, each distinct text is asked for once."""
    found = run_sync(closed(embedder(server), "abc", "a", "abc"))
    assert found[0] == found[2] == pytest.approx([3 / 10**0.5, 1 / 10**0.5])
    assert found[1] == pytest.approx([0.5**0.5, 0.5**0.5])
    assert [body["input"] for body in server.bodies] == [["abc", "a"]]


def test_what_was_recorded_is_not_asked_again(server: Server) -> None:
    """A second embedder with the same record asks only for what is new; other dimensions are another question."""
    calls = MemoryCalls()
    run_sync(closed(embedder(server, calls=calls), "abc", "a"))
    run_sync(closed(embedder(server, calls=calls), "a", "b"))
    run_sync(closed(embedder(server, calls=calls, dimensions=2), "a"))
    assert [body["input"] for body in server.bodies] == [["abc", "a"], ["b"], ["a"]]
    assert server.bodies[2]["dimensions"] == 2
    assert {call["kind"] for call in calls.all()} == {"embedding"}


def test_a_failed_attempt_is_kept_and_retried(server: Server) -> None:
    """An error of the server is recorded as not usable, and the next attempt gives the vector."""
    calls, server.failures = MemoryCalls(), 1
    from assay.remote.caller import Limits

    run_sync(closed(embedder(server, calls=calls, limits=Limits(first_delay=0.001)), "abc"))
    assert [(call["ok"], call["outcome"], call["attempt"]) for call in calls.all()] == [
        (False, "server_error", 1),
        (True, "ok", 2),
    ]


def test_long_lists_are_asked_in_batches(server: Server) -> None:
    """No request holds more texts than the batch."""
    made = embedder(server)
    assert isinstance(made, RemoteEmbedder)
    run_sync(closed(made, *(f"text {number}" for number in range(200))))
    assert sorted(len(body["input"]) for body in server.bodies) == [8, 96, 96]


@pytest.mark.parametrize("vector", [[0.0, 0.0], [0, 0, 0]])
def test_a_vector_without_direction_is_an_error(server: Server, vector: list[float]) -> None:
    """A server's zero vector is no embedding."""
    server.vector = vector
    with pytest.raises(EvaluationError, match="no direction"):
        run_sync(closed(embedder(server), "abc"))


def test_another_length_is_an_error(server: Server) -> None:
    """A server that changes its model under way is noticed."""

    async def twice() -> None:
        made: Any = embedder(server)
        await made.embed(["abc"])
        server.vector = [1.0, 2.0, 3.0]
        try:
            await made.embed(["abcd"])
        finally:
            await made.close()

    with pytest.raises(EvaluationError, match="3 numbers for a text and 2 for another"):
        asyncio.run(twice())


def test_a_blank_text_is_an_error(server: Server) -> None:
    """A blank text is never sent."""
    with pytest.raises(EvaluationError, match="blank text"):
        run_sync(closed(embedder(server), "a", " "))
    assert server.bodies == []


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"data": [1]},
        {"data": [{"index": 0, "embedding": [1.0]}]},
        {"data": [{"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [1.0]}]},
        {"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": []}]},
        {"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [True]}]},
        {"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": "AAAA"}]},
    ],
)
def test_an_answer_of_another_form_is_an_error(data: dict[str, Any]) -> None:
    """Anything but one list of numbers for each text is refused."""
    with pytest.raises(RemoteError, match="cannot be read"):
        read_vectors(data, 2)
