"""A run that is stored: what `assay.run` returns and `assay.gate` takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assay.api.aggregating import means
from assay.api.catalog import Catalog
from assay.records.aggregate import Aggregate
from assay.records.run import Manifest, RunSummary, ScoredRow
from assay.records.sample import Sample

if TYPE_CHECKING:
    from assay.metrics.base import Metric
    from assay.store import RecordedDecision, Store


@dataclass(frozen=True)
class Run:
    """One execution in a store. Rows stream from the store; nothing is held in memory.

    `notes` says what was recognised, changed or ignored in the golden set while it was read; `metrics` are those that
    scored it, so that a policy can name a user's own. A run that is opened later has neither.
    """

    store: Store
    id: str
    notes: tuple[str, ...] = ()
    metrics: tuple[Metric, ...] = field(default=(), repr=False, compare=False)

    @property
    def summary(self) -> RunSummary:
        """Manifest, status and counts as they stand now."""
        return self.store.find(self.id)

    @property
    def manifest(self) -> Manifest:
        """What the run was made of."""
        return self.summary.manifest

    def rows(self) -> Iterator[ScoredRow]:
        """Every stored row, by position."""
        return self.store.rows(self.id)

    def row(self, case_id: str) -> ScoredRow:
        """The row of one case.

        Raises:
            UnknownNameError: the run has no such case; carries the near matches.
        """
        return self.store.row(self.id, case_id)

    def sample(self, row: ScoredRow) -> Sample:
        """The case and output behind a row."""
        return self.store.sample(row)

    def decisions(self) -> list[RecordedDecision]:
        """Every decision taken on this run, oldest first, with its time and policy hash."""
        return self.store.decisions(self.id)

    def aggregates(self) -> list[Aggregate]:
        """The mean of every metric with its counts."""
        return means(self.rows(), self.manifest.metrics, Catalog().knowing(self.metrics))

    def redacted(self) -> dict[str, int]:
        """What the policy's rules took out before the rows were stored, by rule; empty where the policy has no rules."""
        name = self.manifest.policy_hash
        if not name or not self.store.payload(name).get("redact"):
            return {}
        counts: Counter[str] = Counter()
        for row in self.rows():
            counts.update(row.redacted)
        return dict(sorted(counts.items()))

    def __len__(self) -> int:
        return self.summary.rows
