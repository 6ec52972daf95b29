"""Two versions of a golden set side by side."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from assay.report.console import Screen
from assay.report.findings import findings_table
from assay.report.tables import Table

if TYPE_CHECKING:
    from assay.golden.history import CaseChange, FieldChange, GoldenDiff

LONGEST = 60


def write_golden_diff(screen: Screen, diff: GoldenDiff) -> None:
    """The changes, what is wrong with them, and one last line with the counts."""
    if diff.changes:
        screen.table(changes_table(diff))
        screen.text()
    if diff.problems:
        screen.table(findings_table(diff.problems))
        screen.text()
    counts = Counter(change.kind.value for change in diff.changes)
    listed = ", ".join(f"{count} {kind}" for kind, count in counts.items()) or "no change"
    old, new = (", ".join(versions) or "none" for versions in (diff.old_contracts, diff.new_contracts))
    screen.text(f"{listed}, {diff.unchanged} unchanged; contract version {old} -> {new}")


def changes_table(diff: GoldenDiff) -> Table:
    """One row a changed field; a case that was added or removed is one row."""
    rows = tuple(row for change in diff.changes for row in _rows(change))
    return Table(("CASE", "CHANGE", "FIELD", "BEFORE", "AFTER"), rows)


def _rows(change: CaseChange) -> list[tuple[str, ...]]:
    if not change.fields and change.old_id in (None, change.case_id):
        return [(change.case_id, change.kind.value, "-", "-", "-")]
    rows = [(change.case_id, change.kind.value, *_cells(field)) for field in change.fields]
    if change.old_id == change.case_id:
        return list[tuple[str, ...]](rows)
    return [(change.case_id, change.kind.value, "id", change.old_id or "-", change.case_id), *rows]


def _cells(field: FieldChange) -> tuple[str, str, str]:
    name = f"{field.name} (requirement)" if field.requirement else field.name
    return name, _short(field.old), _short(field.new)


def _short(value: Any) -> str:
    if value is None:
        return "-"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
