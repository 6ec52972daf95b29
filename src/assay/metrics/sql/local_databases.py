"""SQLite and DuckDB in process: read-only, one statement, within a time limit."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.errors import EvaluationError, MissingExtraError
from assay.metrics.sql.query import Limits, QueryError, Table, fetch, timeout


def _existing(path: str) -> Path:
    found = Path(path)
    if not found.is_file():
        raise EvaluationError(f"database {path!r} does not exist", code="no_database")
    return found


@dataclass(frozen=True, slots=True)
class SqliteDatabase:
    """A SQLite file, opened read-only; an authoriser refuses everything but reading."""

    path: str
    dialect: str = "sqlite"

    def query(self, sql: str, limits: Limits) -> Table:
        """Run one query (see `Database`)."""
        uri = f"{_existing(self.path).resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            _probe(connection, self.path)
            connection.set_authorizer(_only_reading)
            deadline = time.monotonic() + limits.seconds
            connection.set_progress_handler(lambda: time.monotonic() > deadline, 10_000)
            try:
                cursor = connection.execute(sql)
                return fetch(cursor, limits)
            except sqlite3.Error as error:
                raise _sqlite_fault(error, limits) from error
            except sqlite3.Warning as error:
                raise QueryError("write", str(error)) from error


def _probe(connection: sqlite3.Connection, path: str) -> None:
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error as error:
        raise EvaluationError(f"database {path!r} cannot be read: {error}", code="no_database") from error


_READING = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE)


def _only_reading(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    loads_code = action == sqlite3.SQLITE_FUNCTION and (second or first or "").lower() == "load_extension"
    return sqlite3.SQLITE_OK if action in _READING and not loads_code else sqlite3.SQLITE_DENY


def _sqlite_fault(error: sqlite3.Error, limits: Limits) -> QueryError:
    text = str(error)
    if text == "interrupted":
        return timeout(limits)
    refused = (
        "not authorized" in text or "prohibited" in text or "readonly" in text or "one statement at a time" in text
    )
    return QueryError("write" if refused else "error", text)


@dataclass(frozen=True, slots=True)
class DuckDatabase:
    """A DuckDB file, opened read-only, without access to any other file or the network."""

    path: str
    dialect: str = "duckdb"

    def query(self, sql: str, limits: Limits) -> Table:
        """Run one query (see `Database`)."""
        try:
            import duckdb
        except ImportError as error:
            raise MissingExtraError("duckdb", extra="sql", needed_for="a DuckDB database") from error
        path = str(_existing(self.path))
        settings: dict[str, Any] = {"enable_external_access": False, "lock_configuration": True}
        try:
            connection = duckdb.connect(path, read_only=True, config=settings)
        except duckdb.Error as error:
            raise EvaluationError(f"database {path!r} cannot be opened: {error}", code="no_database") from error
        with closing(connection), _interrupted_after(limits.seconds, connection):
            try:
                statements = connection.extract_statements(sql)
                if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                    raise QueryError("write", f"expected one SELECT statement, got {_kinds(statements)}")
                return fetch(connection.execute(statements[0]), limits)
            except duckdb.InterruptException as error:
                raise timeout(limits) from error
            except duckdb.Error as error:
                raise QueryError("error", str(error)) from error


def _kinds(statements: list[Any]) -> str:
    return ", ".join(statement.type.name for statement in statements) or "none"


@contextmanager
def _interrupted_after(seconds: float, connection: Any) -> Iterator[None]:
    timer = threading.Timer(seconds, connection.interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
