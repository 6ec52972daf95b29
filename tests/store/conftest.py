"""Rows, runs and decisions that the store tests share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assay.records import (
    Case,
    Item,
    Manifest,
    Output,
    Ratio,
    Sample,
    Score,
    ScoredRow,
    Status,
)
from assay.store import Store

MakeRow = Callable[..., tuple[ScoredRow, Sample]]


def _row(
    position: int, *, case_id: str | None = None, answer: str = "Within 30 days.", calls: tuple[str, ...] = ()
) -> tuple[ScoredRow, Sample]:
    case = Case(id=case_id or f"case-{position:05d}", input="How do refunds work?", group="payments", contract="3")
    output = Output(answer=answer, latency_ms=float(position))
    score = Score(
        metric="evidence_coverage",
        status=Status.SCORED,
        value=2 / 3,
        ratio=Ratio(numerator=2, denominator=3),
        reason="supported=2; required=3; missing=c",
        items=(Item(kind="claim", id="c", outcome="missing", credit=0.0),),
        calls=calls,
    )
    row = ScoredRow(
        position=position,
        case_id=case.id,
        case_hash=case.content_hash,
        output_hash=output.content_hash,
        scores=(score,),
        group=case.group,
        contract=case.contract,
    )
    return row, Sample(case=case, output=output)


@pytest.fixture
def make_row() -> MakeRow:
    """A finished row and its sample at a position."""
    return _row


@pytest.fixture
def manifest() -> Manifest:
    """The manifest of run `run-a`."""
    return Manifest(run_id="run-a", started="2026-11-01T10:00:00Z", library="0.1")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.integration)])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty place for a store: a file, and a schema of its own in a real PostgreSQL."""
    if request.param == "sqlite":
        yield str(tmp_path / "assay.db")
        return
    yield from _schema(f"test_{os.getpid()}_{abs(hash(request.node.nodeid))}")


@pytest.fixture
def postgres() -> Iterator[str]:
    """An empty schema in a real PostgreSQL."""
    yield from _schema(f"test_{os.getpid()}_only")


def _schema(name: str) -> Iterator[str]:
    url = os.environ.get("ASSAY_TEST_POSTGRES_URL")
    if not url:
        pytest.skip("set ASSAY_TEST_POSTGRES_URL (scripts/postgres-for-tests.sh start) to test on a real PostgreSQL")
    psycopg = pytest.importorskip("psycopg")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
        yield f"{url}?options=-csearch_path%3D{name}"
        connection.execute(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture
def store(location: str, manifest: Manifest) -> Iterator[Store]:
    """A store with the running run `run-a`, on each kind of database."""
    with Store.open(location) as opened:
        opened.begin(manifest, expected_rows=3)
        yield opened
