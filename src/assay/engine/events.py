"""What the engine tells whoever listens. The engine knows no listener; progress bars and logs are consumers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from assay.records.run import InvalidInput, Manifest, ScoredRow
from assay.records.words import RunStatus


@dataclass(frozen=True, slots=True)
class RunStarted:
    """The manifest is stored; rows follow."""

    manifest: Manifest
    expected_rows: int | None
    resumed_rows: int = 0


@dataclass(frozen=True, slots=True)
class RowFinished:
    """One row has all its scores. It is stored with the next flush."""

    row: ScoredRow


@dataclass(frozen=True, slots=True)
class RowUnreadable:
    """One row of the golden set could not be read."""

    problem: InvalidInput


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The run ended with this status; everything that was finished is stored. `reason` says why it is partial."""

    status: RunStatus
    rows: int
    unreadable: int
    reason: str = ""


Event = RunStarted | RowFinished | RowUnreadable | RunFinished
Listener = Callable[[Event], None]


def ignore(event: Event) -> None:
    """The listener that listens to nothing."""
