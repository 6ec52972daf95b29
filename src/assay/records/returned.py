"""What a target returned, or a file recorded, read into an `Output`.

A field that was not returned stays None: "returned no citations" and "does not return citations" are two different things.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from typing import Any, TypeVar

import msgspec

from assay.errors import InvalidRowError
from assay.records.number import Number
from assay.records.output import (
    Attribution,
    Output,
    TargetFailure,
    Usage,
    parse_citations,
    parse_contexts,
    parse_texts,
)
from assay.records.record import Record, require_finite

R = TypeVar("R", bound=Record)

ALIASES: dict[str, tuple[str, ...]] = {
    "answer": ("answer", "response", "output", "actual_output", "text"),
    "contexts": ("contexts", "retrieved_contexts", "retrieval_context", "context", "source_documents"),
    "citations": ("citations", "sources"),
    "supported_claim_ids": ("supported_claim_ids",),
    "attributions": ("attributions",),
    "abstained": ("abstained",),
    "tool_calls": ("tool_calls", "tools_called"),
    "messages": ("messages",),
    "latency_ms": ("latency_ms",),
    "usage": ("usage", "token_usage"),
    "failure": ("failure",),
}
"""Our name of each returned field, and the names under which it is recognised; the first one that is given wins."""

_INPUT_TOKENS = ("input_tokens", "prompt_tokens")
_OUTPUT_TOKENS = ("output_tokens", "completion_tokens")
_MONEY = ("usd", "cost_usd")


def parse_output(value: object) -> Output:
    """The output in `value`: an answer as text, a mapping with the names in `ALIASES`, or an `Output`.

    Unknown keys, and a second name of a field that was already found, are kept in `extra`. A key whose value is None counts
    as not returned. Usage is read from our names or OpenAI's (`prompt_tokens`, `completion_tokens`); what else stands in it
    is kept in `extra["usage"]`. An `error` that says something is a failure, whatever stands beside it.

    Raises:
        InvalidRowError: another type, no known field at all (code `missing_answer`), or a field of a wrong type; the
            message names the field.

    >>> parse_output({"response": "30 days", "sources": ["doc-7"], "model": "m"}).extra
    FrozenMap({'model': 'm'})
    >>> parse_output("30 days").contexts is None
    True
    """
    if isinstance(value, str):
        return Output(answer=value)
    if isinstance(value, Output):
        return _checked(value)
    if not isinstance(value, Mapping):
        raise InvalidRowError(
            f"expected an answer as text or an object with `answer`, got {type(value).__name__}{_way_out(value)}",
            code="output_type",
        )
    return _from_mapping(value)


def _way_out(value: object) -> str:
    """How objects of common kinds become a mapping."""
    if is_dataclass(value):
        return "; return a dict, `dataclasses.asdict(…)`"
    return "; return a dict, `….model_dump()`" if hasattr(value, "model_dump") else ""


def _checked(output: Output) -> Output:
    """An Output that a person built by hand may hold anything; reading it back is the check."""
    try:
        return Output.from_dict(msgspec.to_builtins(output))
    except (TypeError, ValueError) as error:
        raise InvalidRowError(f"Output: {error}", code="schema") from error


def _from_mapping(value: Mapping[Any, Any]) -> Output:
    rest = {key: item for key, item in value.items() if item is not None}
    given: dict[str, tuple[str, Any]] = {}
    for field, names in ALIASES.items():
        name = next((name for name in names if name in rest), None)
        if name is not None:
            given[field] = name, rest.pop(name)
    if not given and _reported(rest.get("error")) is None:
        found = ", ".join(repr(str(key)) for key in value) or "none"
        raise InvalidRowError(
            f"the object has none of {', '.join(ALIASES['answer'])} (its keys: {found})", code="missing_answer"
        )
    fields = _parsed(given)
    if "usage" in fields:
        fields["usage"], others = fields["usage"]
        rest |= {"usage": others} if others else {}
    if "failure" not in fields and (failure := _reported(rest.get("error"))):
        fields["failure"] = failure
    extra = rest.pop("extra", {})
    return Output(**fields, extra={**extra, **rest} if isinstance(extra, Mapping) else {**rest, "extra": extra})


def _reported(error: object) -> TargetFailure | None:
    """The failure that a target or a record reports in the key `error`: anything that is not empty, blank or false."""
    if not error or (isinstance(error, str) and not error.strip()):
        return None
    return TargetFailure(kind="reported", message=str(error))


def _parsed(given: Mapping[str, tuple[str, Any]]) -> dict[str, Any]:
    """The typed fields.

    Raises:
        InvalidRowError: every wrong field at once.
    """
    fields: dict[str, Any] = {}
    problems: list[InvalidRowError] = []
    for field, (name, value) in given.items():
        try:
            fields[field] = _PARSERS[field](value, name)
        except InvalidRowError as error:
            problems.append(error)
    if problems:
        raise InvalidRowError("; ".join(error.message for error in problems), code=problems[0].code)
    return fields


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise _wrong(name, "text", value)
    return str(value)


def _flag(value: object, name: str) -> bool:
    if type(value).__module__ == "numpy" and type(value).__name__ in {"bool", "bool_"}:
        return bool(value)
    if not isinstance(value, bool):
        raise _wrong(name, "true or false", value)
    return value


def _list(value: object, name: str) -> tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        raise _wrong(name, "a list", value)
    return tuple(value)


def _milliseconds(value: object, name: str) -> float:
    number = float(_number(value, name))
    if number < 0:
        raise InvalidRowError(f"{name} must not be negative, got {number!r}", code="item_type")
    return number


def _number(value: object, name: str) -> Number:
    if type(value).__module__ == "numpy" and hasattr(value, "item"):
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _wrong(name, "a number", value)
    require_finite(name, value)
    return value


def _usage(value: object, name: str) -> tuple[Usage, dict[str, Any]]:
    if isinstance(value, Usage):
        return value, {}
    if not isinstance(value, Mapping):
        raise _wrong(name, "an object with `input_tokens` and `output_tokens`", value)
    rest = dict(value)

    def take(names: tuple[str, ...]) -> Number | None:
        given = next((key for key in names if rest.get(key) is not None), None)
        return None if given is None else _number(rest.pop(given), f"{name}.{given}")

    usage = Usage(
        input_tokens=_whole(take(_INPUT_TOKENS), f"{name}.input_tokens"),
        output_tokens=_whole(take(_OUTPUT_TOKENS), f"{name}.output_tokens"),
        usd=take(_MONEY),
    )
    return usage, {key: item for key, item in rest.items() if item is not None}


def _whole(value: Number | None, name: str) -> int | None:
    if value is not None and (value != int(value) or value < 0):
        raise _wrong(name, "a whole number", value)
    return None if value is None else int(value)


def _attributions(value: object, name: str) -> tuple[Attribution, ...]:
    return tuple(_record(item, f"{name}[{index}]", Attribution) for index, item in enumerate(_list(value, name)))


def _failure(value: object, name: str) -> TargetFailure:
    return _record(value, name, TargetFailure)


def _record(value: object, name: str, kind: type[R]) -> R:
    if isinstance(value, kind):
        return value
    try:
        return kind.from_dict(value)
    except InvalidRowError as error:
        raise InvalidRowError(f"{name}: {error.message}", code="item_type") from error


def _wrong(name: str, expected: str, value: object) -> InvalidRowError:
    return InvalidRowError(f"{name} must be {expected}, got {type(value).__name__}", code="item_type")


_PARSERS: dict[str, Callable[[Any, str], Any]] = {
    "answer": _text,
    "contexts": parse_contexts,
    "citations": parse_citations,
    "supported_claim_ids": parse_texts,
    "attributions": _attributions,
    "abstained": _flag,
    "tool_calls": _list,
    "messages": _list,
    "latency_ms": _milliseconds,
    "usage": _usage,
    "failure": _failure,
}
