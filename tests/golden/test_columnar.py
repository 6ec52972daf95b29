"""Parquet and saved datasets: the same cases as from JSON Lines, in batches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.errors import InputError
from assay.golden import GoldenRow, columnar, from_rows, read_golden
from assay.records import InvalidInput

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

ROWS: list[dict[str, Any]] = [
    {
        "id": f"case-{number}",
        "input": "q",
        "required_claims": [{"id": "c1", "text": "t"}] if number % 2 else None,
        "must_abstain": None if number % 2 else True,
        "contexts": [{"id": "d", "text": "passage", "score": 0.5}],
    }
    for number in range(5)
]


def test_a_parquet_file_gives_the_cases_of_its_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over several batches; a null is a field that is not stated; the line is the row's number."""
    monkeypatch.setattr(columnar, "BATCH", 2)
    path = tmp_path / "golden.parquet"
    parquet.write_table(pyarrow.Table.from_pylist(ROWS), path)
    golden = read_golden(path)
    expected = from_rows(ROWS)
    assert golden.count_hint == 5
    assert [row.case for row in golden.load()] == [row.case for row in expected.load()]
    assert golden.content_hash == expected.content_hash
    assert [row.line for row in golden] == [1, 2, 3, 4, 5]


def test_nan_and_dates_in_parquet(tmp_path: Path) -> None:
    """NaN makes the row invalid; a time stamp becomes ISO text."""
    import datetime

    path = tmp_path / "golden.parquet"
    when = datetime.datetime(2024, 5, 1, tzinfo=datetime.UTC)
    rows = [{"id": "a", "input": "q", "x": 0.5, "at": when}, {"id": "b", "input": "r", "x": float("nan"), "at": when}]
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    first, second = read_golden(path)
    assert isinstance(first, GoldenRow)
    assert first.case.extra == {"x": 0.5, "at": "2024-05-01T00:00:00+00:00"}
    assert isinstance(second, InvalidInput)
    assert second.reason == "row.x: nan is not a number that JSON has"


def test_what_is_no_parquet_file_is_an_input_error(tmp_path: Path) -> None:
    """Named, before any work."""
    path = tmp_path / "golden.parquet"
    path.write_text("id,input\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"golden.parquet: not a readable Parquet file"):
        read_golden(path)


def saved_dataset(folder: Path, rows: list[dict[str, Any]], **state: Any) -> Path:
    """A folder as `datasets.Dataset.save_to_disk` lays it out: Arrow streams and a state file."""
    folder.mkdir()
    table = pyarrow.Table.from_pylist(rows)
    files = []
    for number, part in enumerate((table.slice(0, 3), table.slice(3))):
        name = f"data-{number:05d}-of-00002.arrow"
        with pyarrow.OSFile(str(folder / name), "wb") as sink, pyarrow.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(part)
        files.append({"filename": name})
    (folder / "state.json").write_text(json.dumps({"_data_files": files, **state}), encoding="utf-8")
    return folder


def test_a_saved_dataset_gives_the_cases_of_its_rows(tmp_path: Path) -> None:
    """In the order of its files, without the package `datasets`."""
    golden = read_golden(saved_dataset(tmp_path / "ds", ROWS))
    assert [row.case for row in golden.load()] == [row.case for row in from_rows(ROWS).load()]


def test_a_dataset_with_a_reordering_index_is_refused(tmp_path: Path) -> None:
    """Its files do not hold its rows."""
    folder = saved_dataset(tmp_path / "ds", ROWS, _indices_data_files=[{"filename": "indices.arrow"}])
    with pytest.raises(InputError, match=r"filtered or sorted .*flatten_indices"):
        read_golden(folder)


def test_a_folder_of_splits_names_them(tmp_path: Path) -> None:
    """The person has to say which one."""
    for split in ("test", "train"):
        saved_dataset(tmp_path / split, ROWS)
    (tmp_path / "dataset_dict.json").write_text('{"splits": ["train", "test"]}', encoding="utf-8")
    with pytest.raises(InputError, match=r"a folder of several splits \(test, train\)"):
        read_golden(tmp_path)


def test_any_other_folder_is_refused(tmp_path: Path) -> None:
    """With what to do."""
    with pytest.raises(InputError, match=r"a folder, and not one of a saved dataset \(name a file\)"):
        read_golden(tmp_path)


def test_a_real_saved_dataset(tmp_path: Path) -> None:
    """What the package `datasets` writes today."""
    datasets = pytest.importorskip("datasets")
    datasets.Dataset.from_list(ROWS).save_to_disk(str(tmp_path / "ds"))
    assert [row.case for row in read_golden(tmp_path / "ds").load()] == [row.case for row in from_rows(ROWS).load()]
