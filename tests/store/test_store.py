"""What is written is read back, nothing is overwritten, and a run can be resumed."""

from __future__ import annotations

import pytest

from assay.errors import StoreError
from assay.store import Store


def test_rows_come_back_equal_and_by_position(store, make_row):
    """Rows read back are equal to those written, in the order of their positions, whatever order they were written in."""
    written = [make_row(position) for position in (2, 0, 1)]
    store.write_rows("run-a", written)
    assert list(store.rows("run-a")) == sorted((row for row, _ in written), key=lambda row: row.position)
    assert list(store.samples("run-a")) == sorted(written, key=lambda pair: pair[0].position)
    assert store.find("run-a").rows == 3


def test_the_same_row_twice_is_a_no_op(store, make_row):
    """Writing a stored row again changes nothing, and does not count it twice."""
    store.write_rows("run-a", [make_row(0)])
    store.write_rows("run-a", [make_row(0), make_row(1)])
    assert [row.position for row in store.rows("run-a")] == [0, 1]
    assert store.find("run-a").rows == 2


def test_other_content_at_a_stored_position_is_refused_whole(store, make_row):
    """A position that holds another result refuses the whole batch; what was stored stays."""
    store.write_rows("run-a", [make_row(0)])
    with pytest.raises(StoreError, match="position 0") as caught:
        store.write_rows("run-a", [make_row(1), make_row(0, answer="Never.")])
    assert caught.value.code == "row_conflict"
    assert [row.position for row in store.rows("run-a")] == [0]
    assert store.find("run-a").rows == 1


def test_store_in_memory_is_shared_by_all_calls(manifest, make_row):
    """`:memory:` is one database for the whole life of the store."""
    with Store.open(":memory:") as store:
        store.begin(manifest)
        store.write_rows("run-a", [make_row(0)])
        assert len(store.done("run-a")) == 1
