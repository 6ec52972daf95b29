"""Execution match on real SQLite and DuckDB files and through SQLAlchemy."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from assay.errors import ConfigurationError
from assay.metrics import Registry
from assay.metrics.sql.execution_match import ExecutionMatch
from assay.records import Case, Output, Sample, Score, Status

pytest.importorskip("sqlglot")
SCHEMA = """
CREATE TABLE users (id INTEGER, name VARCHAR, age INTEGER, score DOUBLE);
INSERT INTO users VALUES (1, 'Ann', 31, 0.1), (2, 'Bob', NULL, 0.2), (3, 'Cy', 31, 0.3), (4, 'Cy', 20, 0.3);
"""
ALL = "SELECT id, name, age FROM users"


@pytest.fixture(params=["sqlite", "duckdb", "url"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same small database in three forms."""
    return make(tmp_path, request.param, SCHEMA)


def make(folder: Path, kind: str, script: str, name: str = "shop") -> str:
    """Write a database and return how it is named."""
    if kind == "duckdb":
        duckdb = pytest.importorskip("duckdb")
        path = folder / f"{name}.duckdb"
        with closing(duckdb.connect(str(path))) as connection:
            connection.execute(script)
        return str(path)
    path = folder / f"{name}.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    return str(path) if kind == "sqlite" else f"sqlite+pysqlite:///{path}"


def score(place: str, answer: str, gold: str, **params: object) -> Score:
    """The score on one database."""
    metric = ExecutionMatch(databases=(place,), **params)  # type: ignore[arg-type]
    return metric.score(answer=answer, reference_sql=gold)


@pytest.mark.parametrize(
    ("answer", "gold", "value", "outcome"),
    [
        (ALL + " ORDER BY id DESC", ALL, 1, "match"),
        (ALL + " ORDER BY id DESC", ALL + " ORDER BY id", 0, "order"),
        (ALL + " ORDER BY id", ALL + " ORDER BY id;", 1, "match"),
        ("SELECT id FROM users ORDER BY id DESC", "SELECT id FROM (SELECT id FROM users ORDER BY id) t", 1, "match"),
        ("SELECT age AS a FROM users WHERE id = 2", "SELECT NULL", 1, "match"),
        ("SELECT 31.0 * 1", "SELECT 31", 1, "match"),
        ("SELECT '31'", "SELECT 31", 0, "mismatch"),
        ("SELECT name FROM users", "SELECT DISTINCT name FROM users", 0, "rows"),
        ("SELECT name FROM users WHERE id IN (1, 1, 2, 3)", "SELECT name FROM users WHERE id <> 4", 1, "match"),
        ("SELECT id, name FROM users", "SELECT id FROM users", 0, "columns"),
        ("SELECT id FROM users WHERE 1 = 0", "SELECT name FROM users WHERE age > 99", 1, "empty_match"),
        ("SELECT nme FROM users", "SELECT name FROM users", 0, "error"),
        ("```sql\nSELECT name FROM users;\n```", "SELECT name FROM users", 1, "match"),
    ],
)
def test_one_database(place: str, answer: str, gold: str, value: int, outcome: str) -> None:
    """Multisets of rows, the gold query's order, NULL as a value, and numbers by value."""
    scored = score(place, answer, gold)
    assert (scored.value, scored.items[0].outcome) == (value, outcome), scored.reason
    assert scored.details.get("weak", False) is (outcome == "empty_match")


@pytest.mark.parametrize(
    "attack",
    [
        "DELETE FROM users",
        "SELECT 1; DELETE FROM users",
        "DROP TABLE users",
        "INSERT INTO users VALUES (9, 'x', 1, 1)",
        "UPDATE users SET age = 1",
        "CREATE TABLE evil (x INTEGER)",
        "ATTACH 'other.db' AS other",
        "PRAGMA database_list",
    ],
)
def test_nothing_but_reading(place: str, attack: str) -> None:
    """A statement that writes, attaches, configures or hides a second statement is 0, and the data stay as they were."""
    scored = score(place, attack, ALL)
    assert (scored.value, scored.items[0].outcome) == (0, "write"), scored.reason
    assert score(place, ALL, ALL).reason == "the same 4 rows"


def test_blank_answer(place: str) -> None:
    """A blank answer is 0 with its reason, not invalid."""
    scored = score(place, "  ;", ALL)
    assert (scored.value, scored.reason) == (0, "the answer is blank")


def test_duckdb_cannot_leave_the_database(tmp_path: Path) -> None:
    """A query cannot read or write other files."""
    place = make(tmp_path, "duckdb", SCHEMA)
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n")
    assert score(place, f"SELECT * FROM read_csv('{secret}')", "SELECT 1").items[0].outcome == "error"
    assert score(place, f"COPY users TO '{tmp_path / 'out.csv'}'", ALL).items[0].outcome == "write"
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("kind", ["sqlite", "duckdb"])
def test_a_slow_query_is_stopped(tmp_path: Path, kind: str) -> None:
    """A query that would run for ever is 0 after its time; the gold query is not to blame."""
    place = make(tmp_path, kind, SCHEMA)
    endless = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t"
    scored = score(place, endless, "SELECT 1", seconds=0.2)
    assert (scored.value, scored.items[0].outcome, scored.reason) == (
        0,
        "timeout",
        "the query fails: the query took longer than 0.2 s",
    )


def test_too_many_rows(place: str) -> None:
    """A result above the limit is 0; a gold result above it is invalid."""
    assert score(place, ALL, "SELECT 1", max_rows=3).items[0].outcome == "rows"
    assert score(place, "SELECT 1", ALL, max_rows=3).code == "broken_gold"


def test_broken_gold_is_invalid(place: str) -> None:
    """A gold query that fails, writes or is blank is a fault of the test data."""
    for gold in ("SELECT nothing FROM users", "DELETE FROM users", " "):
        scored = score(place, ALL, gold)
        assert (scored.status, scored.code) == (Status.INVALID, "broken_gold")


def test_several_instances_catch_a_lucky_guess(tmp_path: Path) -> None:
    """A query that is right on one instance and wrong on another is wrong, and the reason says where."""
    first = make(tmp_path, "sqlite", SCHEMA, "first")
    second = make(tmp_path, "sqlite", SCHEMA + "INSERT INTO users VALUES (5, 'Di', 40, 1);", "second")
    metric = ExecutionMatch(databases=[first, second])  # type: ignore[arg-type]
    scored = metric.score(answer="SELECT 4", reference_sql="SELECT count(*) FROM users")
    assert scored.value == 0
    assert scored.reason == "first.sqlite: the same 1 rows; second.sqlite: 1 rows on both sides, not the same ones"
    assert [item.outcome for item in scored.items] == ["match", "mismatch"]


def test_weak_only_where_every_instance_is_empty(tmp_path: Path) -> None:
    """One instance with rows makes the match firm."""
    empty = make(tmp_path, "sqlite", "CREATE TABLE users (id INTEGER)", "empty")
    full = make(tmp_path, "sqlite", "CREATE TABLE users (id INTEGER); INSERT INTO users VALUES (1)", "full")
    query = "SELECT id FROM users"
    assert ExecutionMatch(databases=(empty, full)).score(answer=query, reference_sql=query).details == {}


def test_tolerance_and_columns(place: str) -> None:
    """Numbers agree within a declared tolerance only, and columns change places only where declared."""
    near, gold = "SELECT score + 0.0005, name FROM users", "SELECT score, name FROM users"
    assert score(place, near, gold).value == 0
    assert score(place, near, gold, tolerance=0.001).value == 1
    swapped = "SELECT name, score FROM users"
    assert score(place, swapped, gold).value == 0
    assert score(place, swapped, gold, columns="permuted").value == 1
    assert score(place, "SELECT name, name FROM users", gold, columns="permuted").value == 0
    assert score(place, "SELECT name, score + 0.0005 FROM users", gold, columns="permuted", tolerance=0.001).value == 1


def test_order_can_be_declared(place: str) -> None:
    """`always` and `never` overrule what the gold query says."""
    turned = ALL + " ORDER BY id DESC"
    assert score(place, turned, ALL + " ORDER BY id", order="never").value == 1
    assert score(place, turned, ALL, order="always").value == 0


def test_where_the_database_comes_from(tmp_path: Path) -> None:
    """The case names its database; without one the row is invalid; a missing file is an error of the harness."""
    place = make(tmp_path, "sqlite", SCHEMA)
    case = Case(id="1", extra={"reference_sql": ALL, "databases": [place]})
    assert ExecutionMatch().evaluate(Sample(case=case, output=Output(answer=ALL))).value == 1  # type: ignore[union-attr]
    assert ExecutionMatch().score(answer=ALL, reference_sql=ALL).code == "no_database"
    for gone in ("gone.sqlite", "gone.duckdb", "sqlite+pysqlite:///no/such/folder/x.db", "nodb://x/y"):
        scored = score(str(tmp_path / gone) if "://" not in gone else gone, ALL, ALL)
        assert (scored.status, scored.code) == (Status.ERROR, "no_database"), scored.reason
    broken = tmp_path / "broken.sqlite"
    broken.write_text("this is no database, and long enough to be read as a header of one" * 10)
    assert score(str(broken), ALL, ALL).code == "no_database"


def test_a_query_nobody_can_read_is_not_sent(tmp_path: Path) -> None:
    """Where only parsing protects the database, an unreadable statement is an error, not a guess."""
    scored = score(make(tmp_path, "url", SCHEMA), "SELECT FROM WHERE ((", ALL)
    assert (scored.status, scored.code) == (Status.ERROR, "unchecked_query")


def test_parameters_are_checked_and_print() -> None:
    """Odd options are refused; the printed form parses back."""
    for params in ({"order": "some"}, {"columns": "any"}, {"tolerance": -1}, {"seconds": 0}, {"databases": [1]}):
        with pytest.raises(ConfigurationError):
            ExecutionMatch(**params)  # type: ignore[arg-type]
    metric = ExecutionMatch(databases=("a.sqlite",), tolerance=0.01)
    assert Registry.built_in().parse(metric.spec) == metric
