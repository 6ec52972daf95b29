"""Texts and JSON values that are stored once, under the SHA-256 of what they say."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, select

from assay.errors import StoreError
from assay.records.canonical import canonical_json, sha256_text
from assay.store.body import has_hash, to_body
from assay.store.schema import insert_new, payloads


def add_payloads(connection: Connection, texts: Iterable[tuple[str, str]]) -> None:
    """Store (hash, canonical JSON) pairs that are new. In hash order, so that two writers cannot wait for each other."""
    insert_new(connection, payloads, [{"hash": name, "body": to_body(text)} for name, text in sorted(set(texts))])


def add_value(connection: Connection, value: Any) -> str:
    """Store a JSON value; its hash."""
    text = canonical_json(value)
    name = sha256_text(text)
    add_payloads(connection, [(name, text)])
    return name


def add_text(connection: Connection, text: str) -> str:
    """Store a text as it is; its hash.

    Raises:
        StoreError: the text holds a lone surrogate or a NUL, which not every database can keep.
    """
    if "\0" in text or text.encode("utf-8", "replace").decode() != text:
        raise StoreError(
            "a text with a NUL or a lone surrogate cannot be stored", code="store_text", hint="write it as UTF-8"
        )
    name = sha256_text(text)
    insert_new(connection, payloads, [{"hash": name, "body": text}])
    return name


def has(connection: Connection, name: str) -> bool:
    """Whether a payload of this hash is stored."""
    return connection.execute(select(payloads.c.hash).where(payloads.c.hash == name)).first() is not None


def read_text(connection: Connection, name: str, where: object) -> str:
    """A stored text.

    Raises:
        StoreError: it is not stored, or it is no longer what its hash says.
    """
    body = connection.execute(select(payloads.c.body).where(payloads.c.hash == name)).scalar()
    return verified(name, body, where)


def read_value(connection: Connection, name: str, where: object) -> Any:
    """A stored JSON value.

    Raises:
        StoreError: as `read_text`, or what is stored is a text and no JSON.
    """
    text = read_text(connection, name, where)
    try:
        return json.loads(text)
    except ValueError as error:
        raise StoreError(
            f"payload {name} in the store {where} is no JSON: {error}", code="payload_kind", hint="read it as text"
        ) from error


def verified(name: str, body: str | None, where: object) -> str:
    """The body found under the hash `name`.

    Raises:
        StoreError: there is none, or its content no longer has this hash.
    """
    if body is None:
        raise StoreError(
            f"the store {where} has no payload {name}", code="payload_missing", hint="read the store that wrote it"
        )
    if not has_hash(body, name):
        raise StoreError(
            f"{name} in the store {where} was changed after it was written",
            code="store_corrupt",
            hint="restore the store from a copy",
        )
    return body
