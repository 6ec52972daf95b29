"""Free-form values are JSON or they are refused with the path."""

from __future__ import annotations

import copy
import datetime
import operator
import pickle
from typing import Any

import pytest

from assay.errors import InvalidRowError
from assay.records import FrozenMap, freeze
from assay.records.frozen import EMPTY, thaw


@pytest.mark.parametrize(
    ("value", "frozen"),
    [
        (None, None),
        (True, True),
        ([1, [2]], (1, (2,))),
        ({"a": [1]}, {"a": (1,)}),
        (datetime.date(2024, 5, 1), "2024-05-01"),
        (datetime.datetime(2024, 5, 1, 12, tzinfo=datetime.UTC), "2024-05-01T12:00:00+00:00"),
        (datetime.time(9, 30), "09:30:00"),
    ],
)
def test_what_json_has_is_kept(value: Any, frozen: Any) -> None:
    """Lists become tuples, mappings read-only, dates ISO text."""
    assert freeze(value) == frozen


def test_numpy_becomes_plain() -> None:
    """Scalars become numbers and booleans, arrays tuples, and NaN is refused there too."""
    numpy = pytest.importorskip("numpy")
    found = freeze({"a": numpy.float32(0.5), "b": numpy.bool_(True), "c": numpy.array([1, 2])})
    assert found == {"a": 0.5, "b": True, "c": (1, 2)}
    assert type(found["b"]) is bool
    with pytest.raises(InvalidRowError, match=r"\$\[1\]"):
        freeze(numpy.array([1.0, numpy.nan]))


@pytest.mark.parametrize(
    ("value", "fragment"),
    [
        ({"a": {"b": [0, {1}]}}, r"\$\.a\.b\[1\]: set is not a JSON type \(a set has no order"),
        ({"a": object()}, r"\$\.a: object is not a JSON type"),
        ({1: "x"}, r"key 1 is not text"),
        ([float("nan")], r"\$\[0\]: nan is not a number"),
        (b"bytes", "bytes"),
        ((item for item in "ab"), "generator is not a JSON type"),
        (range(3), "give a list"),
        (1 + 2j, "complex"),
    ],
)
def test_everything_else_is_refused_with_its_path(value: Any, fragment: str) -> None:
    """Nothing is ever turned into its printed form."""
    with pytest.raises(InvalidRowError, match=fragment):
        freeze(value)


def test_a_frozen_map_is_a_value() -> None:
    """Equal to the dict with the same items, hashable, copied as itself, pickled equal, and read-only."""
    value = freeze({"a": [1, {"b": 2}]})
    assert value == {"a": (1, {"b": 2})}
    assert hash(value) == hash(freeze({"a": [1, {"b": 2}]}))
    assert copy.copy(value) is value
    assert copy.deepcopy(value) is value
    assert pickle.loads(pickle.dumps(value)) == value
    assert type(pickle.loads(pickle.dumps(value))) is FrozenMap
    with pytest.raises(TypeError, match="read-only"):
        value["a"] = 1
    with pytest.raises(TypeError, match="read-only"):
        operator.ior(EMPTY, {"a": 1})


def test_thawing_gives_a_copy_to_change() -> None:
    """A thawed value is made of dict and list, and freezing it again is the identity."""
    value = freeze({"a": [1, {"b": [2]}]})
    free = thaw(value)
    assert free == {"a": [1, {"b": [2]}]}
    free["a"].append(3)
    assert freeze(thaw(value)) == value
