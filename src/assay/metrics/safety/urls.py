"""The links of a text, and the host that a browser would really go to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

_REST = r"""(?:(?!\]\()[^\s<>"'`])+"""
_LINK = re.compile(
    rf"""(?ix)
    (?<![a-z0-9+.-])[a-z][a-z0-9+.-]{{0,30}}:[/\\]+{_REST}                          # scheme://…
    | \b(?:javascript|data|vbscript|mailto|tel|file|blob):{_REST}
    | (?<![\w:/\\])(?://|\\\\)(?=[^\s/\\]+\.){_REST}            # //host.name/…
    | (?<![\w@./-])www\.{_REST}
    """
)
_ENDINGS = ".,;:!?*_"
_PAIRS = {")": "(", "]": "[", "}": "{"}
_WEB = ("http", "https", "ws", "wss", "ftp")
LONGEST_HOST = 253
"""Characters of a host name, from RFC 1035."""
_AMBIGUOUS = re.compile("[ßς\u200c\u200d]")


@dataclass(frozen=True, slots=True)
class Link:
    """A link: where it stands, its scheme, its host as ASCII, and its `suspicions` (`userinfo`, `not_ascii`, `broken`)."""

    start: int
    end: int
    scheme: str
    host: str | None
    suspicions: tuple[str, ...] = ()


def links(text: str) -> Iterator[Link]:
    """Every link in the order of the text: with a scheme, `//host`, or `www.`; Markdown and HTML brackets are left out.

    >>> [(link.scheme, link.host) for link in links("See [us](https://Example.com/a), www.b.org.")]
    [('https', 'example.com'), ('https', 'www.b.org')]
    """
    for match in _LINK.finditer(text):
        raw = _trimmed(match[0])
        yield _link(raw, match.start(), match.start() + len(raw))


def _trimmed(raw: str) -> str:
    """Without the marks that end a sentence or close a bracket opened before the link."""
    while raw:
        last = raw[-1]
        if last in _ENDINGS or (last in _PAIRS and raw.count(last) > raw.count(_PAIRS[last])):
            raw = raw[:-1]
        else:
            break
    return raw


def _link(raw: str, start: int, end: int) -> Link:
    url = raw.replace("\\", "/")
    if url.startswith("//"):
        url = f"https:{url}"
    elif ":" not in url.partition("/")[0]:
        url = f"https://{url}"
    scheme, _, rest = url.partition(":")
    scheme = scheme.lower()
    if scheme not in _WEB:
        return Link(start, end, scheme, None)
    try:
        parts = urlsplit(f"{scheme}://{rest.lstrip('/')}")
        host = ascii_host(parts.hostname or "")
    except ValueError:
        return Link(start, end, scheme, None, ("broken",))
    suspicions: tuple[str, ...] = ("userinfo",) if "@" in parts.netloc else ()
    written = parts.hostname or ""
    if not written.isascii() or "xn--" in written:
        suspicions += ("not_ascii",)
    return Link(start, end, scheme, host, suspicions)


def ascii_host(host: str) -> str:
    """A host as it is looked up: lower-case, Punycode, without the final dot.

    Raises:
        ValueError: empty, too long, no valid name, or a name that the two versions of IDNA read differently (ß, ς, joiners).

    >>> ascii_host("BÜCHER.example.")
    'xn--bcher-kva.example'
    """
    name = host.rstrip(".").lower()
    if not 0 < len(name) <= LONGEST_HOST or _AMBIGUOUS.search(name):
        raise ValueError(f"{host!r} is no host name that can be looked up for certain")
    return name.encode("idna").decode("ascii").lower()
