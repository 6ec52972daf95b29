"""The base of everything that flows: frozen, slotted, hashable, picklable, strict JSON both ways.

A record omits fields that hold their default when it is written, so a hash does not change when a later version adds an
optional field, and refuses unknown fields when it is read.
"""

from __future__ import annotations

import math
from typing import Any, Self

import msgspec

from assay.errors import InvalidRowError
from assay.records.canonical import canonical_json, sha256_text
from assay.records.frozen import EMPTY, freeze_map


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Immutable plain data. Two records are equal when their fields are."""

    def to_dict(self) -> dict[str, Any]:
        """The record as built-in types only, ready for any JSON writer."""
        result: dict[str, Any] = msgspec.to_builtins(self)
        return result

    def to_full_dict(self) -> dict[str, Any]:
        """As `to_dict`, but every field is there, also those at their default: for people and programs that read output."""
        return {name: _full(getattr(self, name)) for name in self.__struct_fields__}

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read back what `to_dict` wrote.

        Raises:
            InvalidRowError: an unknown field, a missing field or a wrong type; the message names the path.
        """
        try:
            return msgspec.convert(data, cls)
        except msgspec.ValidationError as error:
            raise InvalidRowError(f"{cls.__name__}: {error}", code="schema") from error

    def to_json(self) -> str:
        """Canonical JSON (see `assay.records.canonical`)."""
        return canonical_json(self.to_dict())

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read back what `to_json` wrote."""
        try:
            return msgspec.json.decode(text, type=cls)
        except msgspec.MsgspecError as error:
            raise InvalidRowError(f"{cls.__name__}: {error}", code="schema") from error

    @property
    def content_hash(self) -> str:
        """SHA-256 of the canonical JSON: the record's name."""
        return sha256_text(self.to_json())

    def replace(self, **changes: Any) -> Self:
        """A copy with some fields changed."""
        return msgspec.structs.replace(self, **changes)

    def _set(self, name: str, value: object) -> None:
        """For `__post_init__` only: store the normalised form of a field."""
        msgspec.structs.force_setattr(self, name, value)

    def _freeze(self, *names: str) -> None:
        """For `__post_init__` only: make free-form mapping fields immutable."""
        for name in names:
            value = getattr(self, name)
            if value is not EMPTY:
                self._set(name, freeze_map(value, name))


def _full(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_full_dict()
    if isinstance(value, tuple):
        return [_full(item) for item in value]
    if isinstance(value, dict):
        return {key: _full(item) for key, item in value.items()}
    return msgspec.to_builtins(value)


def require_finite(name: str, value: float | None) -> None:
    """Refuse NaN, infinity and bool where a number is due."""
    if value is None:
        return
    if isinstance(value, bool):
        raise InvalidRowError(f"{name} must be a number, got the boolean {value!r}", code="bool_for_number")
    if isinstance(value, float) and not math.isfinite(value):
        raise InvalidRowError(f"{name} must be finite, got {value!r}", code="not_finite")
