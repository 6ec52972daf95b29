"""Parquet files and Hugging Face dataset folders, read in batches with pyarrow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assay.errors import InputError, MissingExtraError
from assay.golden.memory import plain_row
from assay.golden.source import AnyRow, Source

BATCH = 1024
"""Rows that are held in memory at a time."""


def parquet_source(path: Path) -> Source:
    """Rows of a Parquet file; `line` is the number of the row from 1.

    Raises:
        InputError: not a Parquet file, or a broken one.
        MissingExtraError: pyarrow is not installed.
    """
    arrow, parquet = _arrow("pyarrow"), _arrow("pyarrow.parquet")
    try:
        with parquet.ParquetFile(path) as file:
            count = int(file.metadata.num_rows)
    except (arrow.ArrowException, OSError) as error:
        raise InputError(f"{path}: not a readable Parquet file: {error}", code="parquet") from error

    def batches() -> Iterator[Any]:
        with parquet.ParquetFile(path) as file:
            yield from file.iter_batches(batch_size=BATCH)

    return Source(str(path), lambda note: _rows(str(path), batches(), arrow), count)


def dataset_folder(folder: Path) -> Source:
    """Rows of a folder that `datasets.Dataset.save_to_disk` wrote. The package `datasets` is not needed.

    Raises:
        InputError: another kind of folder, a folder of several splits, or a dataset with a reordering index.
    """
    state_file = folder / "state.json"
    if not state_file.is_file():
        raise InputError(f"{folder}: {_what_folder(folder)}", code="folder", hint="name a file")
    arrow = _arrow("pyarrow")
    try:
        state = json.loads(state_file.read_text(encoding="utf-8"))
        files = [folder / entry["filename"] for entry in state["_data_files"]]
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise InputError(f"{state_file}: not the state of a saved dataset: {error}", code="folder") from error
    if state.get("_indices_data_files"):
        raise InputError(
            f"{folder}: the dataset was filtered or sorted without being written anew",
            code="folder",
            hint="save dataset.flatten_indices()",
        )

    def batches() -> Iterator[Any]:
        for file in files:
            with arrow.memory_map(str(file)) as stream, arrow.ipc.open_stream(stream) as reader:
                for batch in reader:
                    for start in range(0, batch.num_rows, BATCH):
                        yield batch.slice(start, BATCH)

    return Source(str(folder), lambda note: _rows(str(folder), batches(), arrow))


def _rows(source: str, batches: Iterator[Any], arrow: Any) -> Iterator[AnyRow]:
    number = 0
    try:
        for batch in batches:
            for cells in batch.to_pylist():
                number += 1
                yield plain_row(cells, number, source)
    except (arrow.ArrowException, OSError) as error:
        raise InputError(f"{source}: cannot be read after row {number}: {error}", code="parquet") from error


def _what_folder(folder: Path) -> str:
    dictionary = folder / "dataset_dict.json"
    if not dictionary.is_file():
        return "a folder, and not one of a saved dataset"
    splits = sorted(entry.name for entry in folder.iterdir() if (entry / "state.json").is_file())
    return f"a folder of several splits ({', '.join(splits)}); name the folder of one"


def _arrow(module: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtraError("pyarrow", extra="parquet", needed_for="reading Parquet and dataset files") from error
