"""The walk back through the artefacts of a failing check, one stage at a time, to the first that breaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assay.audit.triage.answers import (
    examine_abstention,
    examine_action,
    examine_answer,
    examine_operation,
    examine_statements,
)
from assay.audit.triage.compared import examine_inputs, examine_judge, examine_policy, examine_same_output
from assay.audit.triage.diagnosis import Break, Clue, Confidence, Diagnosis, Fault, Stage, clue
from assay.audit.triage.evidence import examine_claims, examine_facts
from assay.audit.triage.passages import examine_citations, examine_expected_citations, examine_passages
from assay.audit.triage.recorded import examine_result
from assay.audit.triage.trail import Trail
from assay.audit.triage.wanted import Subject, subject

_ARTEFACTS: dict[Subject, Callable[[Trail], list[Break]]] = {
    Subject.CLAIM: examine_claims,
    Subject.FACT: examine_facts,
    Subject.PASSAGE: examine_passages,
    Subject.EXPECTED_CITATION: examine_expected_citations,
    Subject.CITATION: examine_citations,
    Subject.ABSTENTION: examine_abstention,
    Subject.STATEMENT: examine_statements,
    Subject.ACTION: examine_action,
    Subject.OPERATION: examine_operation,
    Subject.ANSWER: examine_answer,
}


def triage(trail: Trail) -> Diagnosis:
    """Who has to act on a failing check, what shows it, and what to look at next.

    The stages in order: metric result, inputs, attribution, answer, citation, retrieval, policy, judge. A stage breaks when it
    spoils what it was given: an answer that lacks a fact breaks at the answer only where the fact's evidence was retrieved. What
    only a baseline can show (a demand that moved, a requirement that drifted, another judge on the same output) is exact, and so
    comes before anything that rests on text.

    >>> from assay.records import Case, CheckResult, CheckStatus, Output, Sample, ScoredRow, TargetFailure
    >>> sample = Sample(case=Case(id="c"), output=Output(failure=TargetFailure(kind="timeout", message="60 s")))
    >>> row = ScoredRow(position=0, case_id="c", case_hash="", output_hash="", scores=())
    >>> result = CheckResult(check="m", metric="m", status=CheckStatus.INCOMPLETE, reason="no output", case_id="c")
    >>> found = triage(Trail(sample=sample, row=row, result=result))
    >>> found.owner.value, found.stage.value, found.confidence.value
    ('harness', 'metric result', 'certain')
    """
    recorded = examine_result(trail)
    if recorded is not None:
        return _diagnosis(trail, [recorded])
    exact = [examine(trail) for examine in (examine_policy, examine_inputs, examine_same_output)]
    judge = examine_judge(trail)
    artefacts = sorted(_ARTEFACTS[subject(trail)](trail), key=_order)
    if judge is not None and _doubted(artefacts):
        artefacts.insert(0, judge)
    found = [one for one in (*exact, *artefacts, judge) if one is not None]
    return _diagnosis(trail, found)


_STAGES = tuple(Stage)


def _order(found: Break) -> tuple[int, bool]:
    return _STAGES.index(found.stage), not found.certain


def _doubted(artefacts: Sequence[Break]) -> bool:
    """Whether everything found rests on the judge's own word."""
    return all(
        found.fault in (Fault.UNSUPPORTED_STATEMENT, Fault.WRONG_ANSWER, Fault.JUDGE_DISAGREES) for found in artefacts
    )


def _diagnosis(trail: Trail, found: Sequence[Break]) -> Diagnosis:
    first, result = found[0], trail.result
    owners = [found_by.owner for found_by in found] + [owner for found_by in found for owner in found_by.also]
    case = trail.case
    return Diagnosis(
        case_id=case.id,
        check=result.check,
        metric=result.metric,
        status=result.status.value,
        blocks=result.blocks,
        owner=first.owner,
        owners=tuple(dict.fromkeys(owners)),
        stage=first.stage,
        fault=first.fault,
        says=_says(first, found),
        missing=_missing(first, found),
        evidence=_clues(trail, first, found),
        confidence=Confidence.CERTAIN if first.certain else Confidence.LIKELY,
        next=first.next,
        score=result.shown,
        demand=result.demand,
        reason=trail.score.reason if trail.score is not None and trail.score.reason else result.reason,
        input=case.input if isinstance(case.input, str) else _conversation(case.input),
        answer=trail.output.answer,
    )


def _says(first: Break, found: Sequence[Break]) -> str:
    """The first break in words, with how many others are of its kind."""
    same = sum(other.fault is first.fault and other.missing != first.missing for other in found[1:])
    return f"{first.says} (and {same} more of this kind)" if same else first.says


def _missing(first: Break, found: Sequence[Break]) -> tuple[str, ...]:
    """What the first break misses; and what the others at work on the same check miss."""
    rest = [name for other in found[1:] for name in other.missing]
    return tuple(dict.fromkeys(name for name in (*first.missing, *rest) if name))


def _clues(trail: Trail, first: Break, found: Sequence[Break]) -> tuple[Clue, ...]:
    """The missing claims in words, then the evidence for each break."""
    texts = {claim.id: claim.text for claim in trail.case.required_claims or () if claim.text}
    claims = [
        clue("claim", texts[name], ids=(name,), where="required_claims")
        for name in _missing(first, found)
        if name in texts
    ]
    return tuple(dict.fromkeys((*claims, *first.clues, *(one for other in found[1:] for one in other.clues))))


def _conversation(messages: Sequence[object]) -> str:
    """The messages of a conversation, one a line."""
    lines = [
        f"{message.get('role', '')}: {message.get('content', '')}" if isinstance(message, dict) else str(message)
        for message in messages
    ]
    return "\n".join(lines)
