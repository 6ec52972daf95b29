"""A conversation as text that a judge can be shown."""

from __future__ import annotations

from collections.abc import Iterable

from assay.errors import InvalidRowError
from assay.records.message import Message, Role


def transcript(messages: Iterable[Message]) -> str:
    """A conversation as text, one turn after another, with its tool calls.

    >>> transcript([Message(role=Role.USER, content="Hi"), Message(role=Role.ASSISTANT, content="Hello.")])
    'user: Hi\\nassistant: Hello.'
    """
    return "\n".join(line for message in messages for line in _lines(message))


def _lines(message: Message) -> list[str]:
    speaker = f"{message.role.value} {message.name}" if message.name else message.role.value
    said = [f"{speaker}: {message.content}"] if message.content or not message.tool_calls else []
    return said + [f"{speaker} calls: {call}" for call in message.tool_calls]


def user_turns(messages: Iterable[Message]) -> list[str]:
    """What the user said, turn by turn, blank turns left out.

    Raises:
        InvalidRowError: the user said nothing.
    """
    said = [message.content for message in messages if message.role is Role.USER and message.content.strip()]
    if not said:
        raise InvalidRowError("messages hold no words of the user", code="no_user_turn")
    return said
