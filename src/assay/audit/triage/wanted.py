"""What a failing check asked for and did not get."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assay.audit.triage.trail import Trail
from assay.records import Item


class Subject(StrEnum):
    """What kind of artefact a check is about."""

    CLAIM = "claim"
    FACT = "fact"
    PASSAGE = "passage"
    EXPECTED_CITATION = "expected citation"
    CITATION = "citation"
    ABSTENTION = "abstention"
    STATEMENT = "statement"
    ACTION = "action"
    OPERATION = "operation"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Wanted:
    """One missing thing: its id where it has one, and its text where that is known."""

    id: str | None
    text: str

    @property
    def name(self) -> str:
        """The id, or the text."""
        return self.id if self.id is not None else self.text


_BY_INPUT = (
    (Subject.CLAIM, {"supported_claim_ids", "attributions"}),
    (Subject.FACT, {"expected_facts"}),
    (Subject.EXPECTED_CITATION, {"expected_citations"}),
    (Subject.CITATION, {"citations"}),
    (Subject.ABSTENTION, {"must_abstain", "must_refuse"}),
    (Subject.ACTION, {"tool_calls", "messages", "final_state", "table", "reference_sql", "databases", "topics"}),
    (Subject.OPERATION, {"latency_ms", "usage", "failure"}),
    (Subject.PASSAGE, {"retrieved_ids", "expected_context_ids", "relevance", "reference_contexts"}),
)
_BY_ITEM = {
    "claim": Subject.CLAIM,
    "fact": Subject.FACT,
    "passage": Subject.PASSAGE,
    "citation": Subject.CITATION,
    "sentence": Subject.STATEMENT,
    "statement": Subject.STATEMENT,
}


def subject(trail: Trail) -> Subject:
    """What the check is about, by the fields its metric reads, else by the items it counted."""
    inputs = trail.inputs
    for found, fields in _BY_INPUT:
        if inputs & fields:
            return found
    if "contexts" in inputs:
        return Subject.STATEMENT if "answer" in inputs else Subject.PASSAGE
    items = trail.score.items if trail.score is not None else ()
    return _BY_ITEM.get(items[0].kind, Subject.ANSWER) if items else Subject.ANSWER


def missing_claims(trail: Trail) -> tuple[Wanted, ...]:
    """The required claims that are not supported."""
    texts = {claim.id.strip(): claim.text for claim in trail.case.required_claims or ()}
    ids = [item.id for item in _unearned(trail) if item.id is not None] or _unsupported(trail)
    return tuple(Wanted(name, texts.get(name, "")) for name in ids)


def _unsupported(trail: Trail) -> list[str]:
    required = trail.sample.get("required_claim_ids") or ()
    supported = set(trail.sample.get("supported_claim_ids") or ())
    return [str(name) for name in required if name not in supported]


def missing_facts(trail: Trail) -> tuple[Wanted, ...]:
    """The expected facts that the answer does not state; all of them where the metric did not itemise them."""
    texts = [item.text for item in _unearned(trail) if item.text] or trail.case.expected_facts or ()
    return tuple(Wanted(None, text) for text in texts)


def missing_passages(trail: Trail) -> tuple[Wanted, ...]:
    """The expected ids that are not among the first retrieved, else the reference contexts that were not."""
    relevance = trail.case.extra.get("relevance")
    graded = [name for name, grade in relevance.items() if grade] if isinstance(relevance, dict) else []
    expected = graded or list(trail.case.expected_context_ids or ())
    if expected and "reference_contexts" not in trail.inputs:
        cutoff = trail.cutoff
        ranks = {name: trail.rank(name) for name in expected}
        return tuple(Wanted(name, "") for name, rank in ranks.items() if rank is None or (cutoff and rank > cutoff))
    finder = trail.finder
    return tuple(Wanted(None, text) for text in trail.case.reference_contexts or () if not finder.in_contexts(text))


def missing_citations(trail: Trail) -> tuple[Wanted, ...]:
    """The expected citations that the answer does not give."""
    cited = {citation.id for citation in trail.output.citations or ()}
    cited |= {
        context.document_id for context in trail.contexts if context.id in cited and context.document_id is not None
    }
    return tuple(Wanted(name, "") for name in trail.case.expected_citations or () if name not in cited)


def bad_items(trail: Trail) -> tuple[Wanted, ...]:
    """The counted items that earned nothing: citations that do not hold, statements without support."""
    return tuple(Wanted(item.id, item.text or item.quote or "") for item in _unearned(trail) if item.id or item.text)


def _unearned(trail: Trail) -> list[Item]:
    items = trail.score.items if trail.score is not None else ()
    return [item for item in items if item.credit is not None and item.credit < 1]
