"""The reader for a file, chosen by its ending."""

from __future__ import annotations

from pathlib import Path

from assay.errors import InputError
from assay.golden.columnar import dataset_folder, parquet_source
from assay.golden.csv_file import csv_source
from assay.golden.json_file import json_source
from assay.golden.jsonl import jsonl_source
from assay.golden.source import Source


def source_of(path: str | Path) -> Source:
    """The reader for a file, chosen by its ending: .jsonl .ndjson .json .csv .tsv .parquet, or a Hugging Face dataset folder.

    Raises:
        InputError: the file is missing, no regular file, a folder of another kind, empty, unreadable, or of another ending.
    """
    file = Path(path)
    if file.is_dir():
        return dataset_folder(file)
    if file.exists() and not file.is_file():
        raise InputError(
            f"{file}: not a regular file, and rows are read more than once",
            code="not_a_file",
            hint="write what comes from a pipe to a file first",
        )
    _require_content(file)
    match file.suffix.lower():
        case ".jsonl" | ".ndjson":
            return jsonl_source(file)
        case ".json":
            return json_source(file)
        case ".csv" | ".tsv":
            return csv_source(file)
        case ".parquet":
            return parquet_source(file)
    raise InputError(
        f"{file}: cannot tell the format from the ending {file.suffix!r}",
        code="unknown_format",
        hint="use .jsonl, .json, .csv, .tsv or .parquet",
    )


def _require_content(file: Path) -> None:
    try:
        with file.open("rb") as stream:
            empty = not stream.read(1)
    except FileNotFoundError:
        raise InputError(f"{file}: no such file", code="missing_file") from None
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror}", code="unreadable_file") from error
    if empty:
        raise InputError(f"{file}: the file is empty", code="empty_file")
