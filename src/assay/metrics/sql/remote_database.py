"""Any database with a SQLAlchemy URL: one parsed query in a transaction that is rolled back."""

from __future__ import annotations

import threading
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from assay.errors import EvaluationError
from assay.metrics.sql.query import Limits, QueryError, Table, fetch, timeout
from assay.metrics.sql.syntax import check_only_query, known_dialect

_READ_ONLY = {
    "postgresql": ("SET TRANSACTION READ ONLY", "SET LOCAL statement_timeout = {milliseconds}"),
    "mysql": ("SET SESSION TRANSACTION READ ONLY", "SET SESSION MAX_EXECUTION_TIME = {milliseconds}"),
    "mariadb": ("SET SESSION TRANSACTION READ ONLY", "SET SESSION max_statement_time = {seconds}"),
}
"""What makes the server itself refuse writes and stop in time, where we know the words for it."""
_DIALECTS = {"postgresql": "postgres", "mssql": "tsql", "mariadb": "mysql"}


@dataclass(frozen=True, slots=True)
class RemoteDatabase:
    """A database behind a SQLAlchemy URL.

    The statement is parsed first, so that nothing but one query is ever sent. PostgreSQL, MySQL and MariaDB also
    enforce reading and the time limit on the server. Elsewhere a query that outlives its limit is left to its own
    thread and its connection is dropped.
    """

    url: str

    @property
    def dialect(self) -> str:
        """The dialect as sqlglot names it; its common SQL where it does not know the database."""
        name = self.url.partition("://")[0].partition("+")[0]
        return known_dialect(_DIALECTS.get(name, name))

    def query(self, sql: str, limits: Limits) -> Table:
        """Run one query (see `Database`)."""
        check_only_query(sql, self.dialect)
        outcome: list[Table | Exception] = []
        worker = threading.Thread(target=lambda: outcome.append(self._attempt(sql, limits)), daemon=True)
        worker.start()
        worker.join(limits.seconds + 1)
        if not outcome:
            raise timeout(limits)
        if isinstance(outcome[0], Exception):
            raise outcome[0]
        return outcome[0]

    def _attempt(self, sql: str, limits: Limits) -> Table | Exception:
        from sqlalchemy import create_engine
        from sqlalchemy.exc import SQLAlchemyError
        from sqlalchemy.pool import NullPool

        try:
            engine = create_engine(self.url, poolclass=NullPool)
            connection = engine.connect()
        except (SQLAlchemyError, ImportError) as error:
            where = self.url.rpartition("@")[2]
            return EvaluationError(f"database {where!r} cannot be reached: {error}", code="no_database")
        with connection:
            try:
                for words in _READ_ONLY.get(engine.dialect.name, ()):
                    values = {"milliseconds": int(limits.seconds * 1000), "seconds": limits.seconds}
                    connection.exec_driver_sql(words.format(**values))
                return _run(connection.connection.cursor(), sql, limits)
            except QueryError as error:
                return error
            except (SQLAlchemyError, _driver_error(engine)) as error:
                return _fault(error, limits)


def _run(cursor: Any, sql: str, limits: Limits) -> Table:
    """Straight to the driver and without parameters, so that neither `%` nor `:` has a meaning of its own."""
    with closing(cursor):
        cursor.execute(sql)
        return fetch(cursor, limits)


def _driver_error(engine: Any) -> type[Exception]:
    found: type[Exception] = engine.dialect.loaded_dbapi.Error
    return found


def _fault(error: Exception, limits: Limits) -> QueryError:
    text = str(getattr(error, "orig", None) or error)
    slow = any(word in text for word in ("statement timeout", "max_statement_time", "maximum statement execution time"))
    return timeout(limits) if slow else QueryError("error", text.partition("\n")[0])
