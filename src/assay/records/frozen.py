"""Immutable JSON values: what free-form fields of records hold.

Allowed: None, bool, int, float (finite), str, tuple, `FrozenMap`. Lists become tuples, mappings become `FrozenMap`, numpy
scalars become numbers, dates become ISO text. NaN, infinity and every other type are refused with the path to the value.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping, Sequence, Set
from typing import Any, NoReturn

from assay.errors import InvalidRowError

JsonValue = Any
"""None, bool, int, finite float, str, tuple of these, or FrozenMap of these."""


class FrozenMap(dict[str, JsonValue]):
    """A read-only, hashable mapping with text keys. Equal to any dict with the same items; serialises as a JSON object."""

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("FrozenMap is read-only; build a new one instead")

    __setitem__ = __delitem__ = update = setdefault = pop = popitem = clear = __ior__ = _refuse

    def __copy__(self) -> FrozenMap:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> FrozenMap:
        return self

    def __reduce__(self) -> tuple[type[FrozenMap], tuple[dict[str, JsonValue]]]:
        return FrozenMap, (dict(self),)

    def __repr__(self) -> str:
        return f"FrozenMap({dict(self)!r})"


EMPTY = FrozenMap()
_PLAIN = frozenset({str, int, bool, type(None)})
"""Types that are immutable JSON values as they are."""


def freeze(value: object, path: str = "$") -> JsonValue:
    """The immutable form of `value`.

    Raises:
        InvalidRowError: for NaN, infinity, a key that is not text, or a type that JSON does not have; names the path.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value if type(value) is str else str.__str__(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise InvalidRowError(f"{path}: {value!r} is not a number that JSON has", code="not_finite")
        return float(value)
    if isinstance(value, Mapping):
        return freeze_map(value, path)
    if isinstance(value, (list, tuple)):
        return tuple(
            item if type(item) in _PLAIN else freeze(item, f"{path}[{index}]") for index, item in enumerate(value)
        )
    return _freeze_foreign(value, path)


def freeze_map(value: Mapping[Any, object], path: str = "$") -> FrozenMap:
    """The immutable form of a mapping with text keys."""
    if type(value) is FrozenMap:
        return value or EMPTY
    for key in value:
        if not isinstance(key, str):
            raise InvalidRowError(f"{path}: key {key!r} is not text", code="key_type")
    if not value:
        return EMPTY
    return FrozenMap(
        {key: item if type(item) in _PLAIN else freeze(item, f"{path}.{key}") for key, item in value.items()}
    )


def _freeze_foreign(value: object, path: str) -> JsonValue:
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if type(value).__module__ == "numpy":
        item = getattr(value, "item", None) if getattr(value, "ndim", None) == 0 else getattr(value, "tolist", None)
        if callable(item):
            return freeze(item(), path)
    if isinstance(value, (Set, Sequence)):
        hint = "a set has no order; give a list" if isinstance(value, Set) else "give a list"
        raise InvalidRowError(f"{path}: {type(value).__name__} is not a JSON type ({hint})", code="json_type")
    raise InvalidRowError(f"{path}: {type(value).__name__} is not a JSON type", code="json_type")


def thaw(value: JsonValue) -> Any:
    """A mutable copy: tuples become lists, FrozenMap becomes dict."""
    if isinstance(value, Mapping):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [thaw(item) for item in value]
    return value
