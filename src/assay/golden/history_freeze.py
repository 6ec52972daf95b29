"""A frozen golden set: a small file beside it that says what it was, so that no case changes unseen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from assay.errors import InputError, InvalidRowError
from assay.golden.golden_set import read_golden
from assay.golden.write import file_hash
from assay.records.record import Record

FORMAT = "assay-golden-freeze-1"


class Frozen(Record, frozen=True):
    """What a golden set was: the hash of the file, the hash over its cases in order, its contract versions, and each case."""

    format: str
    file: str
    file_hash: str
    golden_hash: str
    contracts: tuple[str, ...]
    cases: dict[str, str]


def freeze_path(path: str | Path) -> Path:
    """Where the freeze of a golden set stands.

    >>> freeze_path("evals/golden.jsonl").name
    'golden.jsonl.frozen.json'
    """
    file = Path(path)
    return file.with_name(f"{file.name}.frozen.json")


def frozen(path: str | Path) -> Frozen:
    """What a golden set is now.

    Raises:
        InputError: it cannot be read, or a row of it cannot.
    """
    golden = read_golden(path)
    cases = {row.case.id: row.case.content_hash for row in golden.load()}
    return Frozen(
        format=FORMAT,
        file=Path(path).name,
        file_hash=file_hash(path),
        golden_hash=golden.content_hash or "",
        contracts=golden.contracts,
        cases=cases,
    )


def freeze(path: str | Path) -> Path:
    """Write what a golden set is now beside it; the same set gives the same bytes.

    Raises:
        InputError: it cannot be read, or its folder cannot be written.
    """
    place = freeze_path(path)
    text = json.dumps(frozen(path).to_dict(), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    try:
        place.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{place}: cannot be written: {error.strerror}", code="unwritable_file") from error
    return place


def read_freeze(path: str | Path) -> Frozen | None:
    """The freeze that stands beside a golden set, or None.

    Raises:
        InputError: it is there and cannot be read.
    """
    place = freeze_path(path)
    if not place.is_file():
        return None
    try:
        found = Frozen.from_json(place.read_bytes())
    except (OSError, InvalidRowError) as error:
        hint = "write it again with `assay golden freeze`"
        raise InputError(f"{place}: cannot be read: {error}", code="freeze_file", hint=hint) from error
    if found.format != FORMAT:
        raise InputError(f"{place}: {found.format!r} is not a format this Assay knows", code="freeze_file")
    return found


def thawed(path: str | Path, was: Frozen) -> Iterator[str]:
    """Every way in which a golden set is no longer what was frozen. Nothing when the cases are the same, in the same order."""
    if file_hash(path) == was.file_hash:
        return
    now = frozen(path)
    if now.golden_hash == was.golden_hash:
        return
    for case, name in now.cases.items():
        if case not in was.cases:
            yield f"case {case!r} was added"
        elif was.cases[case] != name:
            yield f"case {case!r} was changed"
    yield from (f"case {case!r} was removed" for case in was.cases if case not in now.cases)
    if now.cases == was.cases:
        yield "the order of the cases changed"
