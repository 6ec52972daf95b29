"""Judge calls: every attempt is kept, under the hash of its content, and none is ever overwritten."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from assay.errors import StoreError
from assay.records.canonical import canonical_json, sha256_text
from assay.records.frozen import freeze_map, thaw
from assay.store.body import to_body
from assay.store.payloads import verified
from assay.store.runs import status_of
from assay.store.schema import calls, insert_new, run_calls
from assay.store.scored_rows import PAGE, link_calls


def add_call(connection: Connection, call: Mapping[str, Any]) -> str:
    """Store an attempt; its hash. `request_key` and `ok` are read, and `run_id` where it is given.

    Raises:
        StoreError: `request_key` is no text or `ok` no boolean.
        InvalidRowError: the attempt holds something that JSON does not have.
    """
    key, usable, run_id = call.get("request_key"), call.get("ok"), call.get("run_id")
    if not isinstance(key, str) or not key or not isinstance(usable, bool):
        raise StoreError(
            "a judge call needs `request_key` (text) and `ok` (whether its reply may be used again)", code="call_shape"
        )
    text = canonical_json(thaw(freeze_map(call, "call")))
    name = sha256_text(text)
    insert_new(connection, calls, [{"hash": name, "request_key": key, "usable": int(usable), "body": to_body(text)}])
    if isinstance(run_id, str):
        link_calls(connection, run_id, [name])
    return name


def read_call(connection: Connection, name: str, where: object) -> dict[str, Any]:
    """A stored attempt.

    Raises:
        StoreError: it is not stored, or was changed.
    """
    body = connection.execute(select(calls.c.body).where(calls.c.hash == name)).scalar()
    return _value(name, body, where)


def latest_usable(connection: Connection, request_key: str, where: object) -> dict[str, Any] | None:
    """The latest attempt at a request whose reply may be used again."""
    statement = select(calls.c.hash, calls.c.body).where(calls.c.request_key == request_key, calls.c.usable == 1)
    found = connection.execute(statement.order_by(calls.c.number.desc()).limit(1)).first()
    return None if found is None else _value(found.hash, found.body, where)


def page(connection: Connection, run_id: str, after: int, where: object) -> list[tuple[int, dict[str, Any]]]:
    """The next attempts that a run made or rests on, in the order stored, each with its number.

    Raises:
        UnknownNameError: there is no such run.
    """
    status_of(connection, run_id)
    statement = (
        select(calls.c.number, calls.c.hash, calls.c.body)
        .join(run_calls, run_calls.c.call_hash == calls.c.hash)
        .where(run_calls.c.run_id == run_id, calls.c.number > after)
    )
    lines = connection.execute(statement.order_by(calls.c.number).limit(PAGE))
    return [(line.number, _value(line.hash, line.body, where)) for line in lines]


def _value(name: str, body: str | None, where: object) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(verified(name, body, where))
    return value
