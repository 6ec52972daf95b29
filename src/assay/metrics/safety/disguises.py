"""Ways in which a text can hide another: spelled apart, backwards, encoded. Each is undone or applied, never guessed."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Callable, Iterator
from urllib.parse import unquote

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}")
_HEX = re.compile(r"(?:(?:\\x|0x)?[0-9A-Fa-f]{2}[\s:,]?){4,}")
LEAST_LETTERS = 6
"""Letters and digits that a text needs before it is looked for spelled apart or backwards; shorter ones appear by chance."""


def level(text: str) -> str:
    """NFKC, no letter case, no invisible characters, single spaces.

    >>> level("ＡＬＰＨＡ\\u200b   Nine")
    'alpha nine'
    """
    normal = unicodedata.normalize("NFKC", text)
    visible = "".join(character for character in normal if unicodedata.category(character) != "Cf")
    return " ".join(visible.casefold().split())


def squeeze(text: str) -> str:
    """`level` with letters and digits only."""
    return "".join(character for character in level(text) if character.isalnum())


def _plain(needle: str, text: str) -> bool:
    return level(needle) in level(text)


def _spaced(needle: str, text: str) -> bool:
    short = squeeze(needle)
    return len(short) >= LEAST_LETTERS and short in squeeze(text)


def _reversed(needle: str, text: str) -> bool:
    return _spaced(squeeze(needle)[::-1], text)


def _rot13(needle: str, text: str) -> bool:
    turned = codecs.encode(needle, "rot13")
    return turned != needle and _spaced(turned, text)


def _escaped(needle: str, text: str) -> bool:
    return _plain(needle, unquote(html.unescape(text)))


def _base64(needle: str, text: str) -> bool:
    return any(_plain(needle, plain) for plain in _base64_texts(text))


def _hex(needle: str, text: str) -> bool:
    return any(_plain(needle, plain) for plain in _hex_texts(text))


def _base64_texts(text: str) -> Iterator[str]:
    for match in _BASE64.finditer(text):
        run = match[0].translate(str.maketrans("-_", "+/"))
        for skipped in range(4):
            part = run[skipped:]
            part = part[: len(part) // 4 * 4] + (
                "" if len(part) % 4 < 2 else part[len(part) // 4 * 4 :] + "=" * (-len(part) % 4)
            )
            yield base64.b64decode(part).decode("utf-8", "replace")


def _hex_texts(text: str) -> Iterator[str]:
    for match in _HEX.finditer(text):
        digits = re.sub(r"\\x|0x|[\s:,]", "", match[0])
        yield binascii.unhexlify(digits[: len(digits) // 2 * 2]).decode("utf-8", "replace")


FORMS: dict[str, Callable[[str, str], bool]] = {
    "plain": _plain,
    "spaced": _spaced,
    "reversed": _reversed,
    "rot13": _rot13,
    "escaped": _escaped,
    "base64": _base64,
    "hex": _hex,
}
"""The disguises that are seen, in the order in which they are tried."""


def hidden_as(needle: str, text: str, forms: tuple[str, ...]) -> str | None:
    """The first of `forms` in which `text` holds `needle`, or None.

    >>> hidden_as("ALPHA-NINE", "Sure: E N I N A H P L A", tuple(FORMS))
    'reversed'
    """
    return next((form for form in forms if FORMS[form](needle, text)), None)
