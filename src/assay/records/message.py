"""Messages of a conversation and the tool calls in them.

The shapes of ragas (`type`, `args`), OpenAI (`role`, `function.arguments` as JSON text), LangChain (`type`, `args`, `data`) and
DeepEval (`input_parameters`) are read; nothing is guessed: a message without a role, or a tool message that answers no call, is
refused with its position.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from assay.errors import InvalidRowError
from assay.records.canonical import canonical_json
from assay.records.frozen import EMPTY, freeze, freeze_map
from assay.records.record import Record


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class ToolCall(Record, frozen=True):
    """One call of a tool. `args` None was not stated at all, which differs from an empty `{}`.

    `unparsed` keeps an argument text that is no JSON object: the model's own mistake, which equals no call.
    """

    name: str
    args: dict[str, Any] | None = None
    id: str | None = None
    unparsed: str | None = None

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise InvalidRowError("a tool call needs a name that is not blank", code="blank_name")
        if self.args is not None:
            self._freeze("args")

    def __str__(self) -> str:
        if self.unparsed is not None:
            return f"{self.name}(arguments that are no JSON object)"
        if self.args is None:
            return f"{self.name}(?)"
        inner = ", ".join(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in self.args.items())
        return f"{self.name}({inner})"


class ExpectedCall(ToolCall, frozen=True):
    """A call that a right run makes. `acceptable` lists every right value of an argument; `optional` may be left out.

    An argument stands in `args` (one right value) or in `acceptable` (several), not in both.
    """

    acceptable: dict[str, Any] = EMPTY
    optional: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        self._freeze("acceptable")
        for name, values in self.acceptable.items():
            if not isinstance(values, tuple) or not values:
                raise InvalidRowError(f"acceptable[{name!r}] must be a list of at least one value", code="acceptable")
            if self.args is not None and name in self.args:
                raise InvalidRowError(f"argument {name!r} stands in args and in acceptable", code="acceptable")
        unknown = sorted(set(self.optional) - set(self.values))
        if unknown:
            raise InvalidRowError(f"optional arguments {unknown} have no value to compare with", code="optional")

    @property
    def values(self) -> dict[str, tuple[Any, ...]]:
        """For every argument that may be given, its right values."""
        return {**{name: (value,) for name, value in (self.args or {}).items()}, **self.acceptable}

    @property
    def open(self) -> bool:
        """Whether the case says nothing about the arguments."""
        return self.args is None and not self.acceptable


class Message(Record, frozen=True):
    """One message. `answers`: which call of the conversation, counted from 0, a tool message answers."""

    role: Role
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    name: str | None = None
    answers: int | None = None
    extra: dict[str, Any] = EMPTY

    def __post_init__(self) -> None:
        self._freeze("extra")
        if self.tool_calls and self.role is not Role.ASSISTANT:
            raise InvalidRowError(f"a {self.role.value} message cannot make tool calls", code="caller")


_ROLES = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}
_ARGS = ("args", "arguments", "input_parameters")
_KNOWN = {"role", "type", "content", "tool_calls", "tool_call_id", "function_call", "name", "answers", "extra"}


def parse_tool_calls(value: object, field: str = "tool_calls") -> tuple[ToolCall, ...]:
    """Tool calls as a target or a file gives them: `{name, args}`, where `args` may be `arguments` (also as JSON text).

    Raises:
        InvalidRowError: not a list, a call without a name, or arguments that are neither an object nor text; names the position.
    """
    return tuple(_call(item, f"{field}[{index}]") for index, item in enumerate(_listed(value, field)))


def parse_expected_calls(value: object, field: str = "reference_tool_calls") -> tuple[ExpectedCall, ...]:
    """The reviewed calls of a case: `parse_tool_calls` and `acceptable` (name → right values) and `optional` (names).

    Raises:
        InvalidRowError: as `parse_tool_calls`; also arguments that are no JSON object, for here the reviewed data are wrong.
    """
    return tuple(_expected(item, f"{field}[{index}]") for index, item in enumerate(_listed(value, field)))


def parse_messages(value: object, field: str = "messages") -> tuple[Message, ...]:
    """The messages of a conversation, checked as a whole.

    A tool message answers a call that was made and is still open: the one with its `tool_call_id`, or else the first open
    call (of its `name`, where it has one). No call is answered twice. Only an assistant makes calls.

    Raises:
        InvalidRowError: names the position and what was expected.
    """
    conversation = _Conversation()
    return tuple(
        conversation.admit(_message(item, f"{field}[{index}]"), f"{field}[{index}]")
        for index, item in enumerate(_listed(value, field))
    )


def calls_of(messages: tuple[Message, ...]) -> tuple[ToolCall, ...]:
    """Every call that the assistant made, in order."""
    return tuple(call for message in messages for call in message.tool_calls)


class _Conversation:
    """The calls that no tool message has answered yet, by their position in the conversation."""

    def __init__(self) -> None:
        self._open: dict[int, ToolCall] = {}
        self._made = 0

    def admit(self, message: Message, where: str) -> Message:
        for call in message.tool_calls:
            if call.id is not None and any(call.id == other.id for other in self._open.values()):
                raise InvalidRowError(f"{where}: call id {call.id!r} is in use by an open call", code="call_id")
            self._open[self._made] = call
            self._made += 1
        if message.role is not Role.TOOL:
            return message
        position = self._answered_by(message)
        if position is None:
            by = f"id {message.tool_call_id!r}" if message.tool_call_id is not None else "its position"
            raise InvalidRowError(f"{where}: the tool message answers no open call by {by}", code="no_such_call")
        del self._open[position]
        return message.replace(answers=position)

    def _answered_by(self, message: Message) -> int | None:
        for position, call in self._open.items():
            if message.tool_call_id is not None:
                if call.id == message.tool_call_id:
                    return position
            elif message.name is None or call.name == message.name:
                return position
        return None


def _message(item: object, where: str) -> Message:
    if isinstance(item, Message):
        return item
    if not isinstance(item, Mapping):
        raise _refusal(f"{where} must be an object with `role` and `content`, got {type(item).__name__}", "item_type")
    if isinstance(item.get("data"), Mapping):
        item = {"type": item.get("type"), **item["data"]}
    role = _ROLES.get(str(item.get("role") or item.get("type")))
    if role is None:
        raise _refusal(
            f"{where}: role {item.get('role') or item.get('type')!r} is not one of {', '.join(_ROLES)}", "role"
        )
    calls = item.get("tool_calls") or ([item["function_call"]] if item.get("function_call") else [])
    text, parts = _content(item.get("content"), f"{where}.content", role)
    rest = {**(item.get("extra") or {}), **{key: entry for key, entry in item.items() if key not in _KNOWN}}
    return Message(
        role=role,
        content=text,
        tool_calls=parse_tool_calls(calls, f"{where}.tool_calls"),
        tool_call_id=_text(item.get("tool_call_id"), f"{where}.tool_call_id"),
        name=_text(item.get("name"), f"{where}.name"),
        extra={**rest, **({"parts": parts} if parts else {})},
    )


def _content(value: object, where: str, role: Role) -> tuple[str, list[object]]:
    """The text of a message, and the parts of it that are no text (images, sound). A tool gives back any JSON value."""
    if value is None or isinstance(value, str):
        return value or "", []
    is_parts = isinstance(value, (list, tuple)) and all(isinstance(part, Mapping) and "type" in part for part in value)
    if role is Role.TOOL and not is_parts:
        return canonical_json(freeze(value, where)), []
    if not isinstance(value, (list, tuple)):
        raise _refusal(f"{where} must be text or a list of parts, got {type(value).__name__}", "item_type")
    texts: list[str] = []
    others: list[object] = []
    for part in value:
        text = part if isinstance(part, str) else part.get("text") if isinstance(part, Mapping) else None
        if isinstance(text, str):
            texts.append(text)
        else:
            others.append(freeze(part, where))
    return "\n".join(texts), others


def _call(item: object, where: str) -> ToolCall:
    if isinstance(item, ToolCall):
        return item
    name, raw, call_id, _ = _parts(item, where)
    args, unparsed = _arguments(raw, where)
    return ToolCall(name=name, args=args, id=call_id, unparsed=unparsed)


def _expected(item: object, where: str) -> ExpectedCall:
    if isinstance(item, ExpectedCall):
        return item
    if isinstance(item, ToolCall):
        item = item.to_dict()
    name, raw, call_id, whole = _parts(item, where)
    args, unparsed = _arguments(raw, where)
    if unparsed is not None:
        raise _refusal(f"{where}: the arguments are not a JSON object", "arguments")
    acceptable, optional = whole.get("acceptable") or {}, whole.get("optional") or ()
    if not isinstance(acceptable, Mapping) or not isinstance(optional, (list, tuple)):
        raise _refusal(f"{where}: acceptable must be an object and optional a list of names", "acceptable")
    try:
        return ExpectedCall(
            name=name, args=args, id=call_id, acceptable=freeze_map(acceptable), optional=tuple(map(str, optional))
        )
    except InvalidRowError as error:
        raise InvalidRowError(f"{where}: {error.message}", code=error.code) from error


def _parts(item: object, where: str) -> tuple[str, object, str | None, Mapping[str, Any]]:
    if not isinstance(item, Mapping):
        raise _refusal(f"{where} must be an object with `name` and `args`, got {type(item).__name__}", "item_type")
    inner = item["function"] if isinstance(item.get("function"), Mapping) else item
    name = inner.get("name")
    if not isinstance(name, str) or not name.strip():
        raise _refusal(f"{where} has no name", "blank_name")
    raw = next((inner[key] for key in _ARGS if inner.get(key) is not None), None)
    return name, raw, _text(item.get("id"), f"{where}.id"), item


def _arguments(raw: object, where: str) -> tuple[dict[str, Any] | None, str | None]:
    if raw is None:
        return None, None
    if isinstance(raw, Mapping):
        return freeze_map(raw, f"{where}.args"), None
    if not isinstance(raw, str):
        raise _refusal(f"{where}: arguments must be an object or its JSON text, got {type(raw).__name__}", "arguments")
    if not raw.strip():
        return EMPTY, None
    try:
        parsed = json.loads(raw)
        return (freeze_map(parsed), None) if isinstance(parsed, dict) else (None, raw)
    except (ValueError, InvalidRowError, RecursionError):
        return None, raw


def _text(value: object, where: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise _refusal(f"{where} must be text, got {type(value).__name__}", "item_type")


def _listed(value: object, field: str) -> list[Any] | tuple[Any, ...]:
    if isinstance(value, (list, tuple)):
        return value
    raise _refusal(f"{field} must be a list, got {type(value).__name__}", "not_a_list")


def _refusal(message: str, code: str) -> InvalidRowError:
    return InvalidRowError(message, code=code)
