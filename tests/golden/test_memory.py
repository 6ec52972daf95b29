"""Rows in memory: mappings, frames, cases; foreign scalars become numbers or make the row invalid."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from assay.errors import InputError
from assay.golden import GoldenRow, from_rows
from assay.records import Case, InvalidInput, Output, Sample


def test_numpy_scalars_become_numbers_and_dates_text() -> None:
    """Never the text of the object."""
    (row,) = from_rows(
        [
            {
                "id": np.int64(7),
                "input": np.str_("q"),
                "must_abstain": np.bool_(True),
                "weight": np.float32(0.5),
                "on": datetime.date(2024, 5, 1),
                "at": datetime.datetime(2024, 5, 1, 12, tzinfo=datetime.UTC),
                "relevance": {"d": np.int8(2)},
                "contexts": np.array(["c"]),
                "latency_ms": np.float64(1.5),
            }
        ]
    )
    assert isinstance(row, GoldenRow), row
    assert (row.case.id, row.case.input, row.case.must_abstain) == ("7", "q", True)
    assert row.case.extra == {
        "weight": 0.5,
        "on": "2024-05-01",
        "at": "2024-05-01T12:00:00+00:00",
        "relevance": {"d": 2},
    }
    assert row.output is not None
    assert row.output.latency_ms == 1.5


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (float("nan"), "row.x: nan is not a number that JSON has"),
        (np.float32("inf"), "row.x: inf is not a number that JSON has"),
        ({"k": [float("nan")]}, "row.x.k[0]: nan is not a number that JSON has"),
        (object(), "row.x: object is not a JSON type"),
        ({1, 2}, "row.x: set is not a JSON type (a set has no order; give a list)"),
        (decimal.Decimal(1), "row.x: Decimal is not a JSON type"),
        ((n for n in "ab"), "row.x: generator is not a JSON type"),
        (b"bytes", "row.x: bytes is not a JSON type (give a list)"),
        ({1: "a"}, "row.x: key 1 is not text"),
    ],
)
def test_what_json_does_not_have_is_invalid(value: object, reason: str) -> None:
    """The path to the value is named."""
    (row,) = from_rows([{"id": "a", "input": "q", "x": value}])
    assert isinstance(row, InvalidInput)
    assert (row.line, row.reason) == (1, reason)


def test_what_is_no_row_is_invalid() -> None:
    """Each with its number."""
    rows = list(from_rows([[], "text", None, {"id": "a", "input": "q"}]))
    assert [row.reason for row in rows if isinstance(row, InvalidInput)] == [
        "row must be an object, got list",
        "row must be an object, got str",
        "row must be an object, got NoneType",
    ]
    assert [row.line for row in rows] == [1, 2, 3, 4]


@pytest.mark.parametrize("rows", [{"id": "a"}, "id,input", 7, None])
def test_what_is_no_collection_of_rows_is_refused(rows: object) -> None:
    """With what was expected."""
    with pytest.raises(InputError, match="expected a list of rows or a data frame"):
        from_rows(rows)


@pytest.mark.parametrize("rows", [[], (), iter(())])
def test_no_rows_are_refused(rows: object) -> None:
    """Zero cases can never pass."""
    with pytest.raises(InputError, match="holds no rows"):
        from_rows(rows)


def test_cases_and_samples_are_taken_as_they_are() -> None:
    """Their ids are compared as those of files."""
    case = Case(id="a ", input="q", extra={"answer": "kept"})
    rows = list(from_rows([case, Sample(case=Case(id="b"), output=Output(answer="x")), Case(id="a")]))
    assert isinstance(rows[0], GoldenRow)
    assert rows[0].case == case.replace(id="a")
    assert isinstance(rows[1], GoldenRow)
    assert rows[1].output == Output(answer="x")
    assert isinstance(rows[2], InvalidInput)
    assert rows[2].code == "duplicate_id"


def test_a_generator_can_be_read_many_times() -> None:
    """It is kept, since it cannot be asked again."""

    def rows() -> Iterator[dict[str, Any]]:
        yield {"id": "a", "input": "q"}
        yield {"id": "b", "input": "r"}

    golden = from_rows(rows())
    assert list(golden) == list(golden)
    assert golden.count_hint == golden.count == 2


def test_a_pandas_frame() -> None:
    """A missing cell is a field that is not stated; lists in cells are lists."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {
            "id": [1, 2],
            "input": ["q", "r"],
            "reference": ["x", None],
            "expected_facts": [["f"], np.nan],
            "latency_ms": [1.5, np.nan],
            "when": [pandas.Timestamp("2024-05-01"), pandas.NaT],
        }
    )
    first, second = from_rows(frame)
    assert isinstance(first, GoldenRow)
    assert isinstance(second, GoldenRow)
    assert first.case.expected_facts == ("f",)
    assert first.case.extra == {"when": "2024-05-01T00:00:00"}
    assert first.output == Output(latency_ms=1.5)
    assert (second.case, second.output) == (Case(id="2", input="r"), None)


def test_a_polars_frame_equals_its_rows() -> None:
    """Nulls are not stated; NaN stays what it is and is invalid."""
    polars = pytest.importorskip("polars")
    rows = [
        {"id": "a", "input": "q", "expected_facts": ["f"], "latency_ms": None},
        {"id": "b", "input": "r", "expected_facts": None, "latency_ms": float("nan")},
    ]
    first, second = from_rows(polars.DataFrame(rows))
    assert first == next(iter(from_rows(rows)))
    assert isinstance(second, InvalidInput)
    assert second.reason == "row.latency_ms: nan is not a number that JSON has"
