"""From loose values to a typed case: strict, and naming every problem of a row at once."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from typing import Any

from assay.errors import InvalidRowError
from assay.records import Case, Claim, Output, Review, normalise_id
from assay.records.output import parse_texts
from assay.records.returned import parse_output

Conversion = Callable[[Any, str], Any]


def parse_case(fields: Mapping[str, Any], extra: Mapping[str, Any] | None = None) -> Case:
    """A case from its named fields; `extra` is kept beside them. A field of None was not stated.

    Raises:
        InvalidRowError: every wrong type, blank text, unknown name and the missing id at once, joined with `; `.

    >>> parse_case({"id": 7, "input": "How do refunds work?"}).id
    '7'
    >>> parse_case({"id": "a", "input": " ", "must_abstain": "false"})
    Traceback (most recent call last):
    assay.errors.InvalidRowError: input is blank; must_abstain must be true or false, got str
    """
    values: dict[str, Any] = {}
    problems: list[str] = [] if fields.get("id") is not None else ["id is missing"]
    for name, value in fields.items():
        if value is not None:
            _convert(values, problems, name, value)
    if problems:
        raise InvalidRowError("; ".join(problems), code="case_fields")
    return Case(**values, extra=dict(extra or {}))


def parse_recorded(fields: Mapping[str, Any], extra: Mapping[str, Any] | None = None) -> Output:
    """An output recorded in a file, from its named fields.

    Raises:
        InvalidRowError: every wrong type at once, joined with `; `.
    """
    others = dict(extra or {})
    if not fields and not others.get("error"):
        return Output(extra=others)
    try:
        return parse_output({"error": others.get("error"), **fields, "extra": others})
    except InvalidRowError as error:
        reasons = [reason for name, value in fields.items() if (reason := _output_problem(name, value))]
        raise InvalidRowError("; ".join(reasons) or error.message, code=error.code) from error


def parse_id(value: object) -> str:
    """An id: text that is not blank, or a whole number; in NFC, without outer white space and invisible characters.

    Raises:
        InvalidRowError: missing, blank or another type.
    """
    if value is None:
        raise InvalidRowError("id is missing", code="missing")
    found = normalise_id(_label(value, "id"))
    if not found:
        raise InvalidRowError("id is blank (it holds invisible characters only)", code="blank")
    return found


def _convert(values: dict[str, Any], problems: list[str], name: str, value: object) -> None:
    if name not in CASE_CONVERSIONS:
        problems.append(f"{name} is not a field of a case; unknown fields stand in extra")
        return
    try:
        values[name] = CASE_CONVERSIONS[name](value, name)
    except InvalidRowError as error:
        problems.append(error.message)


def _output_problem(name: str, value: object) -> str | None:
    try:
        parse_output({name: value})
    except InvalidRowError as error:
        return error.message
    return None


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise _wrong(name, "text", value)
    if not value.strip():
        raise InvalidRowError(f"{name} is blank", code="blank")
    return value


def _input(value: object, name: str) -> str | tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        if not isinstance(value, str):
            raise _wrong(name, "text or a list of messages", value)
        return _text(value, name)
    if not value:
        raise InvalidRowError(f"{name} is an empty conversation", code="blank")
    for index, message in enumerate(value):
        if not isinstance(message, Mapping):
            raise _wrong(f"{name}[{index}]", "a message object", message)
    return tuple(value)


def _reference(value: object, name: str) -> str:
    """One text; a list of one text is what older ragas files hold."""
    if isinstance(value, (list, tuple)):
        if len(value) != 1:
            raise InvalidRowError(f"{name} must be one text, got a list of {len(value)}", code="item_type")
        value = value[0]
    return _text(value, name)


def _label(value: object, name: str) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        raise _wrong(name, "text or a whole number", value)
    return _text(value, name)


def _flag(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong(name, "true or false", value)
    return value


def _ids(value: object, name: str) -> tuple[str, ...]:
    """A list of ids. A blank id is kept: what it means is the contract of the metric that reads the list."""
    items = _listed(value, name)
    return tuple(item if isinstance(item, str) else _label(item, f"{name}[{at}]") for at, item in enumerate(items))


def _claims(value: object, name: str) -> tuple[Claim, ...]:
    return tuple(_claim(item, f"{name}[{at}]") for at, item in enumerate(_listed(value, name)))


def _claim(item: object, where: str) -> Claim:
    if isinstance(item, (str, int)) and not isinstance(item, bool):
        return Claim(id=str(item))
    if not isinstance(item, Mapping):
        raise _wrong(where, "a claim (id, text) or an id", item)
    unknown = sorted(map(str, set(item) - {"id", "text"}))
    if unknown:
        raise InvalidRowError(f"{where} has unknown keys {', '.join(unknown)}; a claim has id and text", code="schema")
    claim_id, text = item.get("id"), item.get("text")
    if claim_id is None:
        raise InvalidRowError(f"{where} has no id", code="schema")
    if text is not None and not isinstance(text, str):
        raise _wrong(f"{where}.text", "text", text)
    return Claim(id=claim_id if isinstance(claim_id, str) else _label(claim_id, f"{where}.id"), text=text or "")


def _review(value: object, name: str) -> Review:
    if isinstance(value, str):
        return Review(by=_text(value, name))
    if not isinstance(value, Mapping):
        raise _wrong(name, "an object with by, on, why", value)
    try:
        return Review.from_dict({key: item for key, item in value.items() if item is not None})
    except InvalidRowError as error:
        raise InvalidRowError(f"{name}: {error.message}", code="schema") from error


def _listed(value: object, name: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        raise _wrong(name, "a list", value)
    return value


def _wrong(name: str, expected: str, value: object) -> InvalidRowError:
    return InvalidRowError(f"{name} must be {expected}, got {type(value).__name__}", code="item_type")


CASE_CONVERSIONS: Mapping[str, Conversion] = types.MappingProxyType(
    {
        "id": lambda value, _: parse_id(value),
        "input": _input,
        "reference": _reference,
        "required_claims": _claims,
        "expected_facts": parse_texts,
        "expected_citations": _ids,
        "expected_context_ids": _ids,
        "reference_contexts": parse_texts,
        "must_abstain": _flag,
        "must_cite": _flag,
        "blocking": _flag,
        "group": _label,
        "contract": _label,
        "reviewed": _review,
    }
)
