"""When two result tables hold the same rows: as multisets or in order, with NULL equal to NULL and a declared tolerance."""

from __future__ import annotations

import datetime
import math
from bisect import bisect_left, bisect_right
from collections import Counter, deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from assay.errors import EvaluationError
from assay.records.number import exact

Cell = Hashable
Cells = tuple[Cell, ...]
MAX_PERMUTATIONS = 5_000


def cell(value: object) -> Cell:
    """A value in comparable form: numbers of any type by value, other types apart, NULL as itself, NaN equal to NaN.

    >>> cell(2) == cell(2.0) == cell(Decimal("2.00")), cell(1) == cell("1"), cell(1) == cell(True)
    (True, False, False)
    """
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, int):
        return value
    if isinstance(value, (float, Decimal)):
        return exact(value) if math.isfinite(value) else ("number", str(float(value)))
    if isinstance(value, (bytes, bytearray, memoryview)):
        return ("bytes", bytes(value))
    if isinstance(value, dict):
        return ("map", frozenset((str(key), cell(item)) for key, item in value.items()))
    if isinstance(value, (list, tuple)):
        return ("list", tuple(cell(item) for item in value))
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        return ("time", str(value))
    return (type(value).__name__, str(value))


def cells(rows: Sequence[Sequence[Any]]) -> list[Cells]:
    """Rows in comparable form."""
    return [tuple(cell(value) for value in row) for row in rows]


def close(first: Cells, second: Cells, tolerance: Fraction) -> bool:
    """Whether two rows agree: numbers within `tolerance`, everything else equal."""
    return len(first) == len(second) and all(
        _close(one, other, tolerance) for one, other in zip(first, second, strict=True)
    )


def _close(one: Cell, other: Cell, tolerance: Fraction) -> bool:
    if isinstance(one, (int, Fraction)) and isinstance(other, (int, Fraction)):
        return abs(Fraction(one) - Fraction(other)) <= tolerance
    return one == other


def pair_rows(first: Sequence[Cells], second: Sequence[Cells], tolerance: Fraction) -> dict[int, int]:
    """The largest one-to-one pairing of agreeing rows, wherever they stand.

    With a tolerance, agreement is not transitive, so rows of equal shape are paired by augmenting paths (Kuhn 1955).
    """
    groups: dict[Hashable, deque[int]] = {}
    for index, row in enumerate(second):
        groups.setdefault(_shape(row, tolerance), deque()).append(index)
    if not tolerance:
        return {
            index: group.popleft() for index, row in enumerate(first) if (group := groups.get(_shape(row, tolerance)))
        }
    ordered = {shape: _Ordered.of(group, second) for shape, group in groups.items()}
    nobody = _Ordered([], [])
    near = (ordered.get(_shape(row, tolerance), nobody).near(row, tolerance) for row in first)
    return _maximum_pairs(
        [
            [other for other in others if close(row, second[other], tolerance)]
            for row, others in zip(first, near, strict=True)
        ]
    )


def _shape(row: Cells, tolerance: Fraction) -> Hashable:
    """What two agreeing rows share: all of it without a tolerance, all but the numbers with one."""
    return tuple("number" if tolerance and isinstance(value, (int, Fraction)) else (value,) for value in row)


@dataclass(frozen=True, slots=True)
class _Ordered:
    """Rows of one shape by their first number, so that only near ones are compared."""

    keys: list[Fraction]
    rows: list[int]

    @classmethod
    def of(cls, group: Iterable[int], table: Sequence[Cells]) -> _Ordered:
        pairs = sorted((_first_number(table[index]), index) for index in group)
        return cls([key for key, _ in pairs], [index for _, index in pairs])

    def near(self, row: Cells, tolerance: Fraction) -> list[int]:
        key = _first_number(row)
        return self.rows[bisect_left(self.keys, key - tolerance) : bisect_right(self.keys, key + tolerance)]


def _first_number(row: Cells) -> Fraction:
    return next((Fraction(value) for value in row if isinstance(value, (int, Fraction))), Fraction(0))


def _maximum_pairs(candidates: Sequence[Sequence[int]]) -> dict[int, int]:
    taken: dict[int, int] = {}
    column_of: dict[int, int] = {}
    for start in range(len(candidates)):
        parents: dict[int, int] = {}
        queue = [start]
        free: int | None = None
        while queue and free is None:
            row = queue.pop()
            for column in candidates[row]:
                if column not in parents:
                    parents[column] = row
                    if column not in taken:
                        free = column
                        break
                    queue.append(taken[column])
        while free is not None:
            row = parents[free]
            before = column_of.get(row)
            taken[free], column_of[row] = row, free
            free = before
    return column_of


def same_rows(gold: Sequence[Cells], made: Sequence[Cells], *, ordered: bool, tolerance: Fraction) -> bool:
    """Whether both hold the same rows, in the same order where that counts."""
    if len(gold) != len(made):
        return False
    if ordered:
        return all(close(one, other, tolerance) for one, other in zip(gold, made, strict=True))
    if not tolerance:
        return Counter(gold) == Counter(made)
    return len(pair_rows(gold, made, tolerance)) == len(gold)


def column_orders(
    gold: Sequence[Cells], made: Sequence[Cells], width: int, tolerance: Fraction
) -> Iterator[tuple[int, ...]]:
    """Every order of the columns of `made` under which each column holds the values of the gold column in its place.

    Raises:
        EvaluationError: more orders than can be tried; nothing is left out in silence.
    """
    gold_columns = [_column(gold, index, tolerance) for index in range(width)]
    made_columns = [_column(made, index, tolerance) for index in range(width)]
    fitting = [[other for other in range(width) if made_columns[other] == column] for column in gold_columns]
    for count, order in enumerate(_orders(fitting, ())):
        if count >= MAX_PERMUTATIONS:
            raise EvaluationError(f"more than {MAX_PERMUTATIONS} column orders are possible", code="too_many_orders")
        yield order


def _column(rows: Sequence[Cells], index: int, tolerance: Fraction) -> Counter[Hashable]:
    return Counter(_shape(row[index : index + 1], tolerance) for row in rows)


def _orders(fitting: Sequence[Sequence[int]], chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(chosen) == len(fitting):
        yield chosen
        return
    for column in fitting[len(chosen)]:
        if column not in chosen:
            yield from _orders(fitting, (*chosen, column))
