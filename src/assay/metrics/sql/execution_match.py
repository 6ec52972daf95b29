"""Whether a query returns what the gold query returns, on every database."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from assay.errors import ConfigurationError, InvalidRowError
from assay.metrics.base import Metric
from assay.metrics.parameters import require_choice, text_tuple
from assay.metrics.sql.databases import open_database
from assay.metrics.sql.query import Database, Limits, QueryError, Table
from assay.metrics.sql.rows import Cells, cells, column_orders, same_rows
from assay.metrics.sql.syntax import bare_sql, orders_rows
from assay.records import Item, MetricResult
from assay.records.number import exact

Outcome = tuple[str, str]


@dataclass(frozen=True)
class ExecutionMatch(Metric):
    """Whether the answer's SQL returns the rows of the gold SQL on every database: 1 or 0.

    Both queries run read-only, with a time limit, on each database; an answer that guesses right on one instance is
    caught on another. Rows are compared as multisets, in order only when the gold query's outermost level has ORDER
    BY (`order`: `gold`, `always`, `never`; rows that tie in that order must still come in the gold's order). Column
    names do not count; `columns="permuted"` also allows another order of columns. NULL equals NULL; numbers compare
    by value whatever their type, within `tolerance`; text, numbers and booleans never mix.

    Inputs: `answer` (SQL, alone or in one fenced block), `reference_sql` and `databases` (from the case, or the
    parameter of that name): a SQLite path, a `.duckdb` path, or any SQLAlchemy URL. Range 0 to 1, higher is better.
    Two empty tables match and the reason says that this is weak evidence (`details.weak`).

    0 with the reason: wrong SQL, a statement that writes, more than one statement, too slow (`seconds`), too many
    rows (`max_rows`). Invalid: the gold query fails, no database is named. Error: a database cannot be opened.

    Source: execution accuracy of Spider and BIRD; several instances as in test-suite accuracy (Zhong, Yu and Klein
    2020).
    """

    name: ClassVar[str] = "execution_match"
    databases: tuple[str, ...] = ()
    order: str = "gold"
    columns: str = "ordered"
    tolerance: float = 0
    seconds: float = 10
    max_rows: int = 100_000

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "databases", text_tuple("databases", self.databases))
        require_choice("order", self.order, ("gold", "always", "never"))
        require_choice("columns", self.columns, ("ordered", "permuted"))
        if exact(self.tolerance) < 0 or exact(self.seconds) <= 0 or self.max_rows < 1:
            raise ConfigurationError("execution_match: tolerance must be 0 or more, seconds and max_rows above 0")

    def measure(self, answer: str, reference_sql: str, databases: tuple[str, ...] = ()) -> MetricResult:
        """Run both queries everywhere and compare."""
        places = databases or self.databases
        if not places:
            raise InvalidRowError("no database is named, neither by the case nor by the metric", code="no_database")
        if not reference_sql.strip():
            raise InvalidRowError("reference_sql is blank", code="broken_gold")
        gold, made = bare_sql(reference_sql), bare_sql(answer)
        compared = [self._on(place, gold, made) for place in places]
        outcomes = [outcome for outcome, _ in compared]
        weak = all(outcome == "empty_match" for outcome in outcomes)
        reason = "; ".join(_worded(place, text, len(places)) for place, (_, text) in zip(places, compared, strict=True))
        return MetricResult(
            value=int(all(outcome in ("match", "empty_match") for outcome in outcomes)),
            reason=reason,
            items=tuple(
                Item(kind="database", outcome=outcome, id=f"databases[{index}]", reason=text)
                for index, (outcome, text) in enumerate(compared)
            ),
            details={"weak": True} if weak else {},
        )

    def _on(self, place: str, gold: str, made: str) -> Outcome:
        database, limits = open_database(place), Limits(self.seconds, self.max_rows)
        try:
            expected = database.query(gold, limits)
        except QueryError as error:
            raise InvalidRowError(f"reference_sql fails on {_short(place)}: {error}", code="broken_gold") from error
        ordered = self._ordered(gold, database)
        if not made:
            return "error", "the answer is blank"
        try:
            given = database.query(made, limits)
        except QueryError as error:
            return error.kind, f"the query fails: {error}"
        return self._compare(expected, given, ordered)

    def _ordered(self, gold: str, database: Database) -> bool:
        return self.order == "always" or (self.order == "gold" and orders_rows(gold, database.dialect))

    def _compare(self, expected: Table, given: Table, ordered: bool) -> Outcome:
        width = len(expected.columns)
        if len(given.columns) != width:
            return "columns", f"expected {width} columns, got {len(given.columns)}"
        if not expected.rows and not given.rows:
            return "empty_match", "both queries return no rows, which is weak evidence of a match"
        if len(given.rows) != len(expected.rows):
            return "rows", f"expected {len(expected.rows)} rows, got {len(given.rows)}"
        gold, made = cells(expected.rows), cells(given.rows)
        if self._same(gold, made, width, ordered):
            return "match", f"the same {len(gold)} rows"
        if ordered and self._same(gold, made, width, False):
            return "order", "the same rows in another order"
        return "mismatch", f"{len(gold)} rows on both sides, not the same ones"

    def _same(self, gold: list[Cells], made: list[Cells], width: int, ordered: bool) -> bool:
        tolerance: Fraction = exact(self.tolerance)
        if self.columns == "ordered":
            return same_rows(gold, made, ordered=ordered, tolerance=tolerance)
        return any(
            same_rows(
                gold, [tuple(row[column] for column in order) for row in made], ordered=ordered, tolerance=tolerance
            )
            for order in column_orders(gold, made, width, tolerance)
        )


def _short(place: str) -> str:
    """A database's name without a password."""
    return place.rpartition("@")[2].rpartition("/")[2] or place


def _worded(place: str, text: str, count: int) -> str:
    return text if count == 1 else f"{_short(place)}: {text}"
