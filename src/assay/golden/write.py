"""Write a golden set as JSON Lines that read back equal, and name a file by its bytes."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

from assay.errors import InputError, InvalidRowError
from assay.golden.columns import ALIASES, CASE_FIELDS, KNOWN, side_of
from assay.golden.seen import FirstSeen
from assay.records import Case, normalise_id
from assay.records.vocabulary import Side


def write_golden(path: str | Path, cases: Iterable[Case]) -> int:
    """Write cases, one a line, under our own field names; gives the number written.

    The file appears whole or not at all: it is written beside its place and then moved there. `read_golden` reads equal
    cases back. Unknown fields stand beside the known ones; those whose name would be read as a field stand under `extra`.

    Raises:
        InputError: the folder is missing or not writable.
        InvalidRowError: two cases have one id, or a text is not Unicode; nothing is written.
    """
    file = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.", suffix=".part")
    except OSError as error:
        raise InputError(f"{file}: cannot be written: {error.strerror}", code="unwritable_file") from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            count = _write(stream, cases)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).replace(file)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return count


def file_hash(path: str | Path) -> str:
    """Lower-case hexadecimal SHA-256 of a file; for a folder, of the names and hashes of its files.

    Raises:
        InputError: the file is missing or unreadable.
    """
    file = Path(path)
    try:
        if file.is_dir():
            parts = (
                f"{item.relative_to(file).as_posix()}\0{_hash(item)}\n"
                for item in sorted(file.rglob("*"))
                if item.is_file()
            )
            return hashlib.sha256("".join(parts).encode()).hexdigest()
        return _hash(file)
    except FileNotFoundError:
        raise InputError(f"{file}: no such file", code="missing_file") from None
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}", code="unreadable_file") from error


def _write(stream: TextIO, cases: Iterable[Case]) -> int:
    ids = FirstSeen()
    count = 0
    for count, case in enumerate(cases, start=1):
        first = ids.add(normalise_id(case.id), count)
        if first is not None:
            raise InvalidRowError(f"cases {first} and {count} have one id, {case.id!r}", code="duplicate_id")
        try:
            stream.write(json.dumps(row_of(case), ensure_ascii=False, allow_nan=False) + "\n")
        except UnicodeEncodeError as error:
            raise InvalidRowError(
                f"case {case.id!r} holds half of a surrogate pair, which is not a character", code="encoding"
            ) from error
    return count


def row_of(case: Case) -> dict[str, Any]:
    """A case as the object that stands in one line."""
    row = case.to_dict()
    nested: dict[str, Any] = {}
    for name, value in row.pop("extra", {}).items():
        holder = nested if _is_read_otherwise(name) else row
        holder[name] = value
    return {**row, "extra": nested} if nested else row


def _is_read_otherwise(name: str) -> bool:
    """Whether a column of this name would be read as something else than an unknown field of the case."""
    if name == "extra" or name.startswith("output.") or name in ALIASES:
        return True
    return name in KNOWN and (name in CASE_FIELDS or side_of(name) is Side.OUTPUT)


def _hash(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
