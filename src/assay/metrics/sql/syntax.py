"""What the text of a query says: parsed by sqlglot, never executed."""

from __future__ import annotations

import re
from typing import Any

from assay.errors import EvaluationError, InvalidRowError, MissingExtraError
from assay.metrics.sql.query import QueryError

_FENCE = re.compile(r"```[ \t]*(?:\w+)?[ \t]*\n(.*?)```", re.DOTALL)


def bare_sql(answer: str) -> str:
    """The SQL of an answer: the content of its one fenced block, or the whole text, without a closing semicolon.

    >>> bare_sql("Here you are:\\n```sql\\nSELECT 1;\\n```")
    'SELECT 1'
    """
    blocks = _FENCE.findall(answer)
    text = blocks[0] if len(blocks) == 1 else answer
    return text.strip().rstrip(";").rstrip()


def _sqlglot() -> Any:
    try:
        import sqlglot
    except ImportError as error:
        raise MissingExtraError("sqlglot", extra="sql", needed_for="reading SQL") from error
    return sqlglot


def known_dialect(name: str) -> str:
    """The name where sqlglot knows the dialect, else "" for common SQL."""
    return name if name in {dialect.value for dialect in _sqlglot().Dialects} else ""


def parse_statements(sql: str, dialect: str) -> list[Any]:
    """The syntax trees of a text.

    Raises:
        QueryError: the text does not parse; `kind` is `syntax`.
        MissingExtraError: sqlglot is not installed.
    """
    sqlglot = _sqlglot()
    try:
        return [statement for statement in sqlglot.parse(sql, dialect=dialect) if statement is not None]
    except RecursionError as error:
        raise QueryError("syntax", "it is nested too deeply") from error
    except sqlglot.errors.SqlglotError as error:
        errors = getattr(error, "errors", None)
        raise QueryError("syntax", errors[0]["description"] if errors else str(error)) from error


def parse_query(sql: str, dialect: str) -> Any:
    """The syntax tree of one query.

    Raises:
        QueryError: not parsable (`syntax`), or not exactly one statement that only reads (`write`).
    """
    from sqlglot import exp

    statements = parse_statements(sql, dialect)
    if len(statements) != 1:
        raise QueryError("write", f"expected one statement, got {len(statements)}")
    tree = statements[0]
    writing = (exp.DML, exp.DDL, exp.Command, exp.Into, exp.Lock)
    found = next((node for node in tree.walk() if isinstance(node, writing) and not isinstance(node, exp.Query)), None)
    if not isinstance(tree, exp.Query) or found is not None:
        raise QueryError("write", f"expected a query that only reads, got {(found or tree).key.upper()}")
    return tree


def check_only_query(sql: str, dialect: str) -> None:
    """Refuse to send anything that is not known to be one query.

    Raises:
        QueryError: it writes, or it is several statements.
        EvaluationError: the text does not parse, so that nobody can tell.
    """
    try:
        parse_query(sql, dialect)
    except QueryError as error:
        if error.kind != "syntax":
            raise
        raise EvaluationError(
            f"the query cannot be read, so it was not sent: {error}", code="unchecked_query"
        ) from error


def orders_rows(sql: str, dialect: str) -> bool:
    """Whether the outermost query has an ORDER BY.

    Raises:
        InvalidRowError: the gold query does not parse.
    """
    try:
        tree = parse_query(sql, dialect)
    except QueryError as error:
        raise InvalidRowError(
            f"reference_sql cannot be read, so nobody can tell whether it orders its rows: {error} "
            "(state order=always or order=never)",
            code="broken_gold",
        ) from error
    return tree.unnest().args.get("order") is not None
