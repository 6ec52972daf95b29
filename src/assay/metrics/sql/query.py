"""What running a query means: its limits, its table, and the ways in which it can be at fault."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

Row = tuple[Any, ...]


class QueryError(Exception):
    """The query itself is at fault: wrong SQL, a write, too slow, too many rows. `kind` is one of those words."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Table:
    """What a query returned."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds of work and rows of result that one query may take."""

    seconds: float
    rows: int


class Database(Protocol):
    """One database instance."""

    @property
    def dialect(self) -> str:
        """The SQL dialect as sqlglot names it."""

    def query(self, sql: str, limits: Limits) -> Table:
        """Run one query.

        Raises:
            QueryError: the query is at fault.
            EvaluationError: the database cannot be reached or opened.
        """


def fetch(cursor: Any, limits: Limits) -> Table:
    """All rows of a cursor of the Python database interface.

    Raises:
        QueryError: the statement returns no table, or more rows than allowed.
    """
    if cursor.description is None:
        raise QueryError("error", "the statement returns no table")
    rows = cursor.fetchmany(limits.rows + 1)
    if len(rows) > limits.rows:
        raise QueryError("rows", f"the query returns more than {limits.rows} rows")
    return Table(tuple(column[0] for column in cursor.description), tuple(tuple(row) for row in rows))


def timeout(limits: Limits) -> QueryError:
    """The query took longer than it may."""
    return QueryError("timeout", f"the query took longer than {limits.seconds:g} s")
