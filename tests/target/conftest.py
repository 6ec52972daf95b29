"""A real HTTP server on the loopback, and a way to write the user's files."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from assay.records import Case, Output
from assay.target import Target

Handle = Callable[[dict[str, Any], BaseHTTPRequestHandler], tuple[int, bytes]]


@pytest.fixture
def ask() -> Callable[..., list[Output]]:
    """What a target answers to cases, asked all at once; the target is closed afterwards."""

    async def run(target: Target, cases: tuple[Case, ...]) -> list[Output]:
        try:
            return await asyncio.gather(*(target.call(case) for case in cases))
        finally:
            await target.close()

    return lambda target, *cases: asyncio.run(run(target, cases))


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes a file of the user's into the test's folder."""

    def write_file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write_file


class Server(ThreadingHTTPServer):
    """Answers every POST with what `handle` says, and remembers the requests."""

    daemon_threads = True
    request_queue_size = 128
    handle: Handle

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[tuple[dict[str, Any], dict[str, str]]] = []
        self.connections = 0
        self.url = f"http://127.0.0.1:{self.server_port}/ask"

    def process_request(self, request: Any, client_address: Any) -> None:
        self.connections += 1
        super().process_request(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that gave up, or a connection that the test broke, is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((body, dict(self.headers)))
        status, reply = self.server.handle(body, self)
        self.send_response(status)
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    """A running server; set `server.handle` before asking."""
    running = Server()
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield running
    running.shutdown()
    running.server_close()
    thread.join()
