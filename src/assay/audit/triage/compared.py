"""What only an earlier run or decision can show: a demand that moved, a requirement that drifted, another judge or metric."""

from __future__ import annotations

from assay.audit.changed import changed_case, changed_model, changed_output, changed_requirements
from assay.audit.triage.diagnosis import Break, Fault, Stage, clue
from assay.audit.triage.trail import Reading, Trail
from assay.audit.triage.wanted import (
    Subject,
    missing_citations,
    missing_claims,
    missing_facts,
    missing_passages,
    subject,
)
from assay.records import Case, CheckStatus, Claim, Owner, Score
from assay.records.definition import Definition, changed_definition

_GOOD = (CheckStatus.PASS, CheckStatus.WARN, CheckStatus.NOT_APPLICABLE)


def examine_policy(trail: Trail) -> Break | None:
    """The present score, judged by an earlier policy: where it passes there, the demand moved."""
    if trail.old_policy is None or trail.result.status is not CheckStatus.FAIL:
        return None
    old = trail.old_demand
    if old is not None and old.status not in _GOOD:
        return None
    was = old.demand if old is not None else "no such check"
    return Break(
        stage=Stage.POLICY,
        owner=Owner.POLICY,
        fault=Fault.DEMAND_MOVED,
        says=f"the score {trail.result.shown} meets what {trail.old_policy} demanded: the demand moved from "
        f"{was!r} to {trail.result.demand!r}",
        next="was the demand raised on purpose? Then the answer must get better; else restore the policy",
        clues=(
            clue("demand", f"before: {was}", where=trail.old_policy),
            clue("demand", f"now: {trail.result.demand}", where="policy"),
        ),
        certain=True,
    )


def examine_inputs(trail: Trail) -> Break | None:
    """The requirement, beside what was reviewed: the same contract version must mean the same requirement."""
    before = trail.before
    if before is None or before.sample.case.contract != trail.case.contract:
        return None
    fields = [name for name in changed_requirements(before.sample.case, trail.case) if _reads(trail, name)]
    added = _added(trail, before)
    whole = [name for name in fields if name not in _LISTS]
    if not added and not whole:
        return None
    version = trail.case.contract
    contract = f"the same contract version {version!r}" if version is not None else "no contract version"
    what = (
        f"denominator drift: {', '.join(added)} became required"
        if added
        else f"the reviewed {', '.join(whole)} changed"
    )
    return Break(
        stage=Stage.INPUTS,
        owner=Owner.TEST_DATA,
        fault=Fault.DENOMINATOR_DRIFT if added else Fault.CASE_EDITED,
        says=f"{what} under {contract}",
        next="have the new requirement reviewed and raise the contract version, or take it back",
        missing=added,
        clues=(clue("case", f"differs from the baseline in {', '.join(fields)}", ids=added, where="case"),),
        certain=bool(added) or not changed_output(before.sample.output, trail.output),
    )


_LISTS = ("required_claims", "expected_facts", "expected_citations", "expected_context_ids", "reference_contexts")


def _reads(trail: Trail, name: str) -> bool:
    """Whether the check's metric reads a field of the case; a metric that nobody knows may read any."""
    derived = {"required_claim_ids", "required_claims"} if name == "required_claims" else {name}
    return not trail.inputs or bool(trail.inputs & derived)


def _added(trail: Trail, before: Reading) -> tuple[str, ...]:
    """What is required now, was not required in the baseline, and is missing."""
    known = {item for name in _LISTS for item in _named(before.sample.case, name)}
    wanted = {Subject.CLAIM: missing_claims, Subject.FACT: missing_facts, Subject.PASSAGE: missing_passages}
    missing = wanted.get(subject(trail), missing_citations)(trail)
    new = {item for name in _LISTS if _reads(trail, name) for item in _named(trail.case, name)} - known
    return tuple(one.name for one in missing if one.name in new)


def _named(case: Case, field: str) -> tuple[str, ...]:
    items = getattr(case, field) or ()
    return tuple(item.id if isinstance(item, Claim) else item for item in items)


def examine_same_output(trail: Trail) -> Break | None:
    """The same case and the same output, scored differently: the judge, the metric, or chance."""
    before, score = trail.before, trail.score
    earlier = before.row.score(trail.result.metric) if before is not None else None
    if before is None or score is None or earlier is None or not _differ(earlier, score):
        return None
    if changed_case(before.sample.case, trail.case) or changed_output(before.sample.output, trail.output):
        return None
    definition = changed_definition(earlier, score)
    if not definition:
        return _other_model(trail, score, earlier) or _unstable(score, earlier)
    text = "; ".join(f"{kind.value} {words}" for kind, words in definition)
    judge = any(kind in (Definition.JUDGE, Definition.PROMPT) for kind, _ in definition)
    version = any(kind is Definition.VERSION for kind, _ in definition)
    return Break(
        stage=Stage.JUDGE if judge else Stage.METRIC_RESULT,
        owner=Owner.JUDGE if judge else Owner.HARNESS if version else Owner.POLICY,
        fault=Fault.JUDGE_CHANGED if judge else Fault.METRIC_CHANGED,
        says=f"the output is the same as in the baseline, and it was scored by another definition: {text}",
        next="calibrate the new judge, and re-score the baseline with it"
        if judge
        else "re-score the baseline with this metric",
        clues=(clue("signature", text, where="score.signature"),),
        certain=True,
    )


def _differ(first: Score, second: Score) -> bool:
    return (first.status, first.value) != (second.status, second.value)


def _drift(trail: Trail, earlier: Score, score: Score) -> str | None:
    """How the models differ that answered behind the judge's name."""
    drift = changed_model(trail.before.returned(earlier), trail.returned(score)) if trail.before is not None else None
    return f"another model answered behind its name: {drift}" if drift is not None else None


def _other_model(trail: Trail, score: Score, earlier: Score) -> Break | None:
    drift = _drift(trail, earlier, score)
    if drift is None:
        return None
    return _judge_changed(f"the output is the same as in the baseline, and of the judge, {drift}", score)


def _judge_changed(says: str, score: Score) -> Break:
    return Break(
        stage=Stage.JUDGE,
        owner=Owner.JUDGE,
        fault=Fault.JUDGE_CHANGED,
        says=says,
        next="calibrate the judge that answers now, and re-score the baseline with it; pin a dated model",
        clues=(clue("judge", says, ids=score.calls, where="score.calls"),),
        certain=True,
    )


def _unstable(score: Score, earlier: Score) -> Break:
    judged = score.method.startswith(("judge", "embedding"))
    return Break(
        stage=Stage.JUDGE if judged else Stage.METRIC_RESULT,
        owner=Owner.JUDGE if judged else Owner.HARNESS,
        fault=Fault.JUDGE_DISAGREES if judged else Fault.UNSTABLE_METRIC,
        says=f"the same inputs were scored {earlier.value} in the baseline and {score.value} now",
        next="ask more than once and take the majority; calibrate"
        if judged
        else "a deterministic metric must not do this: report it",
        clues=(clue("score", f"{earlier.reason} / {score.reason}", ids=(*earlier.calls, *score.calls), where="score"),),
        certain=True,
    )


def examine_judge(trail: Trail) -> Break | None:
    """The judge behind a value: did its replies agree, and is it the one that judged the baseline?"""
    score = trail.score
    if score is None or not score.method.startswith("judge"):
        return None
    before = trail.before.row.score(trail.result.metric) if trail.before is not None else None
    changes = changed_definition(before, score) if before is not None else ()
    told = [words for kind, words in changes if kind in (Definition.JUDGE, Definition.PROMPT)]
    drift = _drift(trail, before, score) if before is not None else None
    told += [drift] if drift is not None else []
    if told:
        return _judge_changed(f"the judge changed since the baseline: {'; '.join(told)}", score)
    agreement = score.details.get("agreement")
    if not isinstance(agreement, (int, float)) or agreement >= 1:
        return None
    says = f"the judge's replies do not agree (agreement {agreement:.2f})"
    return Break(
        stage=Stage.JUDGE,
        owner=Owner.JUDGE,
        fault=Fault.JUDGE_DISAGREES,
        says=says,
        next="read the recorded replies; label this case and calibrate the judge",
        clues=(clue("judge", says, ids=score.calls, where="score.details"),),
    )
