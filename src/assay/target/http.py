"""An HTTP endpoint as the system under test."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from assay.errors import ConfigurationError, InvalidRowError, MissingExtraError
from assay.records import Case, Output
from assay.target.base import Attempt, check_timeout, within
from assay.target.secrecy import hide, public_url, secrets_of
from assay.target.wire import check_fields, read_reply, request_of

if TYPE_CHECKING:
    import httpx

HEADERS_VARIABLE = "ASSAY_TARGET_HEADERS"
_EXCERPT = 200


class HttpTarget:
    """Posts each case as a JSON object to a URL and reads a JSON object (or text) back.

    The object is `{"id", "input", "question"}` unless `fields` maps JSON keys to fields of the case
    (`{"query": "input"}`). The reply has `answer`, `contexts`, `citations`, … (see `assay.records.returned`). One pooled
    client serves all calls. Nothing is retried and no redirect is followed: a failure of the system is what is measured.

    A status other than 2xx, a reply that is not JSON and a broken connection are `http` failures, no reply within `timeout`
    seconds is a `timeout` failure. User, password and query of the URL and the values of headers appear nowhere.

    Raises:
        ConfigurationError: a URL without host, a bad time-out, header or field map.
        MissingExtraError: httpx is not installed.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
        fields: Mapping[str, str] | None = None,
    ) -> None:
        if not _is_url(url):
            raise ConfigurationError(
                "the target is not an HTTP address with a host", hint="expected http://host/path or https://host/path"
            )
        self.identity = f"http:{public_url(url)}"
        self.source_hash = None
        self.timeout = check_timeout(timeout)
        self._url = url
        self._headers = dict(headers or {})
        self._fields = check_fields(fields)
        self._secrets = secrets_of(url, self._headers.values())
        self._httpx = _import_httpx()
        self._client: httpx.AsyncClient | None = None

    async def call(self, case: Case) -> Output:
        """What the endpoint answers to one case."""
        return await within(self.timeout, self._ask(case))

    async def close(self) -> None:
        """Close the pooled connections; a later call opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _ask(self, case: Case) -> Output:
        attempt = Attempt()
        try:
            response = await self._opened().post(self._url, json=request_of(case, self._fields))
            if not response.is_success:
                return self._failed(attempt, _status_text(response), "HTTPStatusError")
            reply = read_reply(response.content)
        except (self._httpx.HTTPError, self._httpx.InvalidURL, UnicodeError) as error:
            return self._failed(attempt, str(error) or "the connection broke", type(error).__name__)
        except InvalidRowError as error:
            return self._failed(attempt, error.message, type(error).__name__)
        return attempt.returned(reply)

    def _failed(self, attempt: Attempt, message: str, type_name: str) -> Output:
        return attempt.failed(
            "http", f"{self.identity.removeprefix('http:')}: {hide(message, self._secrets)}", type_name
        )

    def _opened(self) -> httpx.AsyncClient:
        if self._client is None:
            limits = self._httpx.Limits(max_connections=None, max_keepalive_connections=64)
            self._client = self._httpx.AsyncClient(headers=self._headers, timeout=None, limits=limits)
        return self._client


def headers_from_environment(variable: str = HEADERS_VARIABLE) -> dict[str, str]:
    """The request headers in an environment variable: a JSON object such as `{"Authorization": "Bearer …"}`.

    Raises:
        ConfigurationError: not a JSON object of texts; the message never repeats the content.
    """
    text = os.environ.get(variable, "").strip()
    if not text:
        return {}
    hint = 'expected a JSON object of texts, {"Authorization": "Bearer …"}'
    try:
        headers: Any = json.loads(text)
    except json.JSONDecodeError:
        raise ConfigurationError(f"{variable} is not JSON", hint=hint) from None
    if not isinstance(headers, dict) or not all(isinstance(value, str) for value in headers.values()):
        raise ConfigurationError(f"{variable} is not a JSON object of texts", hint=hint)
    for name, value in headers.items():
        if not (name + value).isascii() or "\n" in name + value or "\r" in name + value:
            raise ConfigurationError(f"{variable}: header {name!r} must be one line of ASCII", hint=hint)
    return headers


def _is_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port or an IPv6 host that cannot be read
        return False


def _status_text(response: httpx.Response) -> str:
    body = " ".join(response.text.split())
    excerpt = body if len(body) <= _EXCERPT else f"{body[:_EXCERPT]}…"
    status = f"HTTP {response.status_code} {response.reason_phrase}".rstrip()
    return f"{status}: {excerpt}" if excerpt else status


def _import_httpx() -> Any:
    try:
        import httpx
    except ImportError:
        raise MissingExtraError("httpx", extra="http", needed_for="an HTTP target") from None
    return httpx
