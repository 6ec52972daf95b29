"""Open a database: an SQLAlchemy engine with the settings that a store needs."""

from __future__ import annotations

import importlib.util
import os
import sqlite3
from pathlib import Path

from sqlalchemy import Engine, create_engine
from sqlalchemy.pool import QueuePool, StaticPool

from assay.errors import MissingExtraError, StoreError
from assay.store.failure import store_errors
from assay.store.location import Location, OpenMode, PostgresLocation, SqliteLocation
from assay.store.schema import check, is_store, prepare
from assay.version import __version__

CACHE_KIB = 8_192
CHECKPOINT_PAGES = 16_384
"""Write-ahead log pages (4 KiB each) before SQLite copies them into the file: larger means fewer copies of hot pages."""


def connect(location: Location, *, mode: OpenMode, wait: float) -> Engine:
    """An engine for a store that has been checked, and made where `mode` says so.

    Raises:
        StoreError: the store is missing, locked, full, read-only, damaged, of another version, or something else.
        MissingExtraError: the PostgreSQL driver is not installed.
    """
    if isinstance(location, SqliteLocation):
        engine = _sqlite(location, mode=mode, wait=wait)
    else:
        engine = _postgres(location, mode=mode, wait=wait)
    try:
        with store_errors(location):
            _enter(engine, location, mode)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _enter(engine: Engine, location: Location, mode: OpenMode) -> None:
    """Look first, so that nothing of a database that is not ours is changed; then prove that it can be written."""
    with engine.connect() as connection:
        if mode is OpenMode.CREATE:
            is_store(connection, location)
        else:
            check(connection, location)
        connection.rollback()
        if mode is OpenMode.READ:
            return
        if isinstance(location, SqliteLocation):
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        prepare(connection, location, __version__)
        connection.commit()


def _sqlite(location: SqliteLocation, *, mode: OpenMode, wait: float) -> Engine:
    if location.path is None:
        if mode is not OpenMode.CREATE:
            raise StoreError("a store in memory is always new", code="store_missing", hint="name the file of a store")
        address = "file::memory:"
    else:
        _look(location.path, mode)
        address = _address(location.path.absolute(), mode)

    def open_connection() -> sqlite3.Connection:
        connection = sqlite3.connect(
            address, uri=True, timeout=wait, isolation_level="IMMEDIATE", check_same_thread=False
        )
        for pragma in ("synchronous=NORMAL", f"cache_size=-{CACHE_KIB}", f"wal_autocheckpoint={CHECKPOINT_PAGES}"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    pool = StaticPool if location.path is None else QueuePool
    return create_engine("sqlite://", creator=open_connection, poolclass=pool, hide_parameters=True)


def _look(path: Path, mode: OpenMode) -> None:
    """Find what can be said about the file without opening it; make its folder where a store may be made."""
    try:
        if path.is_dir():
            raise StoreError(f"{path} is a folder", code="store_location", hint="name a file, such as assay.db in it")
        if path.exists():
            return
        if mode is not OpenMode.CREATE:
            raise StoreError(
                f"there is no store at {path}", code="store_missing", hint="run an evaluation first, or name its store"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"the store {path} cannot be reached: {error.strerror or error}",
            code="store_cannot_open",
            hint="look at the permissions of the folder, or name another place for the store",
        ) from error


def _address(path: Path, mode: OpenMode) -> str:
    """The SQLite URI of a file.

    In a folder that cannot be written SQLite cannot make the files beside the database that it needs for sharing. Where no
    write-ahead log lies beside it nobody writes either, and it can be read as a file that never changes.
    """
    if mode is not OpenMode.READ:
        return f"{path.as_uri()}?mode={'rwc' if mode is OpenMode.CREATE else 'rw'}"
    frozen = not os.access(path.parent, os.W_OK) and not path.with_name(path.name + "-wal").exists()
    return f"{path.as_uri()}?mode=ro{'&immutable=1' if frozen else ''}"


def _postgres(location: PostgresLocation, *, mode: OpenMode, wait: float) -> Engine:
    if importlib.util.find_spec("psycopg") is None:
        raise MissingExtraError("psycopg", extra="postgres", needed_for="a store in PostgreSQL")
    query = dict(location.url.query)
    given = query.pop("options", "")
    options = f"{given if isinstance(given, str) else ' '.join(given)} -c lock_timeout={int(wait * 1000)}"
    return create_engine(
        location.url.set(query=query),
        connect_args={"options": options.strip(), "connect_timeout": max(1, int(wait))},
        execution_options={"postgresql_readonly": mode is OpenMode.READ},
        hide_parameters=True,
    )
