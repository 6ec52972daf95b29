"""A case: one reviewed row of a golden set."""

from __future__ import annotations

import unicodedata
from typing import Any

from assay.errors import InvalidRowError
from assay.records.frozen import EMPTY, FrozenMap
from assay.records.record import Record


class Claim(Record, frozen=True):
    """One atomic statement that a right answer must support. Ids are case-sensitive."""

    id: str
    text: str = ""


class Review(Record, frozen=True):
    """Who accepted a case, when and why."""

    by: str
    on: str = ""
    why: str = ""


class Case(Record, frozen=True):
    """The input and the reviewed facts about a right answer.

    A reviewed field that is None was not stated: checks that need it do not apply. A field stated as empty was reviewed and
    found empty; what that means is the metric's contract (an empty `required_claims` is invalid for `evidence_coverage`).
    `input` is the question, or the messages of a conversation as a tuple of mappings. `extra` keeps every unknown field.
    """

    id: str
    input: str | tuple[Any, ...] = ""
    reference: str | None = None
    required_claims: tuple[Claim, ...] | None = None
    expected_facts: tuple[str, ...] | None = None
    expected_citations: tuple[str, ...] | None = None
    expected_context_ids: tuple[str, ...] | None = None
    reference_contexts: tuple[str, ...] | None = None
    must_abstain: bool | None = None
    must_cite: bool | None = None
    blocking: bool = True
    group: str | None = None
    contract: str | None = None
    reviewed: Review | None = None
    extra: dict[str, Any] = EMPTY

    def __post_init__(self) -> None:
        if not normalise_id(self.id):
            raise InvalidRowError("id is blank", code="blank_id")
        self._freeze("extra")
        if not isinstance(self.input, str):
            from assay.records.frozen import freeze

            self._set("input", freeze(self.input, "input"))

    @property
    def facts(self) -> FrozenMap:
        """`extra` as the immutable mapping it is."""
        return self.extra if isinstance(self.extra, FrozenMap) else FrozenMap(self.extra)


def normalise_id(value: str) -> str:
    """The form in which case ids are compared: NFC, without outer white space and invisible characters; case kept.

    Invisible are the format characters (Unicode category Cf), such as the zero-width space.

    Two ids with one normal form collide, and a collision is an error: never a silent overwrite.
    """
    if value.isascii():
        return value.strip()
    visible = "".join(character for character in value if unicodedata.category(character) != "Cf")
    return unicodedata.normalize("NFC", visible).strip()
