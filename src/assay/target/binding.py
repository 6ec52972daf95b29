"""Which parts of a case a function asks for, decided by its signature."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from assay.errors import ConfigurationError, InvalidRowError
from assay.records import Case
from assay.records.frozen import thaw

QUESTION_NAMES = frozenset({"question", "input", "query", "prompt", "user_input", "message", "messages"})
CASE_NAMES = frozenset({"case", "sample"})

Arguments = tuple[tuple[Any, ...], dict[str, Any]]
Binding = Callable[[Case], Arguments]


def bind(function: Callable[..., Any], name: str) -> Binding:
    """How to call `function` for a case. Only parameters without a default are filled, by these rules in order:

    1. annotated `Case`, or named `case` or `sample`: the whole case;
    2. named `question`, `input`, `query`, `prompt`, `user_input`, `message` or `messages`: the case's input;
    3. named like a field of a case (`id`, `group`, …): that field;
    4. the only parameter, whatever its name: the case's input;
    5. any other name: the case's own column of that name.

    A function whose only required parameter has a default (`def run(question="")`) or that takes `*args` gets the input
    by position.

    Raises:
        ConfigurationError: the function takes nothing.
    """
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # a builtin without a signature
        return _question
    required = [item for item in parameters if item.default is item.empty and item.kind not in _VARIADIC]
    if not required:
        if any(item.kind in _POSITIONAL for item in parameters):
            return _question
        raise ConfigurationError(f"{name} takes no argument", hint="let it take the question, or the whole `case`")
    if len(required) == 1 and _is_free(required[0]):
        return _question if required[0].kind is not inspect.Parameter.KEYWORD_ONLY else _keyword(required[0].name)
    return _by_name(required, name)


def _by_name(required: list[inspect.Parameter], name: str) -> Binding:
    def arguments(case: Case) -> Arguments:
        values = [(item, _value(item, case, name)) for item in required]
        positional = tuple(value for item, value in values if item.kind is not item.KEYWORD_ONLY)
        return positional, {item.name: value for item, value in values if item.kind is item.KEYWORD_ONLY}

    return arguments


def _value(item: inspect.Parameter, case: Case, name: str) -> Any:
    if _wants_case(item):
        return case
    if item.name in QUESTION_NAMES:
        return thaw(case.input)
    if item.name in Case.__struct_fields__:
        return getattr(case, item.name)
    if item.name not in case.extra:
        raise InvalidRowError(
            f"{name} asks for {item.name!r}, which case {case.id!r} does not have",
            code="missing_argument",
            hint="name the parameter `question` for the input or `case` for the whole case, or give it a default",
        )
    return thaw(case.extra[item.name])


def _wants_case(item: inspect.Parameter) -> bool:
    return item.name in CASE_NAMES or item.annotation is Case or item.annotation in {"Case", "records.Case"}


def _is_free(item: inspect.Parameter) -> bool:
    return not _wants_case(item) and (item.name in QUESTION_NAMES or item.name not in Case.__struct_fields__)


def _question(case: Case) -> Arguments:
    return (thaw(case.input),), {}


def _keyword(name: str) -> Binding:
    return lambda case: ((), {name: thaw(case.input)})


_POSITIONAL = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL,
)
_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
