"""One case in two runs: which checks and scores changed, whether for the worse, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assay.audit.changed import MEASURED_ANEW, Returned, changed_model, not_asked
from assay.audit.diff.cause import Cause, Reason, reason, reasons_of
from assay.records import CheckResult, CheckStatus, Direction, MetricInfo, Sample, Score, ScoredRow, Status, show
from assay.records.record import Record


class Facts(Record, frozen=True):
    """How one run stood: the score, and what the check made of it; an empty text is none."""

    score: str
    status: str
    check: str
    demand: str
    reason: str


class Change(Record, frozen=True):
    """One changed check, or a changed score that no check judges. `cause` is the first of `reasons`."""

    case_id: str
    check: str
    metric: str
    before: Facts
    after: Facts
    cause: Cause
    reasons: tuple[Reason, ...]
    regression: bool
    improvement: bool
    blocks: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """What one run recorded about a case, and what its own policy says.

    `results` are by check name. `returned` looks up which models answered behind the judge's name.
    """

    sample: Sample
    row: ScoredRow
    results: Mapping[str, CheckResult]
    returned: Returned = not_asked


_RANKS = {
    CheckStatus.PASS: 0,
    CheckStatus.NOT_APPLICABLE: 0,
    CheckStatus.WARN: 1,
    CheckStatus.INCONCLUSIVE: 1,
    CheckStatus.FAIL: 2,
    CheckStatus.INCOMPLETE: 3,
}


def rank(status: CheckStatus) -> int:
    """How bad a status is: pass 0, warn 1, fail 2, incomplete 3."""
    return _RANKS[status]


def changes(
    before: Side,
    after: Side,
    *,
    under_old: Mapping[str, CheckResult],
    infos: Mapping[str, MetricInfo],
    surroundings: str,
) -> Iterator[Change]:
    """Every check and score of a case that differs.

    `under_old` is what the earlier policy says of the later row: it tells what the policy did from what the score did.
    """
    comparison = _Comparison(before, after, infos=infos, surroundings=surroundings)
    named = dict.fromkeys((*before.results, *after.results))
    for name in named:
        change = comparison.check(name, before.results.get(name), after.results.get(name), under_old.get(name))
        if change is not None:
            yield change
    judged = {result.metric for side in (before, after) for result in side.results.values()}
    for metric in dict.fromkeys(score.metric for score in (*before.row.scores, *after.row.scores)):
        change = comparison.score(metric) if metric not in judged else None
        if change is not None:
            yield change


@dataclass(frozen=True, slots=True)
class _Comparison:
    before: Side
    after: Side
    infos: Mapping[str, MetricInfo]
    surroundings: str

    def check(
        self, name: str, old: CheckResult | None, new: CheckResult | None, under_old: CheckResult | None
    ) -> Change | None:
        """A check that came out otherwise. One that only one policy has is a change of the run, unless it fails here."""
        present = new if new is not None else old
        if present is None:
            return None
        old_score = self.before.row.score(old.metric if old is not None else present.metric)
        new_score = self.after.row.score(present.metric)
        reasons = tuple(self._policy(old, new, under_old))
        if old is None or new is None:
            if rank(present.status) < rank(CheckStatus.FAIL):
                return None
        elif old.status is not new.status or self._moved(present.metric, old_score, new_score):
            reasons += self._score_reasons(present.metric, old_score, new_score)
        else:
            return None
        return self._change(name, present.metric, (old, new), (old_score, new_score), reasons)

    def score(self, metric: str) -> Change | None:
        """A score that no check judges; what only one of the runs scored is not compared."""
        old, new = self.before.row.score(metric), self.after.row.score(metric)
        if old is None or new is None or not self._moved(metric, old, new):
            return None
        return self._change("", metric, (None, None), (old, new), self._score_reasons(metric, old, new))

    def _moved(self, metric: str, old: Score | None, new: Score | None) -> bool:
        """Whether the score says another thing, and not only another latency or price."""
        info = self.infos.get(metric)
        read = {*info.inputs, *info.optional_inputs} if info is not None else set()
        only_measured = bool(read) and read <= set(MEASURED_ANEW)
        same_status = old is not None and new is not None and old.status is new.status
        return differ(old, new) and not (only_measured and same_status)

    def _policy(
        self, old: CheckResult | None, new: CheckResult | None, under_old: CheckResult | None
    ) -> Iterator[Reason]:
        """The policy is the cause where the later score gets another status from the later policy than from the earlier."""
        if new is None:
            yield reason(Cause.POLICY, "the check was removed")
        elif old is None:
            yield reason(Cause.POLICY, f"the check was added: {new.demand}")
        elif under_old is not None and under_old.status is not new.status:
            yield reason(Cause.POLICY, f"demand: {old.demand} -> {new.demand}")

    def _score_reasons(self, metric: str, old: Score | None, new: Score | None) -> tuple[Reason, ...]:
        if not differ(old, new):
            return ()
        if old is None or new is None:
            return (reason(Cause.POLICY, f"{metric} was computed in one of the runs only"),)
        return reasons_of(
            self.before.sample,
            self.after.sample,
            old,
            new,
            info=self.infos.get(metric),
            surroundings=self.surroundings,
            other_model=changed_model(self.before.returned(old), self.after.returned(new)),
        )

    def _change(
        self,
        name: str,
        metric: str,
        results: tuple[CheckResult | None, CheckResult | None],
        scores: tuple[Score | None, Score | None],
        reasons: tuple[Reason, ...],
    ) -> Change:
        worse = self._worse(metric, results, scores)
        return Change(
            case_id=self.after.row.case_id,
            check=name,
            metric=metric,
            before=_facts(results[0], scores[0]),
            after=_facts(results[1], scores[1]),
            cause=reasons[0].cause,
            reasons=tuple(reasons),
            regression=worse is True,
            improvement=worse is False,
            blocks=any(result is not None and result.blocks for result in results),
        )

    def _worse(
        self,
        metric: str,
        results: tuple[CheckResult | None, CheckResult | None],
        scores: tuple[Score | None, Score | None],
    ) -> bool | None:
        """Whether the later run is worse (True), better (False), or neither: by the checks' status, without checks by score."""
        old, new = (rank(result.status) if result is not None else 0 for result in results)
        if old != new:
            return new > old
        if results != (None, None):
            return None
        return self._lower_score(metric, *scores)

    def _lower_score(self, metric: str, old: Score | None, new: Score | None) -> bool | None:
        if old is None or new is None or old.status is not new.status:
            return old is not None and old.status is Status.SCORED
        info = self.infos.get(metric)
        if info is None or old.number is None or new.number is None or info.direction is Direction.NONE:
            return None
        fell: bool = new.number < old.number
        return fell if info.direction is Direction.HIGHER else not fell


def differ(old: Score | None, new: Score | None) -> bool:
    """Whether two scores say different things: another status, or another value."""
    if old is None or new is None:
        return old is not new
    return (old.status, old.value) != (new.status, new.value)


def _facts(result: CheckResult | None, score: Score | None) -> Facts:
    shown = result.shown if result is not None and result.shown else _shown(score)
    return Facts(
        score=shown,
        status=score.status.value if score is not None else "",
        check=result.status.value if result is not None else "",
        demand=result.demand if result is not None else "",
        reason=score.reason if score is not None else "",
    )


def _shown(score: Score | None) -> str:
    if score is None or score.value is None:
        return ""
    return show(score.number) if score.number is not None else str(score.value)
