"""One execution: what was asked, of what, with what, and how far it came."""

from __future__ import annotations

from typing import Any

from assay.records.frozen import EMPTY
from assay.records.output import TargetFailure
from assay.records.record import Record
from assay.records.score import Score
from assay.records.words import RunStatus


class ScoredRow(Record, frozen=True):
    """One finished row: the facts of the case that the gate needs, and every score.

    `redacted` counts by rule what was taken out of the case, the output and the scores before they were stored. The hashes
    are those of what is stored.
    """

    position: int
    case_id: str
    case_hash: str
    output_hash: str
    scores: tuple[Score, ...]
    group: str | None = None
    contract: str | None = None
    blocking: bool = True
    failure: TargetFailure | None = None
    redacted: dict[str, int] = EMPTY

    def __post_init__(self) -> None:
        self._freeze("redacted")

    def score(self, metric: str) -> Score | None:
        """The score of the metric with this spec, or None."""
        return next((score for score in self.scores if score.metric == metric), None)


class InvalidInput(Record, frozen=True):
    """A row of a file that could not be read: it is counted, shown, and makes the run incomplete.

    `line` is the physical line from 1 (for Parquet and rows in memory the row), `column` the character of a syntax error.
    """

    source: str
    line: int | None
    reason: str
    case_id: str | None = None
    column: int | None = None
    code: str = "invalid_row"

    @property
    def where(self) -> str:
        """`file:line:column`, as much of it as is known."""
        return ":".join(str(part) for part in (self.source, self.line, self.column) if part not in (None, ""))

    def __str__(self) -> str:
        named = f" (case {self.case_id})" if self.case_id is not None else ""
        return f"{self.where}{named}: {self.reason}"


class Manifest(Record, frozen=True):
    """What a run was made of; written before the first row and never changed, except for `golden_hash`.

    `golden_hash` is that of the cases in their order, known once all are read; `golden_file_hash` that of the file's bytes, ""
    in memory. `target_hash` is that of the target's source, "" where it has none that could be read.

    `judge` is the identity of the judge that was asked, `judge_settings` the `JudgeConfig` that makes it again for a replay.
    `embedder` and `grounder` are the names chosen for them, None where nobody chose.
    `migration` names the cases that had another id in earlier golden sets: old id to new id.
    """

    run_id: str
    started: str
    library: str
    golden_source: str = ""
    golden_hash: str = ""
    golden_file_hash: str = ""
    contracts: tuple[str, ...] = ()
    target: str = ""
    target_hash: str = ""
    metrics: tuple[str, ...] = ()
    signatures: dict[str, str] = EMPTY
    policy_hash: str = ""
    policy_version: str = ""
    judge: str | None = None
    judge_settings: dict[str, Any] = EMPTY
    embedder: str | None = None
    grounder: str | None = None
    git_commit: str | None = None
    environment: dict[str, Any] = EMPTY
    migration: dict[str, str] = EMPTY

    def __post_init__(self) -> None:
        self._freeze("environment", "judge_settings", "migration")

    @property
    def old_ids(self) -> dict[str, str]:
        """New id to old id of the cases that were renamed."""
        return {new: old for old, new in self.migration.items()}


class RunSummary(Record, frozen=True):
    """How a run stands: its manifest, its status, and how many rows are stored."""

    manifest: Manifest
    status: RunStatus
    rows: int = 0
    expected_rows: int | None = None
    finished: str | None = None
    invalid_inputs: tuple[InvalidInput, ...] = ()
