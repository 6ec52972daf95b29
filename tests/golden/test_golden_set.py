"""A golden set as a whole: which files can be opened, and that rows stream."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.errors import InputError
from assay.golden import GoldenRow, GoldenSet, file_hash, from_rows, read_golden
from assay.golden.source import Note, RawRow, Source
from assay.records import InvalidInput


@pytest.mark.parametrize("name", ["golden.jsonl", "golden.json", "golden.csv", "golden.parquet"])
def test_missing_and_empty_files_are_named(tmp_path: Path, name: str) -> None:
    """Whatever the format."""
    with pytest.raises(InputError, match=f"{name}: no such file"):
        read_golden(tmp_path / name)
    (tmp_path / name).touch()
    with pytest.raises(InputError, match=f"{name}: the file is empty"):
        read_golden(tmp_path / name)


def test_a_file_of_blank_lines_holds_no_rows(tmp_path: Path) -> None:
    """Zero cases are refused before any work."""
    path = tmp_path / "golden.jsonl"
    path.write_text("\n  \n", encoding="utf-8")
    with pytest.raises(InputError, match="the file holds no rows"):
        read_golden(path)


def test_another_ending_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    """The format is never guessed from the content."""
    path = tmp_path / "golden.txt"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(InputError, match=r"use .jsonl, .json, .csv, .tsv or .parquet"):
        read_golden(path)


def test_a_file_that_vanishes_is_an_input_error(tmp_path: Path) -> None:
    """Between opening and reading."""
    path = tmp_path / "golden.jsonl"
    path.write_text('{"id": "a", "input": "q"}', encoding="utf-8")
    golden = read_golden(path)
    path.unlink()
    with pytest.raises(InputError, match=r"golden.jsonl: cannot be read: No such file"):
        list(golden)


def test_a_file_of_broken_rows_opens_and_gives_them(tmp_path: Path) -> None:
    """Nothing is a crash and nothing is skipped."""
    path = tmp_path / "golden.jsonl"
    path.write_text("{\n}\n", encoding="utf-8")
    golden = read_golden(path)
    assert [row.line for row in golden if isinstance(row, InvalidInput)] == [1, 2]
    assert (golden.count, golden.invalid_count) == (0, 2)


def test_rows_are_pulled_one_at_a_time() -> None:
    """Asking for ten rows of an endless source ends."""
    pulled = 0

    def endless(note: Note) -> Iterator[RawRow]:
        nonlocal pulled
        for line in itertools.count(1):
            pulled += 1
            yield RawRow(line, {"id": line, "input": "q"})

    golden = GoldenSet(Source("endless", endless))
    pulled = 0
    rows = list(itertools.islice(golden, 10))
    assert (len(rows), pulled) == (10, 10)
    assert golden.content_hash is None


def test_memory_does_not_grow_with_the_rows() -> None:
    """Thirty thousand rows of one kilobyte are read in less than four megabytes, most of it the table of ids."""

    def many(note: Note) -> Iterator[RawRow]:
        return (RawRow(line, {"id": line, "input": f"{line} " + "x" * 1000}) for line in range(30_000))

    golden = GoldenSet(Source("many", many))
    tracemalloc.start()
    assert sum(isinstance(row, GoldenRow) for row in golden) == 30_000
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000


def test_reading_loads_nothing_heavy() -> None:
    """Golden sets open without pandas, pyarrow, numpy or rapidfuzz."""
    code = "import sys, assay.golden; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "pandas", "pyarrow", "polars", "rapidfuzz", "sqlalchemy", "pydantic"} & set(loaded)


def test_no_file_is_opened_in_the_encoding_of_the_platform(tmp_path: Path) -> None:
    """Every format reads and writes UTF-8 on a machine whose own encoding is another."""
    cell = "id,input\na,é中\n"
    (tmp_path / "one.csv").write_text(cell, encoding="utf-8")
    (tmp_path / "one.json").write_text('[{"id": "a", "input": "é中"}]', encoding="utf-8")
    code = (
        "import sys; from pathlib import Path; from assay.golden import read_golden, write_golden\n"
        "folder = Path(sys.argv[1])\n"
        "cases = [row.case for row in read_golden(folder / 'one.csv').load()]\n"
        "write_golden(folder / 'two.jsonl', cases)\n"
        "assert cases == [row.case for row in read_golden(folder / 'one.json').load()]\n"
        "assert cases == [row.case for row in read_golden(folder / 'two.jsonl').load()]\n"
        "assert cases[0].input == '\\xe9\\u4e2d'\n"
    )
    options = ["-X", "warn_default_encoding", "-W", "error::EncodingWarning", "-X", "utf8=0"]
    environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}
    arguments = [sys.executable, *options, "-c", code, str(tmp_path)]
    done = subprocess.run(arguments, check=False, env=environment, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_hash_of_a_file_is_of_its_bytes(tmp_path: Path) -> None:
    """As sha256sum prints it; a folder's hash changes with any of its files."""
    path = tmp_path / "one"
    path.write_bytes(b"abc")
    assert file_hash(path) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    before = file_hash(tmp_path)
    (tmp_path / "two").touch()
    assert file_hash(tmp_path) != before
    with pytest.raises(InputError, match="no such file"):
        file_hash(tmp_path / "three")


def test_the_content_hash_can_be_recomputed() -> None:
    """From the standard library alone."""
    import hashlib

    golden = from_rows([{"id": "a", "input": "q"}, {"id": "b", "input": "r", "must_abstain": True}])
    hashes = [
        hashlib.sha256(json.dumps(row, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
        for row in ({"id": "a", "input": "q"}, {"id": "b", "input": "r", "must_abstain": True})
    ]
    golden.load()
    assert golden.content_hash == hashlib.sha256("".join(f"{one}\n" for one in hashes).encode()).hexdigest()


@pytest.mark.shared
def test_every_row_of_real_data_is_read(shared: Path) -> None:
    """Public labelled sets: each row is a case or a repeated id; what this project does not know is kept as it is."""
    for path in sorted((shared / "data").glob("*.jsonl")):
        given = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        rows = list(from_rows([row | {"question": row.get("question") or "(none)"} for row in given]))
        assert len(rows) == len(given)
        for row, source in zip(rows, given, strict=True):
            if isinstance(row, InvalidInput):
                assert row.code == "duplicate_id"
                assert source["id"] in {other["id"] for other in given[: (row.line or 0) - 1]}
            else:
                assert row.case.extra.get("claim") == source.get("claim")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """A pipe can be read once only; the message says so and nothing waits for a writer."""
    pipe = tmp_path / "golden.jsonl"
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="not a regular file"):
        read_golden(pipe)
