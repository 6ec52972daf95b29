"""What a case states: the question that it asks, and the reference that answers are held against."""

from __future__ import annotations

from assay.errors import InvalidRowError
from assay.records.message import Role, parse_messages


def question_text(question: object) -> str:
    """The question itself, which may be blank; of a conversation, the content of the last message of the user.

    Raises:
        InvalidRowError: neither text nor messages with one of the user.
    """
    if isinstance(question, str):
        return question
    asked = [message.content for message in parse_messages(question, "input") if message.role is Role.USER]
    if not asked:
        raise InvalidRowError("input has no message of the user", code="no_question")
    return asked[-1]


def stated_question(question: object) -> str:
    """The question, for what cannot be done without one; see `question_text`.

    Raises:
        InvalidRowError: there is none, or it is blank (code `blank_question`).
    """
    text = question_text(question)
    if not text.strip():
        raise InvalidRowError("the question is blank", code="blank_question")
    return text


def require_reference(reference: str) -> None:
    """Refuse a blank reference.

    Raises:
        InvalidRowError: code `blank_reference`.
    """
    if not reference.strip():
        raise InvalidRowError("the reference is blank", code="blank_reference")
