"""Tables match by content, never by position."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import ConfigurationError
from assay.metrics.sql.table_match import TableMatch
from assay.metrics.sql.tables import parse_table
from assay.records import Case, Output, Sample, Score, Status

GOLD = "id,city,people\n1,Bern,134\n2,Basel,178\n3,Chur,"
RECORDS = [
    {"id": 1, "city": "Bern", "people": 134},
    {"id": 2, "city": "Basel", "people": 178.0},
    {"id": 3, "city": "Chur"},
]
TABLES = st.lists(st.fixed_dictionaries({"a": st.integers(0, 2), "b": st.sampled_from("xy")}), max_size=5)


def score(table: object, gold: object = GOLD, **params: object) -> Score:
    """The score of a table against the gold one."""
    return TableMatch(**params).score(reference_table=gold, table=table)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", ["rows", "columns", "cells"])
def test_csv_and_records_are_one_table(mode: str) -> None:
    """CSV and records, in any order of rows and columns, are a perfect match."""
    keys = ["id"] if mode == "cells" else []
    for table in (RECORDS, list(reversed(RECORDS)), "people,id,city\n178,2,Basel\n,3,Chur\n134,1,Bern"):
        assert score(table, mode=mode, keys=keys).value == 1.0


def test_a_renamed_or_missing_column_costs_every_row() -> None:
    """Rows agree only in the columns of both tables; the reason names the column."""
    renamed = GOLD.replace("people", "inhabitants")
    scored = score(renamed)
    assert (scored.value, score(renamed, mode="columns").value) == (0.0, 2 / 3)
    assert scored.reason == "matched=0; expected=3; returned=3 rows; missing column people; extra column inhabitants"
    assert score("id,city\n1,Bern\n2,Basel\n3,Chur").value == 0.0


def test_precision_recall_and_f1() -> None:
    """Two of three gold rows and one wrong row."""
    table = "id,city,people\n1,Bern,134\n2,Basel,178\n4,Sion,35\n5,Zug,30"
    values = [score(table, metric=metric).value for metric in ("precision", "recall", "f1")]
    assert values == [2 / 4, 2 / 3, 4 / 7]


def test_duplicates_count_as_often_as_they_stand_there() -> None:
    """A row returned twice matches one gold row once."""
    assert score("a\n1\n1", "a\n1", metric="precision").value == 0.5
    assert score("a\n1", "a\n1\n1", metric="recall").value == 0.5


def test_cells_are_compared_by_key() -> None:
    """One wrong cell of six costs one cell, and an absent row costs its cells."""
    assert score(GOLD.replace("178", "179"), mode="cells", keys=["id"]).value == 5 / 6
    assert score("id,city,people\n1,Bern,134", mode="cells", keys=["id"], metric="recall").value == 2 / 6


def test_columns_by_key_see_swapped_values() -> None:
    """Without keys a column is a multiset; with keys its values must belong to the same rows."""
    swapped = "id,city,people\n1,Bern,178\n2,Basel,134\n3,Chur,"
    assert score(swapped, mode="columns").value == 1.0
    assert score(swapped, mode="columns", keys=["id"]).value == 2 / 3


def test_types_and_tolerance() -> None:
    """Numbers agree within the tolerance; `007` is text; NULL equals NULL only."""
    assert score("a\n1.005", "a\n1.00").value == 0.0
    assert score("a\n1.005", "a\n1.00", tolerance=0.01).value == 1.0
    assert score("a\n007", "a\n7").value == 0.0
    assert score([{"a": "7"}], "a\n7").value == 0.0
    assert score([{"a": None}], [{"a": 0}]).value == 0.0


@pytest.mark.parametrize("table", ["", "a,b\n1", 'a\n"x', "a,a\n1,2", [1], {"a": 1}])
def test_an_answer_that_is_no_table_is_zero(table: object) -> None:
    """What is no table is the answer's fault; as gold table it is the test data's."""
    scored = score(table)
    assert (scored.value, scored.reason.startswith("no comparable table")) == (0, True)
    assert (score(GOLD, table).status, score(GOLD, table).code) == (Status.INVALID, "table")


def test_keys_are_checked() -> None:
    """A key that is absent or not unique is invalid in the gold table and 0 in the answer."""
    assert score(GOLD, GOLD, keys=["nr"]).code == "table_key"
    assert score(GOLD, "id,city,people\n1,a,1\n1,b,2", keys=["id"]).code == "table_key"
    assert score("id,city,people\n1,a,1\n1,b,2", keys=["id"], mode="cells").value == 0
    for params in ({"mode": "cells"}, {"mode": "x"}, {"metric": "x"}, {"tolerance": -1}):
        with pytest.raises(ConfigurationError):
            TableMatch(**params)  # type: ignore[arg-type]


def test_tables_without_rows() -> None:
    """Two empty tables match weakly; an empty side that is divided by does not apply."""
    both = score("a,b", "b,a")
    assert (both.value, both.details) == (1, {"weak": True})
    assert score("a,c", "b,a").value == 0
    assert score([], "a").value == 1
    assert (score("a\n1", "a").value, score("a", "a\n1").value) == (0.0, 0.0)
    assert score("a\n1", "a", metric="recall").status is Status.NOT_APPLICABLE
    assert score("a", "a\n1", metric="precision").status is Status.NOT_APPLICABLE


def test_the_answer_serves_as_table() -> None:
    """Without a `table` field the answer's text is read; without either the row is invalid."""
    case = Case(id="1", extra={"reference_table": GOLD})
    assert TableMatch().evaluate(Sample(case=case, output=Output(answer=GOLD))).value == 1.0  # type: ignore[union-attr]
    absent = TableMatch().evaluate(Sample(case=case, output=Output()))
    assert (absent.status, absent.code) == (Status.INVALID, "missing_output")  # type: ignore[union-attr]


def test_csv_quirks() -> None:
    """A byte-order mark, quoted commas and line ends of any kind are read."""
    table = parse_table('\ufeffname,n\r\n"Smith, J.",1e3\r\n', "table")
    assert (table.columns, table.rows) == (("name", "n"), (("Smith, J.", 1000),))


@given(TABLES, TABLES, st.randoms(use_true_random=False))
def test_laws(gold: list[dict[str, object]], table: list[dict[str, object]], shuffler: random.Random) -> None:
    """F1 is symmetric, free of row order, within bounds, and exactly 1 for the same table; pandas counts the same rows."""
    value = score(table, gold).value
    assert value == score(gold, table).value == score(shuffler.sample(table, len(table)), gold).value
    assert value is None or 0 <= value <= 1  # type: ignore[operator]
    assert score(gold, gold).value == 1.0
    pandas = pytest.importorskip("pandas")
    if gold and table:
        counts = [pandas.DataFrame(side).value_counts() for side in (gold, table)]
        matched = int(counts[0].to_frame("x").join(counts[1].to_frame("y"), how="inner").min(axis=1).sum())
        assert value == 2 * matched / (len(gold) + len(table))
