"""Checks on the answer as a whole: abstention, groundedness, likeness to the reference, actions, and operations."""

from __future__ import annotations

from dataclasses import replace

from assay.audit.triage.diagnosis import Break, Clue, Fault, Stage, clue
from assay.audit.triage.evidence import abstained, examine_facts
from assay.audit.triage.fate import fate, nothing_retrieved
from assay.audit.triage.search import Place
from assay.audit.triage.survey import expected_ids
from assay.audit.triage.trail import Trail
from assay.audit.triage.wanted import bad_items
from assay.metrics.abstention.markers import detect
from assay.records import Owner
from assay.text import sentences


def examine_abstention(trail: Trail) -> list[Break]:
    """An invented answer is generation's; an over-refusal is too, unless the evidence was never retrieved."""
    by_flag = trail.output.abstained is not None
    if trail.case.must_abstain or trail.case.extra.get("must_refuse"):
        return [
            Break(
                stage=Stage.ANSWER,
                owner=Owner.GENERATION,
                fault=Fault.INVENTED_ANSWER,
                says="the case has no right answer, and the target answered",
                next="make the model decline where the passages do not answer the question; look at the prompt",
                clues=(_answered(trail, by_flag=by_flag),),
                certain=by_flag,
                also=() if by_flag else (Owner.TEST_DATA,),
            )
        ]
    lost = _unretrieved(trail) or nothing_retrieved(trail)
    if lost is not None:
        return [replace(lost, says=f"the target declined, and rightly so: {lost.says}")]
    return [
        Break(
            stage=Stage.ANSWER,
            owner=Owner.GENERATION,
            fault=Fault.OVER_REFUSAL,
            says="the case has an answer, and the target declined"
            + (" although the evidence was retrieved" if _reference_place(trail) is not None else ""),
            next="look at the prompt and at the guard that refused",
            clues=_reference_clue(trail),
            also=() if _reference_place(trail) is not None else (Owner.RETRIEVAL,),
        )
    ]


def _answered(trail: Trail, *, by_flag: bool) -> Clue:
    """What shows that the target answered: its flag, else the first words that assert something."""
    if by_flag:
        return clue("flag", "abstained: false", where="output.abstained")
    said = detect(trail.output.answer or "").assertion
    return clue("answer", said or trail.output.answer or "", where="answer", method="lexical")


def examine_statements(trail: Trail) -> list[Break]:
    """Statements that the contexts do not bear out: invented, unless a retrieved passage says them word for word."""
    lost = nothing_retrieved(trail)
    if lost is not None:
        lost = _unretrieved(trail) or lost
        return [replace(lost, also=(*lost.also, Owner.GENERATION))]
    judged = (trail.score.method if trail.score is not None else "").startswith("judge")
    statements = [wanted for wanted in bad_items(trail) if wanted.text]
    found = [_statement(wanted.text, trail.finder.in_contexts(wanted.text), judged=judged) for wanted in statements]
    return found or [_statement("", None, judged=judged)]


def _statement(text: str, place: Place | None, *, judged: bool) -> Break:
    if place is not None and judged:
        return Break(
            stage=Stage.JUDGE,
            owner=Owner.JUDGE,
            fault=Fault.JUDGE_DISAGREES,
            says="the judge found no support for a statement that a retrieved passage makes",
            next="read the judge's reason beside the passage; label this case and calibrate the judge",
            missing=(text,),
            clues=(place.as_clue("passage"),),
            also=(Owner.GENERATION,),
        )
    return Break(
        stage=Stage.ANSWER,
        owner=Owner.GENERATION,
        fault=Fault.UNSUPPORTED_STATEMENT,
        says="the answer states what no retrieved passage bears out",
        next="compare the statement with the passages; make the model keep to them",
        missing=(text,) if text else (),
        clues=(clue("statement", text, where="answer"),) if text else (),
        also=(Owner.JUDGE,) if judged else (),
    )


def examine_answer(trail: Trail) -> list[Break]:
    """An answer that differs from what was reviewed: was its evidence there?"""
    if trail.case.expected_facts and not trail.inputs & {"expected_facts"}:
        facts = [fact for fact in trail.case.expected_facts if trail.finder.in_answer(fact) is None]
        if facts:
            found = [one for one in examine_facts(trail) if set(one.missing) & set(facts)]
            if found:
                return found
    if abstained(trail):
        return examine_abstention(trail)
    lost = _unretrieved(trail) or nothing_retrieved(trail)
    if lost is not None:
        return [replace(lost, also=(*lost.also, Owner.GENERATION))]
    held = _reference_clue(trail)
    return [
        Break(
            stage=Stage.ANSWER,
            owner=Owner.GENERATION,
            fault=Fault.WRONG_ANSWER,
            says="the answer is not the reviewed one" + (", though its evidence was retrieved" if held else ""),
            next="compare the answer with the reference",
            clues=(*held, *((clue("reference", trail.case.reference, where="case"),) if trail.case.reference else ())),
            also=(Owner.TEST_DATA,) if held or not trail.contexts else (Owner.RETRIEVAL, Owner.TEST_DATA),
        )
    ]


def examine_action(trail: Trail) -> list[Break]:
    """Tool calls, queries and states: the items that did not match."""
    ids = tuple(wanted.name for wanted in bad_items(trail))
    return [
        Break(
            stage=Stage.ANSWER,
            owner=Owner.GENERATION,
            fault=Fault.WRONG_ACTION,
            says="what the target did is not what was reviewed",
            next="compare the calls or the result with the expected ones",
            missing=ids,
            clues=(clue("score", trail.result.reason, ids=ids, where="score items"),),
            also=(Owner.TEST_DATA,),
        )
    ]


def examine_operation(trail: Trail) -> list[Break]:
    """Time, money and failures are the system's, not the answer's."""
    return [
        Break(
            stage=Stage.METRIC_RESULT,
            owner=Owner.HARNESS,
            fault=Fault.SLOW_OR_COSTLY,
            says=trail.result.reason,
            next="look at the target's own timings, and at the load while the run was made",
            clues=(clue("score", trail.result.reason, where="output"),),
            also=(Owner.GENERATION, Owner.RETRIEVAL),
        )
    ]


def _unretrieved(trail: Trail) -> Break | None:
    """What became of the expected ids where none of them was retrieved and no passage holds the reviewed answer."""
    if _reference_place(trail) is not None:
        return None
    fates = [fate(trail, name) for name in expected_ids(trail.case)]
    return fates[0] if fates and all(found is not None for found in fates) else None


def _reference_place(trail: Trail) -> Place | None:
    reviewed = [*(trail.case.expected_facts or ()), *(claim.text for claim in trail.case.required_claims or ())]
    for text in (*reviewed, *sentences(trail.case.reference or "")):
        place = trail.finder.in_contexts(text)
        if place is not None:
            return place
    return None


def _reference_clue(trail: Trail) -> tuple[Clue, ...]:
    place = _reference_place(trail)
    return (place.as_clue("passage"),) if place is not None else ()
