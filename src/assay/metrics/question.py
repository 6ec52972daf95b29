"""The question that a case asks."""

from __future__ import annotations

from assay.errors import InvalidRowError
from assay.records.message import Role, parse_messages


def question_text(question: object) -> str:
    """The question itself; of a conversation, the content of the last message of the user.

    Raises:
        InvalidRowError: neither text nor messages with one of the user.
    """
    if isinstance(question, str):
        return question
    asked = [message.content for message in parse_messages(question, "input") if message.role is Role.USER]
    if not asked:
        raise InvalidRowError("input has no message of the user", code="no_question")
    return asked[-1]
