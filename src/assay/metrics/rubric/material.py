"""What a rubric-type judge is shown: whatever of question, passages, reference, conversation and answer the sample has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assay.errors import InvalidRowError
from assay.metrics.transcript import transcript
from assay.records import Context, Message
from assay.records.message import parse_messages

MATERIAL = ("input", "contexts", "reference_contexts", "reference", "conversation", "answer")
"""Names of the judge's inputs, in the order shown."""

SHOWN = (
    "Shown are, as far as there are any: `input`, what the assistant was asked; `contexts`, the passages it was given; "
    "`reference_contexts`, the passages that hold the evidence; `reference`, a right answer written by a person; "
    "`conversation`, the turns so far; and `answer`, what is to be judged (the assistant's turns, where no answer is shown)."
)
"""The sentence of an instruction that explains `MATERIAL`."""


def material(
    *,
    answer: str | None = None,
    input: str | tuple[Any, ...] | None = None,  # noqa: A002 - the word of the vocabulary
    contexts: Iterable[Context] | None = None,
    reference_contexts: Iterable[str] | None = None,
    reference: str | None = None,
    messages: Iterable[Message] | None = None,
) -> dict[str, object]:
    """The judge's inputs; None where the sample has nothing.

    A conversation is the messages of the output, or else those of the case's input.

    Raises:
        InvalidRowError: neither an answer nor messages.
    """
    if answer is None and messages is None:
        raise InvalidRowError("the target returned neither an answer nor messages", code="missing_output")
    asked = input if isinstance(input, str) else None
    turns = messages if messages is not None else parse_messages(input, "input") if input and asked is None else None
    return {
        "input": asked or None,
        "contexts": None if contexts is None else [context.text for context in contexts],
        "reference_contexts": None if reference_contexts is None else list(reference_contexts),
        "reference": reference,
        "conversation": None if turns is None else transcript(turns),
        "answer": answer,
    }
