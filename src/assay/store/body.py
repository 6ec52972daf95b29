"""JSON text as a database can hold it.

Canonical JSON keeps text as given, lone surrogates too, which UTF-8 and so every database refuses. They are stored as JSON
escapes (`\\ud800`), which read back as the same text; the hash is always that of the canonical form.
"""

from __future__ import annotations

import json
import re
from typing import TypeVar

from assay.errors import InvalidRowError, StoreError
from assay.records.canonical import content_hash, sha256_text
from assay.records.record import Record

_SURROGATE = re.compile("[\ud800-\udfff]")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_ESCAPED = "\\ud"

AnyRecord = TypeVar("AnyRecord", bound=Record)


def to_body(canonical: str) -> str:
    r"""Canonical JSON with its lone surrogates escaped.

    Raises:
        StoreError: two surrogates in a row that would read back as one character.

    >>> print(to_body('"\ud800"'))
    "\ud800"
    """
    if canonical.isascii():
        return canonical
    if _PAIR.search(canonical):
        raise StoreError(
            "a text holds a character as two surrogates, which has no UTF-8 form",
            code="store_text",
            hint="decode the text as UTF-16 where it comes from",
        )
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", canonical)


def has_hash(body: str, name: str) -> bool:
    """Whether a stored text, or the canonical JSON that it stands for, has this SHA-256."""
    if sha256_text(body) == name:
        return True
    if _ESCAPED not in body:
        return False
    try:
        return content_hash(json.loads(body)) == name
    except ValueError:
        return False


def read_record(kind: type[AnyRecord], body: str, where: object) -> AnyRecord:
    """Read a stored record.

    Raises:
        StoreError: what is stored is not such a record.
    """
    try:
        return kind.from_dict(json.loads(body)) if _ESCAPED in body else kind.from_json(body)
    except (InvalidRowError, ValueError) as error:
        raise StoreError(
            f"the store {where} holds a {kind.__name__} that cannot be read: {error}",
            code="store_corrupt",
            hint="restore it from a copy; if it was written by a newer Assay, upgrade",
        ) from error


def lookup_text(text: str) -> str:
    """The form in which a text is looked up: itself, with characters that a database refuses escaped."""
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")
