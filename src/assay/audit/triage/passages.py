"""Retrieval checks, and citations: the ids that were expected, and the ids that were given."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from assay.audit.triage.diagnosis import Break, Clue, Fault, Stage, clue
from assay.audit.triage.evidence import abstained
from assay.audit.triage.fate import (
    broken_join,
    fate,
    in_retrieval,
    not_retrieved,
    nothing_retrieved,
    shown_passages,
)
from assay.audit.triage.survey import expected_ids, retrieved_ids
from assay.audit.triage.trail import Trail, names
from assay.audit.triage.wanted import Wanted, bad_items, missing_citations, missing_passages
from assay.records import Citation, Context, Owner

_in_citations = partial(Break, stage=Stage.CITATION, owner=Owner.GENERATION)
"""A citation that the generation has to mend."""
_HOW_IT_CITES = "make the model cite the passage it used; look at the prompt and at how citations are parsed"


def examine_passages(trail: Trail) -> list[Break]:
    """What became of each expected passage; where all were found, what else was retrieved."""
    wanted = missing_passages(trail)
    found = [_passage(trail, one) for one in wanted]
    return found or [_noise(trail)]


def _passage(trail: Trail, wanted: Wanted) -> Break:
    found = fate(trail, wanted.id, cutoff=trail.cutoff) if wanted.id is not None else None
    return found if found is not None else _unmatched(trail, wanted.name)


def _unmatched(trail: Trail, text: str) -> Break:
    return not_retrieved(
        says="no retrieved passage holds this reference passage",
        missing=(text,),
        clues=(shown_passages(trail.contexts, method="lexical"),),
        certain=not trail.contexts,
    )


def _noise(trail: Trail) -> Break:
    ids = tuple(item.id for item in (trail.score.items if trail.score else ()) if item.id and not item.credit)
    unjudged = [item for item in (trail.score.items if trail.score else ()) if item.outcome == "unjudged"]
    return in_retrieval(
        fault=Fault.NOISE,
        says="every expected passage was retrieved, among or below passages that are not relevant",
        next="improve the ranking, or retrieve fewer passages",
        clues=(clue("passages", "not known to be relevant", ids=ids, where="contexts", method="ids"),) if ids else (),
        certain=not unjudged,
        also=(Owner.TEST_DATA,) if unjudged else (),
    )


def examine_expected_citations(trail: Trail) -> list[Break]:
    """Why each expected id was not cited."""
    return [_uncited(trail, wanted.name) for wanted in missing_citations(trail)]


def _uncited(trail: Trail, name: str) -> Break:
    found = fate(trail, name)
    if found is not None:
        return found
    cited = tuple(citation.id for citation in trail.output.citations or ())
    unknown = [citation for citation in trail.output.citations or () if citation.id not in retrieved_ids(trail.output)]
    for citation in unknown:
        broken = _cites_old_id(trail, citation)
        if broken is not None and name in broken.clues[0].ids:
            return replace(broken, missing=(name,))
    if not _holds_evidence(trail, name):
        return _other_passage(trail, name)
    if not cited and abstained(trail):
        return _declined(trail, (name,))
    given = clue("citations", f"{len(cited)} given", ids=cited, where="citations", method="ids")
    return _in_citations(
        fault=Fault.WRONG_CITATION if cited else Fault.CITES_NOTHING,
        says=f"{name!r} was retrieved and not cited; "
        + (f"cited: {', '.join(cited)}" if cited else "nothing is cited"),
        next=_HOW_IT_CITES,
        clues=(*(_as_clue(context) for context in trail.named(name)[:1]), given),
        missing=(name,),
        certain=True,
    )


def _holds_evidence(trail: Trail, name: str) -> bool:
    """Whether a retrieved passage of a document holds any reviewed claim or fact; true where it is the very passage, or the case
    states none.
    """
    passages = trail.named(name)
    stated = [*(trail.case.expected_facts or ()), *(claim.text for claim in trail.case.required_claims or ())]
    if not stated or any(context.id == name for context in passages):
        return True
    finder = replace(trail.finder, contexts=passages)
    return any(finder.in_contexts(text) is not None for text in stated)


def _other_passage(trail: Trail, name: str) -> Break:
    return not_retrieved(
        says=f"of {name!r} other passages were retrieved, none that holds what the case requires",
        missing=(name,),
        clues=(shown_passages(trail.named(name), method="lexical"),),
        also=(Owner.GENERATION,),
    )


def examine_citations(trail: Trail) -> list[Break]:
    """Citations that point at nothing retrieved, or whose text does not bear the answer out; or no citation at all."""
    citations = trail.output.citations or ()
    if not citations:
        return [_cites_nothing(trail)]
    lost = nothing_retrieved(trail, missing=tuple(dict.fromkeys(citation.id for citation in citations)))
    if lost is not None:
        return [lost]
    known = retrieved_ids(trail.output)
    bad = {wanted.id for wanted in bad_items(trail)} or {
        citation.id for citation in citations if citation.id not in known
    }
    first = {citation.id: citation for citation in reversed(citations)}
    return [_bad_citation(trail, citation) for name, citation in first.items() if name in bad]


def _declined(trail: Trail, missing: tuple[str, ...]) -> Break:
    return Break(
        stage=Stage.ANSWER,
        owner=Owner.GENERATION,
        fault=Fault.OVER_REFUSAL,
        says="the target declined to answer, and so cites nothing",
        next="look at the prompt and at the guard that refused",
        missing=missing,
        clues=(shown_passages(trail.contexts, method="ids"),),
        certain=trail.output.abstained is not None,
    )


def _cites_nothing(trail: Trail) -> Break:
    missing = trail.case.expected_citations or ()
    lost = nothing_retrieved(trail, missing=missing)
    if lost is not None:
        return lost
    if abstained(trail):
        return _declined(trail, missing)
    return _in_citations(
        fault=Fault.CITES_NOTHING,
        says="the answer cites nothing" + (", though passages were retrieved" if trail.contexts else ""),
        next=_HOW_IT_CITES,
        clues=(shown_passages(trail.contexts, method="ids"),),
        missing=missing,
        certain=True,
    )


def _bad_citation(trail: Trail, citation: Citation) -> Break:
    missing = (citation.id,)
    retrieved = retrieved_ids(trail.output)
    if citation.id in retrieved:
        return _in_citations(
            fault=Fault.WRONG_CITATION,
            says=f"{citation.id!r} was retrieved, and its text does not bear out what is cited",
            next="compare the answer with the passage; look at how citations are chosen",
            clues=tuple(_as_clue(context) for context in trail.named(citation.id)),
            missing=missing,
        )
    moved = _cites_old_id(trail, citation) or _cites_lost(trail, citation)
    if moved is not None:
        return moved
    return _in_citations(
        fault=Fault.UNKNOWN_CITATION,
        says=f"the answer cites {citation.id!r}, which was not retrieved",
        next="is the id invented by the model, or taken from its memory? Allow only ids of passages in the prompt",
        clues=(clue("retrieved", "ids", ids=tuple(sorted(retrieved)), where="contexts", method="ids"),),
        missing=missing,
        certain=True,
        also=(Owner.ATTRIBUTION,),
    )


def _cites_lost(trail: Trail, citation: Citation) -> Break | None:
    """The id is one that the case expects, or that the baseline retrieved for it: the retrieval lost what is rightly cited."""
    before = trail.before.sample.output if trail.before is not None else None
    known = citation.id in expected_ids(trail.case) or (before is not None and citation.id in retrieved_ids(before))
    lost = fate(trail, citation.id) if known else None
    if lost is None:
        return None
    says = f"the answer cites the right {citation.id!r}, but {lost.says}"
    return replace(lost, says=says, certain=False, also=(*lost.also, Owner.GENERATION))


def _cites_old_id(trail: Trail, citation: Citation) -> Break | None:
    """The id is unknown, but what it stands for is retrieved under another id."""
    renamed = fate(trail, citation.id)
    if renamed is not None and renamed.fault is Fault.BROKEN_JOIN:
        return renamed
    place = trail.finder.in_contexts(citation.quote) if citation.quote else None
    if place is None:
        return None
    known_as = "/".join(place.ids) or place.where
    return broken_join(
        f"the citation {citation.id!r} quotes a passage that was retrieved as {known_as}",
        place.as_clue("passage"),
        missing=(citation.id,),
        also=(Owner.GENERATION,),
    )


def _as_clue(context: Context) -> Clue:
    return clue("passage", context.text, ids=names(context), where="contexts", method="ids")
