"""How much of the gold table an answer's table holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from assay.errors import ConfigurationError, InvalidRowError
from assay.metrics.base import Metric
from assay.metrics.parameters import require_choice, text_tuple
from assay.metrics.sql.rows import Cells, close, pair_rows
from assay.metrics.sql.tables import DataTable, parse_table
from assay.records import Item, MetricResult, not_applicable
from assay.records.number import exact

Counts = tuple[int, int, int]
"""Matched, in the gold table, in the answer's table."""


@dataclass(frozen=True)
class TableMatch(Metric):
    """Agreement of two tables in rows, columns or cells: precision, recall or F1 over what matches.

    Rows never match by position. `rows`: a row matches when all columns of either table agree, so a column that is
    missing or has another name costs every row; each row counts as often as it stands there. `columns`: a column
    matches when both tables have it and it holds the same values (row by row where `keys` are given, else as a
    multiset). `cells` (needs `keys`): every cell outside the key of every keyed row. With `keys`, rows are the same
    row when their key columns are equal. precision = matched / in the answer, recall = matched / in the gold table,
    f1 = 2 · matched / both. Numbers agree within `tolerance`; NULL equals NULL; text, numbers and booleans never
    mix.

    Inputs: `reference_table` (from the case) and `table` (from the target) or, without one, `answer`: CSV text or a
    list of objects. Range 0 to 1, higher is better. An answer that is no table is 0 with the reason. Two tables
    without rows but with the same columns are 1, marked weak.

    Not applicable: the side that `metric` divides by is empty. Invalid: the gold table is not a table, or its keys
    are not unique.

    Source: precision and recall over multisets of rows; the idea of rows and columns modes is that of ragas'
    DataCompy score.

    >>> TableMatch().score(reference_table="id,city\\n1,Bern\\n2,Basel", table="city,id\\nBasel,2\\nBonn,1").value
    0.5
    """

    name: ClassVar[str] = "table_match"
    mode: str = "rows"
    metric: str = "f1"
    keys: tuple[str, ...] = ()
    tolerance: float = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "keys", text_tuple("keys", self.keys))
        require_choice("mode", self.mode, ("rows", "columns", "cells"))
        require_choice("metric", self.metric, ("precision", "recall", "f1"))
        if exact(self.tolerance) < 0:
            raise ConfigurationError("table_match: tolerance must be 0 or more")
        if self.mode == "cells" and not self.keys:
            raise ConfigurationError("table_match: mode=cells needs keys, which say which rows are the same")

    def measure(self, reference_table: Any, table: Any = None, answer: str | None = None) -> MetricResult:
        """Count what matches, what the gold table has and what the answer has."""
        gold = parse_table(reference_table, "reference_table")
        given = table if table is not None else answer
        if given is None:
            raise InvalidRowError("the target returned neither a table nor an answer", code="missing_output")
        keyed = self._keyed(gold, "reference_table")
        try:
            made = parse_table(given, "the answer")
            keyed_made = self._keyed(made, "the answer")
        except InvalidRowError as error:
            return MetricResult(value=0, reason=f"no comparable table: {error.message}")
        if not gold.rows and not made.rows:
            return self._empty(gold, made)
        counts = self._count(gold, made, keyed, keyed_made)
        return self._result(counts, _items(gold, made))

    def _count(
        self, gold: DataTable, made: DataTable, keyed: dict[Cells, Cells], keyed_made: dict[Cells, Cells]
    ) -> Counts:
        if self.mode == "rows":
            columns = _union(gold, made)
            pairs = pair_rows(gold.project(columns), made.project(columns), exact(self.tolerance))
            return len(pairs), len(gold.rows), len(made.rows)
        if self.mode == "columns":
            same = sum(self._same_column(name, gold, made) for name in gold.columns)
            return same, len(gold.columns), len(made.columns)
        return self._count_cells(gold, made, keyed, keyed_made)

    def _same_column(self, name: str, gold: DataTable, made: DataTable) -> bool:
        if name not in made.columns or len(gold.rows) != len(made.rows):
            return False
        columns = (*(key for key in self.keys if key != name), name)
        return len(pair_rows(gold.project(columns), made.project(columns), exact(self.tolerance))) == len(gold.rows)

    def _count_cells(
        self, gold: DataTable, made: DataTable, keyed: dict[Cells, Cells], keyed_made: dict[Cells, Cells]
    ) -> Counts:
        tolerance: Fraction = exact(self.tolerance)
        matched = 0
        for key, row in keyed.items():
            other = keyed_made.get(key, ())
            for place, name in enumerate(gold.columns):
                if other and name in made.columns and name not in self.keys:
                    matched += close((row[place],), (other[made.columns.index(name)],), tolerance)
        width = len(self.keys)
        return matched, len(gold.rows) * (len(gold.columns) - width), len(made.rows) * (len(made.columns) - width)

    def _keyed(self, table: DataTable, field: str) -> dict[Cells, Cells]:
        if not self.keys:
            return {}
        missing = [key for key in self.keys if key not in table.columns]
        if missing and table.rows:
            raise InvalidRowError(f"{field} lacks the key column {missing[0]!r}", code="table_key")
        keys = table.project(self.keys)
        doubled = [key for key, count in Counter(keys).items() if count > 1]
        if doubled:
            raise InvalidRowError(f"{field} has the key {doubled[0]!r} twice", code="table_key")
        return dict(zip(keys, table.rows, strict=True))

    def _result(self, counts: Counts, items: tuple[Item, ...]) -> MetricResult:
        matched, gold, made = counts
        top, bottom = {"precision": (matched, made), "recall": (matched, gold), "f1": (2 * matched, gold + made)}[
            self.metric
        ]
        reason = f"matched={matched}; expected={gold}; returned={made} {self.mode}"
        if not bottom:
            return not_applicable(f"{self.metric}: {reason}, so there is nothing to divide by")
        extra = "; ".join(item.reason for item in items if item.reason)
        return MetricResult.of_ratio(top, bottom, reason=f"{reason}; {extra}" if extra else reason, items=items)

    def _empty(self, gold: DataTable, made: DataTable) -> MetricResult:
        same = set(gold.columns) == set(made.columns) or not made.columns
        return MetricResult(
            value=int(same),
            reason="both tables have no rows, which is weak evidence" if same else "no rows, and other columns",
            details={"weak": True},
        )


def _union(gold: DataTable, made: DataTable) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*gold.columns, *made.columns)))


def _items(gold: DataTable, made: DataTable) -> tuple[Item, ...]:
    """One item for every column that only one table has."""
    missing = [name for name in gold.columns if name not in made.columns]
    extra = [name for name in made.columns if name not in gold.columns]
    return (
        *(Item(kind="column", outcome="missing", id=name, reason=f"missing column {name}") for name in missing),
        *(Item(kind="column", outcome="extra", id=name, reason=f"extra column {name}") for name in extra),
    )
