"""What goes over the wire to a target in another process, and what comes back: one JSON value each way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from assay.errors import ConfigurationError, InvalidRowError
from assay.records import Case
from assay.records.frozen import thaw

DEFAULT_FIELDS: Mapping[str, str] = {"id": "id", "input": "input", "question": "input"}
"""JSON key → field of the case. Reviewed facts (reference, claims) are not sent unless a field map asks for them."""


def request_of(case: Case, fields: Mapping[str, str]) -> dict[str, Any]:
    """The JSON object that a target gets for a case; a field that the case does not state is left out."""
    builtin = case.to_dict() | {"id": case.id, "input": thaw(case.input), "blocking": case.blocking}
    values = {key: builtin.get(field, case.extra.get(field)) for key, field in fields.items()}
    return {key: thaw(value) for key, value in values.items() if value is not None}


def check_fields(fields: Mapping[str, str] | None) -> dict[str, str]:
    """The field map, or the default one.

    Raises:
        ConfigurationError: nothing is sent, or a key or field is not text.
    """
    chosen = dict(DEFAULT_FIELDS if fields is None else fields)
    if not chosen or not all(isinstance(text, str) and text for pair in chosen.items() for text in pair):
        raise ConfigurationError(
            f"the target's fields must map JSON keys to fields of a case, got {fields!r}",
            hint="for example {'query': 'input', 'session': 'id'}",
        )
    return chosen


def read_reply(data: bytes) -> Any:
    """The one JSON value in `data` (UTF-8; a byte-order mark is allowed).

    Raises:
        InvalidRowError: empty, not UTF-8, not JSON, a duplicate key, NaN or infinity; names line and column.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidRowError(f"the reply is not UTF-8 (byte {error.start})", code="encoding") from None
    if not text.strip():
        raise InvalidRowError("the reply is empty", code="empty_reply")
    try:
        return json.loads(text, object_pairs_hook=_distinct, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise InvalidRowError(
            f"the reply is not JSON: {error.msg} at line {error.lineno} column {error.colno}, it begins {text[:60]!r}",
            code="not_json",
        ) from None
    except RecursionError:
        raise InvalidRowError("the reply is nested too deeply", code="not_json") from None


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        keys = [key for key, _ in pairs]
        doubled = sorted({key for key in keys if keys.count(key) > 1})
        raise InvalidRowError(f"the reply has the key {doubled[0]!r} twice in one object", code="duplicate_key")
    return result


def _no_constant(text: str) -> NoReturn:
    raise InvalidRowError(f"the reply holds {text}, which is not a JSON number", code="not_finite")
