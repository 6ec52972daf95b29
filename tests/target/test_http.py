"""An HTTP endpoint as the system under test: a real server on the loopback."""

from __future__ import annotations

import asyncio
import base64
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from assay.errors import ConfigurationError
from assay.records import Case, Output, TargetFailure
from assay.target import load_target
from assay.target.http import HttpTarget, headers_from_environment

pytest.importorskip("httpx")

CASE = Case(id="refund-1", input="Wie läuft's?", reference="secret answer", extra={"tenant": "t"})
Ask = Callable[..., list[Output]]


def replies(status: int, body: bytes | str) -> Callable[..., tuple[int, bytes]]:
    """A server that always says the same."""
    raw = body if isinstance(body, bytes) else body.encode()
    return lambda request, handler: (status, raw)


def failure(output: Output) -> TargetFailure:
    assert output.failure is not None
    return output.failure


def test_a_case_is_posted_and_the_object_is_the_output(ask: Ask, server: Any) -> None:
    """The endpoint gets id, input and question, and not the reviewed answer."""
    server.handle = lambda request, handler: (
        200,
        json.dumps({"response": request["question"], "sources": ["d"]}).encode(),
    )
    (output,) = ask(HttpTarget(server.url, timeout=30), CASE)
    assert output.answer == "Wie läuft's?"
    assert output.citations is not None
    assert output.latency_ms is not None
    assert server.requests[0][0] == {"id": "refund-1", "input": "Wie läuft's?", "question": "Wie läuft's?"}


def test_fields_choose_what_is_sent(ask: Ask, server: Any) -> None:
    """An endpoint with other names needs no adapter."""
    server.handle = replies(201, '"ok"')
    ask(HttpTarget(server.url, timeout=30, fields={"query": "input", "tenant": "tenant"}), CASE)
    assert server.requests[0][0] == {"query": "Wie läuft's?", "tenant": "t"}


@pytest.mark.parametrize(
    ("status", "body", "message"),
    [
        (500, "<h1>no   index</h1>", "HTTP 500 Internal Server Error: <h1>no index</h1>"),
        (429, "", "HTTP 429 Too Many Requests"),
        (404, "x" * 900, "HTTP 404 Not Found: xxx"),
        (302, "", "HTTP 302 Found"),
        (200, "<html>", "the reply is not JSON: Expecting value at line 1 column 1, it begins '<html>'"),
        (200, "", "the reply is empty"),
        (204, "", "the reply is empty"),
        (200, '{"answer": NaN}', "holds NaN"),
        (200, b"\xff\xfe", "not UTF-8"),
    ],
)
def test_a_bad_status_or_reply_is_an_http_failure(
    ask: Ask, server: Any, status: int, body: bytes | str, message: str
) -> None:
    """One bad reply is one failed row; nothing is retried."""
    server.handle = replies(status, body)
    (output,) = ask(HttpTarget(server.url, timeout=30), CASE)
    assert failure(output).kind == "http"
    assert message in failure(output).message
    assert len(failure(output).message) < 400
    assert len(server.requests) == 1


def test_a_wrong_type_in_the_reply_names_the_field(ask: Ask, server: Any) -> None:
    """The reply is read as any other target's."""
    server.handle = replies(200, '{"answer": "a", "contexts": "p"}')
    found = failure(ask(HttpTarget(server.url, timeout=30), CASE)[0])
    assert (found.kind, "contexts must be a list" in found.message) == ("wrong_type", True)


def test_an_endpoint_that_never_answers_times_out(ask: Ask, server: Any) -> None:
    """The whole call is timed, not one packet."""
    never = threading.Event()

    def wait(request: dict[str, Any], handler: BaseHTTPRequestHandler) -> tuple[int, bytes]:
        if request["id"] == "stuck":
            never.wait(30)
        return 200, b'"ok"'

    server.handle = wait
    stuck, fine = ask(HttpTarget(server.url, timeout=1), Case(id="stuck"), Case(id="fine"))
    never.set()
    assert failure(stuck).kind == "timeout"
    assert fine.answer == "ok"


def test_a_refused_connection_is_a_failure(ask: Ask, server: Any) -> None:
    """Nobody listens: the row fails, the run goes on."""
    url = server.url
    server.shutdown()
    server.server_close()
    found = failure(ask(HttpTarget(url, timeout=30), CASE)[0])
    assert (found.kind, found.type) == ("http", "ConnectError")


def test_a_connection_that_breaks_is_a_failure(ask: Ask, server: Any) -> None:
    """A server that hangs up is not an empty answer."""

    def hang_up(request: dict[str, Any], handler: BaseHTTPRequestHandler) -> tuple[int, bytes]:
        handler.connection.shutdown(socket.SHUT_RDWR)
        return 200, b"{}"

    server.handle = hang_up
    assert failure(ask(HttpTarget(server.url, timeout=30), CASE)[0]).kind == "http"


def test_connections_are_pooled_and_reopened_after_close(ask: Ask, server: Any) -> None:
    """Calls one after another share a connection; a closed target can be asked again, in another loop."""
    server.handle = replies(200, '"ok"')
    target = HttpTarget(server.url, timeout=30)

    async def three() -> None:
        for _ in range(3):
            await target.call(CASE)
        await target.close()
        await target.close()

    asyncio.run(three())
    assert server.connections == 1
    assert ask(target, CASE)[0].answer == "ok"


def test_many_calls_at_once_keep_their_answers(ask: Ask, server: Any) -> None:
    """Concurrent calls do not mix."""
    server.handle = lambda request, handler: (200, json.dumps(request["id"]).encode())
    outputs = ask(HttpTarget(server.url, timeout=60), *(Case(id=str(number)) for number in range(30)))
    assert [output.answer for output in outputs] == [str(number) for number in range(30)]


def test_secrets_appear_nowhere(ask: Ask, server: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """User, password, query and headers are sent, and hidden from identity and messages even when echoed."""
    monkeypatch.setenv("ASSAY_TARGET_HEADERS", '{"Authorization": "Bearer tok-12345", "X-Team": "team-red"}')
    seen: dict[str, str] = {}

    def echo(request: dict[str, Any], handler: BaseHTTPRequestHandler) -> tuple[int, bytes]:
        seen.update(handler.headers)
        return 403, f"denied {handler.path} {dict(handler.headers)} user:pass%40word pass@word".encode()

    server.handle = echo
    url = server.url.replace("http://", "http://user:pass%40word@") + "?key=query-secret&mode=fast"
    target = load_target(url, timeout=30, folder=tmp_path)
    (output,) = ask(target, CASE)
    shown = target.identity + failure(output).message
    assert seen["X-Team"] == "team-red"
    assert "[hidden]" in failure(output).message
    basic = base64.b64encode(b"user:pass@word").decode()
    for secret in ("tok-12345", "team-red", "pass@word", "pass%40word", "query-secret", basic):
        assert secret not in shown
    assert target.identity == "http:" + server.url + "?key=[hidden]&mode=[hidden]"


@pytest.mark.parametrize("text", ["{", "[]", '{"a": 1}', '{"a": "x\\ny"}', '{"a": "é"}', "s3cret"])
def test_bad_headers_are_refused_without_repeating_them(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """A slip in a secret must not print the secret."""
    monkeypatch.setenv("ASSAY_TARGET_HEADERS", text)
    with pytest.raises(ConfigurationError, match="ASSAY_TARGET_HEADERS") as caught:
        headers_from_environment()
    assert "s3cret" not in str(caught.value)


def test_no_headers_are_no_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unset and blank mean none."""
    monkeypatch.delenv("ASSAY_TARGET_HEADERS", raising=False)
    assert headers_from_environment() == {}
    monkeypatch.setenv("ASSAY_TARGET_HEADERS", "  ")
    assert headers_from_environment() == {}


@pytest.mark.parametrize("url", ["http://", "https:///ask", "http://h:99999/", "http://[::1/ask", "file:///etc/passwd"])
def test_an_address_without_a_host_is_refused(url: str) -> None:
    """Before any case is asked."""
    with pytest.raises(ConfigurationError, match="is not an HTTP address with a host"):
        HttpTarget(url)


def test_a_missing_httpx_says_what_to_install() -> None:
    """The optional package is named with the command that installs it."""
    script = (
        "import sys\nsys.modules['httpx'] = None\n"
        "from assay.target.http import HttpTarget\n"
        "try:\n    HttpTarget('http://h/')\nexcept Exception as error:\n    print(type(error).__name__, error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.startswith("MissingExtraError an HTTP target needs the package 'httpx'")
    assert "pip install 'assay-eval[http]'" in done.stdout
