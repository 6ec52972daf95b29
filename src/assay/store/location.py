"""Where a store is: a path, `:memory:`, or a database URL; and how it is opened."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from assay.errors import StoreError

MEMORY = ":memory:"


class OpenMode(StrEnum):
    """`create` makes a store that is missing, `write` needs one that exists, `read` changes nothing."""

    CREATE = "create"
    WRITE = "write"
    READ = "read"


@dataclass(frozen=True, slots=True)
class SqliteLocation:
    """One SQLite file, or a database in memory when `path` is None."""

    path: Path | None

    def absolute(self) -> SqliteLocation:
        """The same file, whatever becomes of the working folder."""
        return SqliteLocation(None if self.path is None else self.path.absolute())

    def __str__(self) -> str:
        return MEMORY if self.path is None else str(self.path)


@dataclass(frozen=True, slots=True)
class PostgresLocation:
    """A PostgreSQL database. The text of a location never holds user, password or options."""

    url: URL

    def __str__(self) -> str:
        port = f":{self.url.port}" if self.url.port else ""
        return f"postgresql://{self.url.host or 'localhost'}{port}/{self.url.database or ''}"


Location = SqliteLocation | PostgresLocation


def parse_location(location: str | Path) -> Location:
    """Read a location as a person writes it.

    Raises:
        StoreError: an empty location, a URL that cannot be read, or a database that is neither SQLite nor PostgreSQL. The message
            repeats nothing of the URL beyond its scheme, since a URL may hold a password.

    >>> str(parse_location("postgresql://me:secret@db.example:5432/evals"))
    'postgresql://db.example:5432/evals'
    """
    text = str(location)
    if text == MEMORY:
        return SqliteLocation(None)
    if isinstance(location, Path) or "://" not in text:
        if not text.strip():
            raise StoreError("the location of the store is empty", code="store_location", hint="give a path or a URL")
        return SqliteLocation(Path(text).expanduser())
    return _parse_url(text)


def _parse_url(text: str) -> Location:
    scheme = text.partition("://")[0]
    hint = "use a path, sqlite:///path or postgresql://user:password@host:port/database"
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError(f"the {scheme} URL of the store cannot be read", code="store_location", hint=hint) from None
    backend = url.get_backend_name()
    if backend == "sqlite" and not url.query:
        database = url.database
        return SqliteLocation(None if database in (None, "", MEMORY) else Path(str(database)))
    if backend in ("postgresql", "postgres"):
        return PostgresLocation(url.set(drivername="postgresql+psycopg"))
    problem = "options in an SQLite URL are not supported" if backend == "sqlite" else f"no store speaks {scheme!r}"
    raise StoreError(problem, code="store_location", hint=hint)
