"""Rows, runs and decisions that the store tests share."""

from __future__ import annotations

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


@pytest.fixture
def store(tmp_path: Path, manifest: Manifest) -> Iterator[Store]:
    """A store in a file with the running run `run-a`."""
    with Store.open(tmp_path / "assay.db") as opened:
        opened.begin(manifest, expected_rows=3)
        yield opened
