"""Compute a recorded run again, offline, and say whether it comes out the same.

Deterministic metrics are computed from the recorded samples. Metrics that ask a judge read the recorded replies again: nothing is
asked. The decisions are taken again from the scores as recomputed. Whatever cannot be recomputed is counted with the reason and
never taken for identical.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from assay.audit.replay_source import Evidence, RunRecord, compared_with, taken_earlier
from assay.errors import ConfigurationError
from assay.gating import Gate
from assay.metrics.base import Metric
from assay.records import Catalog, Decision, Sample, Score, ScoredRow, Status
from assay.records.canonical import content_hash
from assay.records.record import Record
from assay.store import RecordedDecision

MAX_DIFFERENCES = 100
BOOKKEEPING = frozenset({"fresh", "cached", "cached_from", "usd"})
"""Details of a judge's score that say where its replies came from, which a replay changes by being one."""

Rescore = Callable[[Evidence, Sequence[Metric]], Awaitable[Sequence[Score]]]
"""Scores a recorded sample again, the judge replaced by the recorded calls."""


class Unreplayed(StrEnum):
    """Why a score could not be computed again, or a decision not taken again."""

    REDACTED = "redacted"
    JUDGE_GAVE_NONE = "the judge gave no verdict then"
    NOT_RECORDED = "the judge's replies are not recorded"
    NO_RESOURCE = "needs an embedder or a grounder that is not configured"
    UNKNOWN_METRIC = "the metric is not known here"
    OTHER_DEFINITION = "the metric has another definition here"
    EARLIER = "an incomplete decision, taken before the run was resumed"
    NOT_DECIDED = "a decision's policy names a metric that is not known here"


EXCUSED = frozenset({Unreplayed.JUDGE_GAVE_NONE, Unreplayed.EARLIER})
"""A failed call has no reply to read again, and its score has no value; an incomplete decision allowed nothing."""


class Difference(Record, frozen=True):
    """The first thing that came out differently: where, and both sides with their hashes."""

    where: str
    field: str
    stored: str
    computed: str
    stored_hash: str
    computed_hash: str


class Replay(Record, frozen=True):
    """What a replay came to. `unreplayed` counts scores and decisions by reason, `examples` names one of each."""

    run_id: str
    rows: int
    recomputed: int
    reread: int
    unreplayed: dict[str, int]
    examples: dict[str, str]
    differences: tuple[Difference, ...]
    n_differences: int
    decisions: int
    redacted: dict[str, int]

    @property
    def first(self) -> Difference | None:
        """The first difference."""
        return self.differences[0] if self.differences else None

    def incomplete(self, *, accept_redacted: bool = False) -> dict[str, int]:
        """What keeps the replay from being a proof: scores that were not recomputed, by reason."""
        excused = EXCUSED | ({Unreplayed.REDACTED} if accept_redacted else set())
        return {reason: count for reason, count in self.unreplayed.items() if reason not in excused}


async def replay(record: RunRecord, *, metrics: Mapping[str, Metric], rescore: Rescore, catalog: Catalog) -> Replay:
    """Compute every score and every decision again and compare them with the record.

    Args:
        record: the run, from a store or a bundle.
        metrics: the metrics known here, by their printed form.
        rescore: computes scores from recorded evidence.
        catalog: where the gate looks metrics up.
    """
    replayer = _Replayer(record, metrics, rescore)
    gates = [replayer.gate(number, one, catalog) for number, one in enumerate(record.decisions(), start=1)]
    rows = 0
    redacted: Counter[str] = Counter()
    async for row in replayer.rows():
        rows += 1
        redacted.update(row.redacted)
        for gate in gates:
            if gate is not None:
                gate.add(row)
    for number, (recorded, gate) in enumerate(zip(record.decisions(), gates, strict=True), start=1):
        if gate is not None:
            replayer.compare_decision(number, recorded, gate)
    return Replay(
        run_id=record.summary.manifest.run_id,
        rows=rows,
        recomputed=replayer.recomputed,
        reread=replayer.reread,
        unreplayed=dict(replayer.unreplayed),
        examples=replayer.examples,
        differences=tuple(replayer.differences),
        n_differences=replayer.n_differences,
        decisions=len(gates),
        redacted=dict(sorted(redacted.items())),
    )


@dataclass(slots=True)
class _Replayer:
    record: RunRecord
    metrics: Mapping[str, Metric]
    rescore: Rescore
    recomputed: int = 0
    reread: int = 0
    unreplayed: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    n_differences: int = 0

    async def rows(self) -> AsyncIterator[ScoredRow]:
        """The rows with every score as recomputed, or as recorded where it could not be."""
        for evidence in self.record.evidence():
            row = evidence.row
            self._same_inputs(row, evidence.sample)
            known = [self.metrics[score.metric] for score in row.scores if score.metric in self.metrics]
            computed = {score.metric: score for score in await self.rescore(evidence, known)}
            scores = tuple(self._take(row, stored, computed.get(stored.metric)) for stored in row.scores)
            yield row.replace(scores=scores)

    def _same_inputs(self, row: ScoredRow, sample: Sample) -> None:
        for name, stated, found in (
            ("case", row.case_hash, sample.case.content_hash),
            ("output", row.output_hash, sample.output.content_hash),
        ):
            if stated != found:
                self._differ(_both(f"case {row.case_id!r}", f"{name} hash", stated, found, stated, found))

    def _take(self, row: ScoredRow, stored: Score, computed: Score | None) -> Score:
        reason = self._why_not(row, stored, computed)
        where = f"case {row.case_id!r}, {stored.metric}"
        if reason is not None or computed is None:
            reason = reason or Unreplayed.UNKNOWN_METRIC
            if reason is Unreplayed.OTHER_DEFINITION and computed is not None:
                where += f": recorded as {stored.signature}, here {computed.signature}"
            elif reason is Unreplayed.NOT_RECORDED and computed is not None:
                where += f": {computed.reason}"
            self._skip(reason, where)
            return stored
        if stored.method.startswith("judge:"):
            self.reread += 1
        else:
            self.recomputed += 1
        difference = _difference(where, stored, computed, evidence=not row.redacted)
        if difference is not None:
            self._differ(difference)
            return computed
        return stored

    def _why_not(self, row: ScoredRow, stored: Score, computed: Score | None) -> Unreplayed | None:
        if computed is None:
            return Unreplayed.UNKNOWN_METRIC
        if _core(stored) == _core(computed) and stored.signature == computed.signature and stored.key == computed.key:
            return None
        if stored.status is Status.ERROR and stored.code not in _REPEATABLE:
            return Unreplayed.JUDGE_GAVE_NONE
        if computed.code in _NO_RESOURCE and stored.code != computed.code:
            return Unreplayed.NO_RESOURCE
        if computed.code in _NO_REPLY:
            return Unreplayed.REDACTED if row.redacted else Unreplayed.NOT_RECORDED
        if stored.signature != computed.signature:
            return Unreplayed.OTHER_DEFINITION
        inputs_kept = stored.key is not None and stored.key == computed.key
        return Unreplayed.REDACTED if row.redacted and not inputs_kept else None

    def _differ(self, difference: Difference) -> None:
        self.n_differences += 1
        if len(self.differences) < MAX_DIFFERENCES:
            self.differences.append(difference)

    def gate(self, number: int, recorded: RecordedDecision, catalog: Catalog) -> Gate | None:
        """The gate that takes a decision again, or None: its policy is not there, or names a metric that is not known here."""
        where, run = _decision(number, recorded), compared_with(recorded.decision)
        policy = self.record.policy(recorded.policy_hash)
        if taken_earlier(recorded.decision, self.record.summary.rows):
            self._skip(Unreplayed.EARLIER, where)
            return None
        if policy is None:
            missing = f"policy {recorded.policy_hash} is not recorded"
            self._differ(_both(where, "policy", recorded.policy_hash, missing, recorded.policy_hash, ""))
            return None
        try:
            return Gate(policy, catalog, baseline=self.record.baseline(run) if run is not None else None)
        except ConfigurationError as error:
            self._skip(Unreplayed.NOT_DECIDED, f"{where}: {error.message}")
            return None

    def _skip(self, reason: Unreplayed, where: str) -> None:
        self.unreplayed[reason] += 1
        self.examples.setdefault(reason, where)

    def compare_decision(self, number: int, recorded: RecordedDecision, gate: Gate) -> None:
        """Take one decision again and compare it with the recorded one."""
        summary = self.record.summary
        computed = gate.decide(
            run_status=summary.status,
            invalid_inputs=summary.invalid_inputs,
            today=datetime.date.fromisoformat(recorded.decided[:10]),
        )
        stored = recorded.decision
        n = len(computed.warnings)
        warnings = stored.warnings[len(stored.warnings) - n :] if n else ()
        self._compare_decisions(_decision(number, recorded), stored.replace(warnings=warnings), computed)

    def _compare_decisions(self, where: str, stored: Decision, computed: Decision) -> None:
        if stored.content_hash == computed.content_hash:
            return
        old, new = stored.to_dict(), computed.to_dict()
        name = next(name for name in Decision.__struct_fields__ if old.get(name) != new.get(name))
        self._differ(_both(where, name, old.get(name), new.get(name), stored.content_hash, computed.content_hash))


def _decision(number: int, recorded: RecordedDecision) -> str:
    return f"decision {number} of {recorded.decided}"


_REPEATABLE = frozenset({"target_error", "harness", "no_judge", "no_embedder", "no_grounder", "case"})
"""Codes of errors that the recorded sample alone gives again."""
_NO_RESOURCE = frozenset({"no_embedder", "no_grounder"})
_NO_REPLY = frozenset({"replay_missing", "no_judge"})


def _core(score: Score) -> tuple[Any, ...]:
    return score.status, score.value, score.ratio, score.code


def _difference(where: str, stored: Score, computed: Score, *, evidence: bool) -> Difference | None:
    """The first field that differs, in the order of the record; of a redacted row the texts are not compared."""
    names = (
        Score.__struct_fields__
        if evidence
        else ("status", "value", "ratio", "method", "version", "signature", "key", "code")
    )
    for name in names:
        old, new = _plain(stored, name), _plain(computed, name)
        if old != new:
            return _both(where, name, old, new, stored.content_hash, computed.content_hash)
    return None


def _plain(score: Score, name: str) -> Any:
    return _without_bookkeeping(score.to_dict().get(name))


def _without_bookkeeping(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_bookkeeping(item) for key, item in value.items() if key not in BOOKKEEPING}
    return [_without_bookkeeping(item) for item in value] if isinstance(value, list) else value


def _both(  # noqa: PLR0917 - two sides
    where: str, name: str, stored: Any, computed: Any, stored_hash: str, computed_hash: str
) -> Difference:
    return Difference(
        where=where,
        field=name,
        stored=_shown(stored),
        computed=_shown(computed),
        stored_hash=stored_hash,
        computed_hash=computed_hash,
    )


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 300 else f"{text[:300]}… ({content_hash(value)[:12]})"
