"""What a replay came to, as a person reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from assay.report.console import Screen
from assay.report.scores import counted
from assay.report.tables import STYLES

if TYPE_CHECKING:
    from assay.audit.replay import Replay


def write_replay(screen: Screen, result: Replay, missing: Mapping[str, int]) -> None:
    """Counts, what could not be computed, the first difference, and one last line."""
    screen.text(f"run {result.run_id}: {_of(result.rows, 'row')}, {_of(result.decisions, 'decision')}")
    screen.text(
        f"  {_of(result.recomputed, 'score')} computed again, {result.reread} read again from recorded judge replies"
    )
    for reason, count in result.unreplayed.items():
        screen.text(f"  {count} not recomputable: {reason}\n    first: {result.examples[reason]}")
    if result.redacted:
        screen.text(f"  redacted: {counted(result.redacted)}")
    if result.first is not None:
        first = result.first
        screen.text(f"\nFirst of {_of(result.n_differences, 'difference')}: {first.where}, field {first.field}")
        screen.text(f"  recorded  {first.stored}\n  computed  {first.computed}")
        screen.text(f"  hashes    {first.stored_hash}\n            {first.computed_hash}")
    status, words = _verdict(result, missing)
    screen.text()
    screen.styled(words, STYLES[status])


def _verdict(result: Replay, missing: Mapping[str, int]) -> tuple[str, str]:
    differing = f"{result.n_differences} differences" if result.n_differences else "everything else is identical"
    if missing:
        return (
            "incomplete",
            f"REPLAY INCOMPLETE (exit 2): {sum(missing.values())} of its scores and decisions could not be computed again; "
            f"{differing}",
        )
    if result.n_differences:
        return "fail", f"REPLAY DIFFERS (exit 1): {differing}"
    return "pass", "REPLAY IDENTICAL (exit 0): every score and every decision comes out the same"


def _of(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
