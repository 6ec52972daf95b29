"""Whether two queries have the same structure, by a SQL parser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.errors import EvaluationError, InvalidRowError
from assay.metrics.base import Metric
from assay.metrics.sql.query import QueryError
from assay.metrics.sql.structure import CLAUSES, clauses_of
from assay.metrics.sql.syntax import bare_sql, known_dialect, parse_query
from assay.records import Item, MetricResult


@dataclass(frozen=True)
class SqlStructure(Metric):
    """Whether the answer's SQL and the gold SQL are the same query, clause by clause: 1 or 0. Nothing is executed.

    Both are parsed and levelled (names' letter case, aliases, order of AND/OR operands, inner joins and IN lists,
    sides of a comparison); the reason names each clause that differs. Two queries of different structure can still
    return the same rows, so this is a proxy: `execution_match` decides where a database is at hand.

    Inputs: `answer` (SQL, alone or in one fenced block), `reference_sql` (from the case). `dialect` as sqlglot
    names it. Range 0 to 1, higher is better. 0 with the reason: the answer does not parse, writes, or is several
    statements. Invalid: the gold query does not parse.

    Source: exact set match of Spider (Yu et al. 2018), by the syntax tree of sqlglot.

    >>> SqlStructure().score(
    ...     answer="SELECT u.name FROM users u WHERE u.age > 30 LIMIT 5",
    ...     reference_sql="select NAME from Users where 40 < age limit 5",
    ... ).reason
    'CONDITIONS differ: expected 40 < age, got 30 < age'
    """

    name: ClassVar[str] = "sql_equivalence"
    variant: ClassVar[str] = "structure"
    method: ClassVar[str] = "lexical"
    proxy: ClassVar[bool] = True
    dialect: str = ""

    @property
    def definition(self) -> tuple[str, ...]:
        """The parser decides the value."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            return (f"sqlglot:{version('sqlglot')}",)
        except PackageNotFoundError:
            return ("sqlglot:absent",)

    def measure(self, answer: str, reference_sql: str) -> MetricResult:
        """Compare the two queries clause by clause."""
        if known_dialect(self.dialect) != self.dialect:
            raise EvaluationError(f"sqlglot does not know the dialect {self.dialect!r}", code="unknown_dialect")
        try:
            gold = clauses_of(parse_query(bare_sql(reference_sql), self.dialect), self.dialect)
        except QueryError as error:
            raise InvalidRowError(f"reference_sql cannot be read: {error}", code="broken_gold") from error
        try:
            made = clauses_of(parse_query(bare_sql(answer), self.dialect), self.dialect)
        except QueryError as error:
            return MetricResult(value=0, reason=f"the answer is not one readable query: {error}")
        items = tuple(_item(name, gold.get(name), made.get(name)) for name in CLAUSES if name in gold or name in made)
        differing = [item.reason for item in items if item.reason]
        return MetricResult(
            value=int(not differing), reason="; ".join(differing) or "the same structure in every clause", items=items
        )


def _item(name: str, gold: str | None, made: str | None) -> Item:
    same = gold == made
    verb = "differ" if name == "CONDITIONS" else "differs"
    return Item(
        kind="clause",
        outcome="same" if same else "different",
        id=name,
        text=made,
        reason=None if same else f"{name} {verb}: expected {gold or 'none'}, got {made or 'none'}",
    )
