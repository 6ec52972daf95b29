"""The table of all metrics is made from their definitions, and is the one that stands in the documents."""

from __future__ import annotations

import runpy
from pathlib import Path

from assay.metrics import Registry

ROOT = Path(__file__).resolve().parents[2]


def test_the_table_of_metrics_is_up_to_date() -> None:
    """The page is what the script prints; otherwise: `python scripts/metrics_table.py > docs/metrics-table.md`."""
    page = runpy.run_path(str(ROOT / "scripts" / "metrics_table.py"))["document"]
    infos = [metric.info() for metric in Registry.built_in()]
    assert (ROOT / "docs" / "metrics-table.md").read_text(encoding="utf-8") == page(infos) + "\n"


def test_every_metric_has_a_row_of_six_cells() -> None:
    """Nobody is left out, and a bar in a text does not make a column."""
    page = runpy.run_path(str(ROOT / "scripts" / "metrics_table.py"))["document"]
    infos = [metric.info() for metric in Registry.built_in()]
    rows = [line for line in page(infos).splitlines() if line.startswith("| `")]
    assert len(rows) == len(infos)
    assert {row.replace("\\|", "").count("|") for row in rows} == {7}
