"""What a replay reads: a recorded run, from the store or from a bundle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from assay.errors import UnknownNameError
from assay.records import Decision, ExitCode, Policy, RunSummary, Sample, ScoredRow
from assay.records.frozen import EMPTY
from assay.store import RecordedDecision, Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One row with everything its scores rest on."""

    row: ScoredRow
    sample: Sample
    calls: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class EarlierRows:
    """The rows of a baseline, by case."""

    identity: str
    rows: Mapping[str, ScoredRow]
    old_ids: Mapping[str, str] = EMPTY

    def row(self, case_id: str) -> ScoredRow | None:
        """The row of a case, or None; `old_ids` says what renamed cases were called then."""
        return self.rows.get(self.old_ids.get(case_id, case_id))


class RunRecord(Protocol):
    """A run as it was recorded."""

    @property
    def summary(self) -> RunSummary:
        """Manifest, status and counts."""
        ...

    def policy(self, name: str) -> Policy | None:
        """The policy with this hash, where it was recorded."""
        ...

    def decisions(self) -> Sequence[RecordedDecision]:
        """Every decision on the run, oldest first."""
        ...

    def evidence(self) -> Iterator[Evidence]:
        """Every row by position, with its sample and the judge calls behind its scores."""
        ...

    def other_calls(self) -> Iterator[Mapping[str, Any]]:
        """Judge calls of the run that no score names: failed attempts, probes."""
        ...

    def baseline(self, run: str) -> EarlierRows | None:
        """The rows of the run that a decision compared with, where they were recorded."""
        ...


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A run in a store."""

    store: Store
    run_id: str

    @property
    def summary(self) -> RunSummary:
        """Manifest, status and counts."""
        return self.store.find(self.run_id)

    def policy(self, name: str) -> Policy | None:
        """The policy with this hash, where the store has it."""
        return Policy.from_dict(self.store.payload(name)) if name and self.store.has_payload(name) else None

    def decisions(self) -> Sequence[RecordedDecision]:
        """Every decision on the run, oldest first."""
        return self.store.decisions(self.run_id)

    def evidence(self) -> Iterator[Evidence]:
        """Every row by position, with its sample and calls."""
        for row, sample in self.store.samples(self.run_id):
            calls = tuple(self.store.call(name) for name in calls_of(row))
            yield Evidence(row=row, sample=sample, calls=calls)

    def other_calls(self) -> Iterator[Mapping[str, Any]]:
        """The attempts that no score names, in the order stored."""
        from assay.records.canonical import content_hash

        named = {name for row in self.store.rows(self.run_id) for name in calls_of(row)}
        return (call for call in self.store.calls(self.run_id) if content_hash(call) not in named)

    def baseline(self, run: str) -> EarlierRows | None:
        """The rows of another run in the same store."""
        try:
            found = self.store.find(run).manifest.run_id
        except UnknownNameError:
            return None
        rows = {row.case_id: row for row in self.store.rows(found)}
        return EarlierRows(found, rows, self.summary.manifest.old_ids)


def calls_of(row: ScoredRow) -> tuple[str, ...]:
    """The hashes of the judge calls behind the scores of a row, each once."""
    return tuple(dict.fromkeys(name for score in row.scores for name in score.calls))


def compared_with(decision: Decision) -> str | None:
    """The run that a decision really compared with, which its policy may call otherwise; None where it compared with none."""
    named = (rule.details.get("run") for rule in decision.rules if rule.rule.partition(":")[0] == "baseline")
    return next((str(name) for name in named if name), None)


def taken_earlier(decision: Decision, rows: int) -> bool:
    """Whether a decision was taken on fewer rows than the run has now, before it was resumed, and so allowed nothing."""
    return decision.n_cases < rows and decision.exit_code is ExitCode.INCOMPLETE
