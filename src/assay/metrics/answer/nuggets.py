"""Nuggets: the facts of a right answer, each vital or merely okay to have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assay.errors import InvalidRowError
from assay.metrics.coverage.listed import clean_ids

IMPORTANCE = ("vital", "okay")


@dataclass(frozen=True, slots=True)
class Nugget:
    """One fact of a right answer."""

    id: str
    text: str
    vital: bool


def parse_nuggets(value: object) -> tuple[Nugget, ...]:
    """The reviewed nuggets of a case: objects with `text`, `importance` (vital or okay), and `id` (else their place).

    Raises:
        InvalidRowError: not a list, empty, an entry of another form, a blank text, or a blank or doubled id.
    """
    if not isinstance(value, (list, tuple)):
        raise InvalidRowError(f"nuggets must be a list, got {type(value).__name__}", code="not_a_list")
    if not value:
        raise InvalidRowError("nuggets must not be empty", code="empty_requirement")
    nuggets = tuple(_nugget(entry, index) for index, entry in enumerate(value))
    clean_ids([nugget.id for nugget in nuggets], "nuggets", "nugget ID")
    return nuggets


def _nugget(entry: object, index: int) -> Nugget:
    where = f"nuggets[{index}]"
    if not isinstance(entry, Mapping):
        raise InvalidRowError(f"{where} must be an object with `text` and `importance`", code="item_type")
    text, importance = entry.get("text"), entry.get("importance")
    if not isinstance(text, str) or not text.strip():
        raise InvalidRowError(f"{where} has no text", code="blank_text")
    if importance not in IMPORTANCE:
        raise InvalidRowError(f"{where}: importance must be vital or okay, got {importance!r}", code="importance")
    return Nugget(str(entry.get("id", index + 1)).strip(), text.strip(), importance == "vital")
