"""What a database says when it cannot, in words: what is wrong, where, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from assay.errors import StoreError

_SQLITE = {
    3: "denied",
    5: "locked",
    6: "locked",
    8: "read_only",
    10: "io",
    11: "corrupt",
    13: "full",
    14: "cannot_open",
    23: "denied",
    26: "not_a_store",
}
"""Primary result codes of SQLite (https://www.sqlite.org/rescode.html)."""

_POSTGRES = {
    "08": "unreachable",
    "25006": "read_only",
    "28": "denied",
    "3D": "not_a_store",
    "40P01": "locked",
    "42501": "denied",
    "53": "full",
    "55P03": "locked",
    "57": "unreachable",
    "XX": "corrupt",
}
"""SQLSTATE codes and classes of PostgreSQL (appendix A of its manual); the longest match counts."""

_WORDS = {
    "locked": (
        "is locked by another writer",
        "wait until the other run has ended, or give this run a store of its own",
    ),
    "read_only": ("is read-only", "make the file and its folder writable, or name another place for the store"),
    "full": ("has no room left: the disk or the database is full", "free some space, then resume the run"),
    "io": ("cannot be written or read: input/output error", "look at the disk and its free space, then resume the run"),
    "corrupt": ("is damaged", "restore it from a copy, or move the file away and start a new store"),
    "not_a_store": ("is not an Assay database", "name another place for the store"),
    "cannot_open": ("cannot be opened", "look at the permissions of the file and of its folder"),
    "denied": ("refuses access", "look at the permissions of the file, or at user and password"),
    "unreachable": ("cannot be reached", "look at host and port and whether the server runs"),
    "failed": ("failed", "this is a fault of the store; please report it"),
}


@contextmanager
def store_errors(where: object) -> Iterator[None]:
    """Turn every error of the database driver into a `StoreError` that names the store."""
    try:
        yield
    except DBAPIError as error:
        raise _explained(error, where) from error


def _explained(error: DBAPIError, where: object) -> StoreError:
    cause = _cause(error)
    what, hint = _WORDS[cause]
    lines = str(error.orig).strip().splitlines()
    return StoreError(
        f"the store {where} {what}: {lines[0] if lines else 'no details'}", code=f"store_{cause}", hint=hint
    )


def _cause(error: DBAPIError) -> str:
    number = getattr(error.orig, "sqlite_errorcode", None)
    if number is not None:
        return _SQLITE.get(number & 0xFF, "failed")
    state = getattr(error.orig, "sqlstate", "")
    if state is None:
        return "denied" if "authentication" in str(error.orig) else "unreachable"
    return next((_POSTGRES[state[:size]] for size in (5, 2) if state[:size] in _POSTGRES), "failed")
