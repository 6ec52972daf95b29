"""Execution match on a real PostgreSQL, where the server itself refuses writes and stops in time."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from assay.metrics.sql.execution_match import ExecutionMatch
from assay.records import Score

TABLE = "assay_execution_match"


@pytest.fixture
def url() -> Iterator[str]:
    """A database with one small table."""
    where = os.environ.get("ASSAY_TEST_POSTGRES_URL")
    if not where:
        pytest.skip("set ASSAY_TEST_POSTGRES_URL to test on a real PostgreSQL")
    sqlalchemy = pytest.importorskip("sqlalchemy")
    engine = sqlalchemy.create_engine(where)
    with engine.begin() as connection:
        connection.exec_driver_sql(f"DROP TABLE IF EXISTS {TABLE}")
        connection.exec_driver_sql(f"CREATE TABLE {TABLE} (id int, name text, tags text[], price numeric(10, 2))")
        connection.exec_driver_sql(f"INSERT INTO {TABLE} VALUES (1, 'Ann', '{{a,b}}', 1.50), (2, 'Bob', NULL, 2)")
    yield where
    with engine.begin() as connection:
        connection.exec_driver_sql(f"DROP TABLE {TABLE}")
    engine.dispose()


def score(url: str, answer: str, gold: str = f"SELECT id, name FROM {TABLE}", **params: float) -> Score:
    """The score on PostgreSQL."""
    return ExecutionMatch(databases=(url,), **params).score(answer=answer, reference_sql=gold)  # type: ignore[arg-type]


def test_types_and_percent_signs(url: str) -> None:
    """Arrays, decimals, NULL, casts and percent signs pass through as they are."""
    everything = f"SELECT * FROM {TABLE}"
    assert score(url, everything + " ORDER BY id DESC", everything).value == 1
    assert score(url, f"SELECT price::float8 FROM {TABLE}", f"SELECT price FROM {TABLE}").value == 1
    percent = f"SELECT name, '5 % :x' FROM {TABLE} WHERE name LIKE 'A%'"
    assert score(url, percent, percent).reason == "the same 1 rows"


@pytest.mark.parametrize(
    "attack",
    [
        f"DELETE FROM {TABLE}",
        f"WITH gone AS (DELETE FROM {TABLE} RETURNING id, name) SELECT * FROM gone",
        f"SELECT id, name INTO assay_evil FROM {TABLE}",
        f"SELECT id, name FROM {TABLE} FOR UPDATE",
        f"SELECT 1; DROP TABLE {TABLE}",
    ],
)
def test_writes_are_refused(url: str, attack: str) -> None:
    """A write in any disguise is 0, and the table keeps its rows."""
    scored = score(url, attack)
    assert (scored.value, scored.items[0].outcome) == (0, "write"), scored.reason
    assert score(url, f"SELECT id, name FROM {TABLE}").reason == "the same 2 rows"


def test_the_server_refuses_what_parsing_cannot_see(url: str) -> None:
    """A function that writes fails in a transaction that only reads."""
    with_sequence = "SELECT set_config('transaction_read_only', 'off', true), 'x'"
    assert score(url, with_sequence).items[0].outcome == "error"


def test_a_slow_query_is_stopped(url: str) -> None:
    """The server stops a query at its limit."""
    assert score(url, "SELECT pg_sleep(30), 'x'", seconds=0.3).items[0].outcome == "timeout"


def test_wrong_column(url: str) -> None:
    """The reason is the first line of the server's own words."""
    assert score(url, f"SELECT nme, id FROM {TABLE}").reason == 'the query fails: column "nme" does not exist'
