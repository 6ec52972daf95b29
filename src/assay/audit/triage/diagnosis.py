"""The outcome of a triage: owner, stage, missing artefact, and the evidence for that verdict."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assay.records.record import Record
from assay.records.words import Owner


class Stage(StrEnum):
    """The artefacts on the way from the case to the decision, in the order in which the triage walks back."""

    METRIC_RESULT = "metric result"
    INPUTS = "inputs"
    ATTRIBUTION = "attribution"
    ANSWER = "answer"
    CITATION = "citation"
    RETRIEVAL = "retrieval"
    POLICY = "policy"
    JUDGE = "judge"


class Confidence(StrEnum):
    """`certain` follows from ids and recorded facts; `likely` rests on matching text, or on what a record leaves open."""

    CERTAIN = "certain"
    LIKELY = "likely"


class Fault(StrEnum):
    """What kind of thing went wrong."""

    TARGET_FAILED = "target_failed"
    FIELD_NOT_RETURNED = "field_not_returned"
    METRIC_BROKE = "metric_broke"
    INVALID_ROW = "invalid_row"
    UNREADABLE_ROW = "unreadable_row"
    NOTHING_TESTED = "nothing_tested"
    NOT_SCORED = "not_scored"
    DENOMINATOR_DRIFT = "denominator_drift"
    CASE_EDITED = "case_edited"
    CORPUS_TURNOVER = "corpus_turnover"
    NOT_IN_CORPUS = "not_in_corpus"
    NARROW_EXPECTATION = "narrow_expectation"
    BROKEN_JOIN = "broken_join"
    SUPPORT_DROPPED = "support_dropped"
    EVIDENCE_UNUSED = "evidence_unused"
    OVER_REFUSAL = "over_refusal"
    INVENTED_ANSWER = "invented_answer"
    UNSUPPORTED_STATEMENT = "unsupported_statement"
    CITES_NOTHING = "cites_nothing"
    WRONG_CITATION = "wrong_citation"
    UNKNOWN_CITATION = "unknown_citation"
    WRONG_ANSWER = "wrong_answer"
    WRONG_ACTION = "wrong_action"
    NOT_RETRIEVED = "not_retrieved"
    BELOW_CUTOFF = "below_cutoff"
    RERANKED_AWAY = "reranked_away"
    NOISE = "noise"
    SLOW_OR_COSTLY = "slow_or_costly"
    DEMAND_MOVED = "demand_moved"
    METRIC_CHANGED = "metric_changed"
    UNSTABLE_METRIC = "unstable_metric"
    JUDGE_ERROR = "judge_error"
    JUDGE_DISAGREES = "judge_disagrees"
    JUDGE_CHANGED = "judge_changed"


class Clue(Record, frozen=True):
    """One piece of evidence: what it is, the text or the ids, where they stand, and how they were found.

    `method` is `record` or `ids` for what stands in the record, and `quotation`, `lexical` or `embedding` for matched text.
    """

    kind: str
    text: str
    ids: tuple[str, ...]
    where: str
    method: str


class Diagnosis(Record, frozen=True):
    """Why one check of one case is not a pass.

    `owner` is the first of `owners`, which lists everyone who may have to act, the likeliest first. `missing` names the claims,
    facts, documents or passages that were wanted. `says` is the verdict in a sentence and `next` what to look at.
    """

    case_id: str
    check: str
    metric: str
    status: str
    blocks: bool
    owner: Owner
    owners: tuple[Owner, ...]
    stage: Stage
    fault: Fault
    says: str
    missing: tuple[str, ...]
    evidence: tuple[Clue, ...]
    confidence: Confidence
    next: str
    score: str
    demand: str
    reason: str
    input: str
    answer: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """Where a walk stopped for one wanted thing. `also` are further possible owners, in order."""

    stage: Stage
    owner: Owner
    fault: Fault
    says: str
    next: str
    missing: tuple[str, ...] = ()
    clues: tuple[Clue, ...] = ()
    certain: bool = False
    also: tuple[Owner, ...] = ()


def clue(kind: str, text: str = "", *, ids: tuple[str, ...] = (), where: str = "", method: str = "record") -> Clue:
    """A clue; what is not given is empty."""
    return Clue(kind=kind, text=text, ids=ids, where=where, method=method)
