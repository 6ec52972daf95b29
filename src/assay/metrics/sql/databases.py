"""From the name of a database to something that can be asked."""

from __future__ import annotations

from pathlib import Path

from assay.metrics.sql.local_databases import DuckDatabase, SqliteDatabase
from assay.metrics.sql.query import Database
from assay.metrics.sql.remote_database import RemoteDatabase


def open_database(where: str) -> Database:
    """The database at a path (SQLite, or DuckDB by `.duckdb` or `.ddb`) or a SQLAlchemy URL. Nothing is opened yet."""
    scheme, separator, rest = where.partition("://")
    if not separator:
        kind = "duckdb" if Path(where).suffix in (".duckdb", ".ddb") else "sqlite"
        return DuckDatabase(where) if kind == "duckdb" else SqliteDatabase(where)
    path = rest.removeprefix("/")
    if scheme == "sqlite" and path:
        return SqliteDatabase(path)
    if scheme == "duckdb" and path:
        return DuckDatabase(path)
    return RemoteDatabase(where)
