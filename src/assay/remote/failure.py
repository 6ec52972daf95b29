"""From what a server answered to what it means: which failures can pass by themselves, and which cannot."""

from __future__ import annotations

import json
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from assay.errors import RemoteError
from assay.remote.redaction import Redactor

RETRYABLE_STATUS = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})

UNREACHABLE = "unreachable"
TIMEOUT = "timeout"
RATE_LIMITED = "rate_limited"
SERVER_ERROR = "server_error"
QUOTA = "quota"
AUTH = "auth"
NOT_FOUND = "not_found"
TOO_LONG = "too_long"
CONTENT_FILTER = "content_filter"
BAD_REQUEST = "bad_request"
BAD_RESPONSE = "bad_response"

_TOO_LONG_SIGNS = ("context_length", "context length", "maximum context", "exceed_context", "contextwindow")
_FILTER_SIGNS = ("content_filter", "content management policy", "content_policy", "contentpolicy")

_HINTS = {
    RATE_LIMITED: "lower `requests_per_minute` or `concurrency`",
    SERVER_ERROR: "try again later",
    QUOTA: "the account's quota or balance is spent",
    AUTH: "check the key and what it may use",
    NOT_FOUND: "check the model's name and the base URL",
    TOO_LONG: "give the judge a model with a larger context window, or fewer and shorter passages",
    CONTENT_FILTER: "the provider's filter refused this text; it is not asked again",
}


def failure(status: int, body: bytes, redactor: Redactor) -> RemoteError:
    """The meaning of an answer whose status is not 2xx; servers like to quote the key, so its text is redacted."""
    error = _error_object(body)
    message = str(error.get("message") or body[:300].decode("utf-8", "replace").strip() or "no message")
    message = redactor.text(message)
    word = f"{error.get('code') or ''} {error.get('type') or ''}".lower()
    code = _code(status, word, message.lower())
    parameter = error.get("param")
    return RemoteError(
        f"the server answered {status}: {message}",
        code=code,
        hint=_HINTS.get(code),
        status=status,
        parameter=parameter if isinstance(parameter, str) else None,
        fatal=code in (AUTH, NOT_FOUND, QUOTA),
    )


def _error_object(body: bytes) -> Mapping[str, Any]:
    """The error as OpenAI, llama.cpp, Ollama (`{"error": "text"}`) and FastAPI (`detail`) write it."""
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    if not isinstance(value, dict):
        return {}
    error = value.get("error", value)
    if isinstance(error, dict):
        return error if "message" in error else {**error, "message": value.get("detail")}
    return {"message": error}


def _code(status: int, word: str, message: str) -> str:
    if "insufficient_quota" in word or status == 402:
        return QUOTA
    if status == 429:
        return RATE_LIMITED
    if status in (401, 403):
        return AUTH
    if status == 404:
        return NOT_FOUND
    if status in RETRYABLE_STATUS or status >= 500:
        return SERVER_ERROR
    if any(sign in word or sign in message for sign in _TOO_LONG_SIGNS):
        return TOO_LONG
    if any(sign in word or sign in message for sign in _FILTER_SIGNS):
        return CONTENT_FILTER
    return BAD_REQUEST


def can_pass(error: RemoteError) -> bool:
    """Whether the same request may succeed a moment later."""
    return error.code in (UNREACHABLE, TIMEOUT, RATE_LIMITED, BAD_RESPONSE) or (
        error.code == SERVER_ERROR and error.status in RETRYABLE_STATUS
    )


def retry_after(headers: Mapping[str, str], *, now: float) -> float | None:
    """Seconds the server asks to wait: `retry-after-ms`, or `Retry-After` in seconds or as an HTTP date; None: it does not ask.

    >>> retry_after({"retry-after": "Thu, 01 Jan 1970 00:01:00 GMT"}, now=50.0)
    10.0
    """
    try:
        if (milliseconds := headers.get("retry-after-ms")) is not None:
            return max(0.0, float(milliseconds) / 1000)
        text = headers.get("retry-after")
        if text is None:
            return None
        return max(0.0, float(text)) if text.strip()[:1].isdigit() else _until(text, now)
    except ValueError:
        return None


def _until(date: str, now: float) -> float:
    return max(0.0, parsedate_to_datetime(date).timestamp() - now)
