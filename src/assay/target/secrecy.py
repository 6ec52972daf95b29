"""Keeping secrets out of identities and failure messages."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

HIDDEN = "[hidden]"
_SHORTEST = 4
_SECRET_OPTION = re.compile(
    r"(?i)([\w-]*(?:token|secret|password|passwd|api[_-]?key|credential|authorization)[\w-]*)(\s*[=:]\s*|\s+)(\S+)"
)


def public_url(url: str) -> str:
    """The URL without user, password, fragment and query values: `https://host/ask?key=[hidden]`.

    >>> public_url("https://me:pw@host:8080/ask?key=abc#x")
    'https://host:8080/ask?key=[hidden]'
    """
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    query = "&".join(f"{name}={HIDDEN}" for name, _ in parse_qsl(parts.query, keep_blank_values=True))
    return urlunsplit((parts.scheme, host, parts.path, query, ""))


def public_command(command: str) -> str:
    """The command with the values of options that are named like a secret hidden.

    >>> public_command("ask --api-key abc --top 3")
    'ask --api-key [hidden] --top 3'
    """
    return _SECRET_OPTION.sub(rf"\1\2{HIDDEN}", command)


def secrets_of(url: str, header_values: Iterable[str]) -> frozenset[str]:
    """Every text of at least four characters in the URL's user part and query and in the headers that must not be shown."""
    parts = urlsplit(url)
    found = [value for _, value in parse_qsl(parts.query)]
    user_part = parts.netloc.rpartition("@")[0]
    if user_part:
        user, _, password = user_part.partition(":")
        found += [user_part, unquote(user), password, unquote(password)]
        found.append(base64.b64encode(unquote(user_part).encode()).decode())
    for value in header_values:
        found += [value, *value.split()]
    return frozenset(text for text in found if len(text) >= _SHORTEST)


def hide(text: str, secrets: Iterable[str]) -> str:
    """The text with every secret replaced, the longest first."""
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return text
