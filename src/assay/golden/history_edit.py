"""Change a golden set line by line: approve cases, add one. Every other line stays as it is, byte for byte."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from assay.errors import InputError, UnknownNameError
from assay.golden.case_rules import remarks
from assay.golden.findings import Severity
from assay.golden.golden_set import GoldenRow, read_golden
from assay.golden.write import row_of
from assay.records import Case, Review, normalise_id

_BOM = "\ufeff"


def approve(path: str | Path, review: Review, *, cases: Collection[str] | None = None) -> tuple[str, ...]:
    """Write down who accepted cases, when and why; the ids of the cases approved.

    Args:
        path: a golden set as JSON Lines.
        review: who, when and why.
        cases: their ids; by default every case that nobody has reviewed.

    Raises:
        UnknownNameError: the set has no such case.
        InputError: another format, a row that cannot be read, or a case that no check can use as it stands.
    """
    file = _jsonl(path)
    rows = read_golden(file).load()
    known = {row.case.id: row for row in rows}
    wanted = [normalise_id(case) for case in cases] if cases is not None else []
    for case in wanted:
        if case not in known:
            raise UnknownNameError("case", case, known)
    chosen = (
        [known[case] for case in wanted] if cases is not None else [row for row in rows if row.case.reviewed is None]
    )
    _refuse_unusable(chosen)
    lines = {row.line: row.case for row in chosen}

    def edit(number: int, text: str) -> str:
        if number not in lines:
            return text
        mark = _BOM if text.startswith(_BOM) else ""
        return mark + _dump({**json.loads(text.removeprefix(_BOM)), "reviewed": review.to_dict()})

    expected = {row.case.id: row.case.replace(reviewed=review) if row.line in lines else row.case for row in rows}
    _rewrite(file, edit, "", expected)
    return tuple(case.id for case in lines.values())


def add_case(path: str | Path, case: Case) -> Case:
    """Append a case under the contract version of the set; the case as added. The file is made where there is none.

    Raises:
        InputError: another format, a row that cannot be read, an id that is taken, or columns that would read the case otherwise.
    """
    file = _jsonl(path, must_exist=False)
    rows = read_golden(file).load() if file.exists() and file.stat().st_size else ()
    known = {row.case.id: row.case for row in rows}
    if normalise_id(case.id) in known:
        raise InputError(
            f"{file} has a case {case.id!r}", code="duplicate_id", hint="give the new case another id with --id"
        )
    contracts = list(dict.fromkeys(row.case.contract for row in rows))
    added = case.replace(contract=contracts[0] if len(contracts) == 1 else case.contract)
    _rewrite(file, lambda _, text: text, _dump(row_of(added)), {**known, added.id: added})
    return added


def _jsonl(path: str | Path, *, must_exist: bool = True) -> Path:
    file = Path(path)
    if file.suffix != ".jsonl":
        raise InputError(
            f"{file}: only golden sets as JSON Lines can be edited in place",
            code="file_format",
            hint="convert it once with `assay.golden.write_golden`",
        )
    if must_exist and not file.is_file():
        raise InputError(f"{file}: no such file", code="missing_file", hint="check the path")
    return file


def _refuse_unusable(rows: Collection[GoldenRow]) -> None:
    for row in rows:
        wrong = [message for _, severity, message in remarks(row.case) if severity is Severity.ERROR]
        if wrong:
            raise InputError(
                f"{row.where}: case {row.case.id!r} cannot be approved: {'; '.join(wrong)}",
                code="not_approvable",
                hint="mend the case first; `assay lint` lists everything",
            )


def _rewrite(file: Path, edit: Callable[[int, str], str], added: str, expected: dict[str, Case]) -> None:
    """Write the edited lines beside the file, read them back, and only then move them into its place."""
    part = file.with_name(f".{file.stem}.{os.getpid()}.part.jsonl")
    try:
        with part.open("x", encoding="utf-8", newline="") as stream:
            ended = True
            for number, line in enumerate(_lines(file), start=1):
                text = line.rstrip("\r\n")
                stream.write(edit(number, text) + line[len(text) :])
                ended = line.endswith("\n")
            if added:
                stream.write(("" if ended else "\n") + added + "\n")
        found = {row.case.id: row.case for row in read_golden(part).load()}
        if found != expected:
            raise InputError(
                f"{file}: its columns would read the change otherwise than it was meant",
                code="not_editable",
                hint="convert it once with `assay.golden.write_golden`",
            )
        if file.exists():
            shutil.copymode(file, part)
        part.replace(file)
    except OSError as error:
        raise InputError(f"{file}: cannot be written: {error.strerror}", code="unwritable_file") from error
    finally:
        part.unlink(missing_ok=True)


def _lines(file: Path) -> list[str]:
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as stream:
        return list(_split(stream.read()))


def _split(text: str) -> list[str]:
    """Lines as JSON Lines has them: only a line feed ends one."""
    return [line for line in text.replace("\n", "\n\x00").split("\x00") if line]


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
