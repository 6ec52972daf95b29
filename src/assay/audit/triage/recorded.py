"""The metric result: where there is no value, its status and code say who has to act."""

from __future__ import annotations

from assay.audit.triage.diagnosis import Break, Fault, Stage, clue
from assay.audit.triage.trail import Trail
from assay.records import CheckStatus, Owner, Score, Status, TargetFailure


def examine_result(trail: Trail) -> Break | None:
    """Why there is no value to judge, or None where there is one."""
    if trail.output.failure is not None:
        return _target_failed(trail, trail.output.failure)
    score = trail.score
    if trail.result.status is not CheckStatus.INCOMPLETE:
        return None
    if trail.result.code == "nothing_tested":
        return _break(
            trail,
            Owner.TEST_DATA,
            Fault.NOTHING_TESTED,
            "state what a right answer must hold, or add a check that applies",
            also=(Owner.POLICY,),
        )
    if score is None:
        return _break(
            trail,
            Owner.HARNESS,
            Fault.NOT_SCORED,
            "score the run again with this policy: its metric was not among those computed",
            also=(Owner.POLICY,),
        )
    return _judge_error(trail, score) if trail.result.owner is Owner.JUDGE else _invalid(trail, score)


def _target_failed(trail: Trail, failure: TargetFailure) -> Break:
    missing = failure.kind == "missing"
    return Break(
        stage=Stage.METRIC_RESULT,
        owner=Owner.HARNESS,
        fault=Fault.TARGET_FAILED,
        says=f"the target gave no output ({failure.kind}): {failure.message}",
        next="record an output under this case id" if missing else "call the target with this input and read its log",
        missing=("output",),
        clues=(clue("failure", failure.message, ids=(failure.kind,), where="output.failure"),),
        certain=True,
        also=(Owner.TEST_DATA,) if missing else (),
    )


def _judge_error(trail: Trail, score: Score) -> Break:
    fault = Fault.JUDGE_CHANGED if trail.result.code == "not_calibrated" else Fault.JUDGE_ERROR
    return _break(
        trail,
        Owner.JUDGE,
        fault,
        _JUDGE_NEXT.get(trail.result.code or "", _ASK_AGAIN),
        ids=score.calls,
        stage=Stage.JUDGE,
    )


_ASK_AGAIN = "read the recorded reply; when it was an outage, score this run again"
_JUDGE_NEXT = {
    "judge_unavailable": "`assay judge check` says what to mend; then score this run again",
    "no_judge": "configure a judge: the policy's `judge` section, or --judge",
    "budget": "raise the budget, or ask fewer questions",
    "deadline": "raise the deadline, or lower the load",
    "not_calibrated": "calibrate the judge that is used now, or go back to the one that was calibrated",
}


def _invalid(trail: Trail, score: Score) -> Break:
    if score.code == "missing_output":
        return _break(
            trail, Owner.HARNESS, Fault.FIELD_NOT_RETURNED, "return this field from the target, or map it with --map"
        )
    if trail.result.owner is Owner.HARNESS:
        return _break(trail, Owner.HARNESS, Fault.METRIC_BROKE, "mend the metric: it gave no valid value for this row")
    if score.status is Status.ERROR:
        return _break(trail, Owner.HARNESS, Fault.METRIC_BROKE, "read the reason; a new run may resolve it")
    unknown = score.code == "unknown_id"
    return _break(
        trail,
        Owner.TEST_DATA,
        Fault.INVALID_ROW,
        "the two sides come from different versions of the case: bring them to one version"
        if unknown
        else "mend this row of the golden set, or of the recorded outputs",
        also=(Owner.ATTRIBUTION,) if unknown else (),
    )


def _break(
    trail: Trail,
    owner: Owner,
    fault: Fault,
    following: str,
    *,
    ids: tuple[str, ...] = (),
    stage: Stage = Stage.METRIC_RESULT,
    also: tuple[Owner, ...] = (),
) -> Break:
    code = trail.result.code or ""
    return Break(
        stage=stage,
        owner=owner,
        fault=fault,
        says=trail.result.reason,
        next=following,
        clues=(
            clue("score", f"{code}: {trail.result.reason}" if code else trail.result.reason, ids=ids, where="score"),
        ),
        certain=True,
        also=also,
    )
