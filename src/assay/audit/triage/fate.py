"""What became of an id that a case expects: retrieved, below the cut-off, renamed, gone with its corpus, or never found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from assay.audit.triage.diagnosis import Break, Clue, Fault, Stage, clue
from assay.audit.triage.survey import listed
from assay.audit.triage.trail import Trail, names
from assay.records import Context, Owner
from assay.text import LOOSE, find_quote, sentences

_SPLIT = re.compile(r"[^\w]+|_+")
_ENOUGH_SENTENCES = 0.5

in_retrieval = partial(Break, stage=Stage.RETRIEVAL, owner=Owner.RETRIEVAL)
"""A break that the retrieval has to mend."""

not_retrieved = partial(
    in_retrieval,
    fault=Fault.NOT_RETRIEVED,
    next="run this query against the index: is the evidence indexed, and why does it not match?",
)
"""What was wanted is not among the retrieved passages."""

_outdated = partial(Break, stage=Stage.INPUTS, owner=Owner.TEST_DATA, also=(Owner.RETRIEVAL,))
"""The case expects an id that the corpus does not have."""


def fate(trail: Trail, name: str, *, cutoff: int | None = None) -> Break | None:
    """Why an expected id was not among the first `cutoff` retrieved, or None when it was."""
    rank = trail.rank(name)
    if rank is not None or trail.named(name):
        return _below_cutoff(trail, name, rank, cutoff) if rank is not None and cutoff and rank > cutoff else None
    return (
        _reranked_away(trail, name) or _renamed(trail, name) or _gone_from_corpus(trail, name) or _missed(trail, name)
    )


def beyond_contexts(trail: Trail, name: str) -> Break | None:
    """The id was ranked, but its passage was not handed to the model."""
    rank = trail.rank(name)
    if rank is None or trail.named(name) or not trail.contexts:
        return None
    return _below_cutoff(trail, name, rank, len(trail.contexts))


def _below_cutoff(trail: Trail, name: str, rank: int, cutoff: int) -> Break:
    return in_retrieval(
        fault=Fault.BELOW_CUTOFF,
        says=f"{name!r} was retrieved at rank {rank}, below the cut-off at {cutoff}",
        next="improve the ranking or the reranker, or raise the number of passages",
        missing=(name,),
        clues=(clue("rank", f"rank {rank} of {len(trail.ranking)}", ids=(name,), where="retrieved_ids", method="ids"),),
        certain=True,
    )


def _reranked_away(trail: Trail, name: str) -> Break | None:
    before = listed(trail.output.extra.get("retrieved_ids_before"))
    if name not in before:
        return None
    rank = before.index(name) + 1
    shown = clue("rank", f"rank {rank} before reranking", ids=(name,), where="retrieved_ids_before", method="ids")
    return in_retrieval(
        fault=Fault.RERANKED_AWAY,
        says=f"{name!r} was retrieved at rank {rank} and dropped by the reranker",
        next="look at the reranker's scores for this passage",
        missing=(name,),
        clues=(shown,),
        certain=True,
    )


def _renamed(trail: Trail, name: str) -> Break | None:
    """What the id stood for is retrieved under another one: any other where the id left the corpus, else one that is foreign to
    the corpus.
    """
    corpus = trail.survey.corpus
    if corpus is None or name not in corpus:
        found = _same_text(trail, name, trail.contexts) or _same_spelling(trail, name)
    else:
        strangers = _foreign(trail, corpus)
        found = _same_text(trail, name, strangers) or _same_statement(trail, strangers)
    if found is None:
        return None
    twin, how = found
    known_as = "/".join(names(twin)) or "no id"
    return broken_join(
        f"the passage known as {name!r} is still retrieved, under the id {known_as!r}",
        clue("passage", twin.text, ids=names(twin), where="contexts", method=how),
        missing=(name,),
        also=(Owner.TEST_DATA,),
    )


def known_texts(trail: Trail, name: str) -> tuple[str, ...]:
    """The texts that this id stood for: in the baseline, or among the reviewed reference contexts."""
    earlier = trail.before.sample.output.contexts or () if trail.before is not None else ()
    texts = [context.text for context in earlier if name in names(context)]
    ids, references = trail.case.expected_context_ids or (), trail.case.reference_contexts or ()
    if len(ids) == len(references) and name in ids:
        texts.append(references[ids.index(name)])
    return tuple(text for text in texts if text.strip())


def _foreign(trail: Trail, corpus: frozenset[str]) -> tuple[Context, ...]:
    """The passages with ids of which the corpus has none, nor the document that they would be a part of."""

    def known(name: str) -> bool:
        heads = (name[:at] for at, character in enumerate(name) if not character.isalnum())
        return name in corpus or any(head in corpus for head in heads)

    return tuple(context for context in trail.contexts if names(context) and not any(map(known, names(context))))


def _same_statement(trail: Trail, contexts: tuple[Context, ...]) -> tuple[Context, str] | None:
    """A passage that holds a claim, a fact or a reference passage of the case."""
    finder = replace(trail.finder, contexts=contexts)
    place = next((place for text in _stated(trail) if (place := finder.in_contexts(text)) is not None), None)
    if place is None:
        return None
    return next(context for context in contexts if names(context) == place.ids), place.method


def _stated(trail: Trail) -> tuple[str, ...]:
    """The texts that the case requires."""
    case = trail.case
    claims = (claim.text for claim in case.required_claims or ())
    return (*(case.expected_facts or ()), *claims, *(case.reference_contexts or ()))


def _same_text(trail: Trail, name: str, contexts: tuple[Context, ...]) -> tuple[Context, str] | None:
    """A passage whose whole text is the one that the id stood for."""
    for text in known_texts(trail, name):
        for context in contexts:
            whole = LOOSE(text) == LOOSE(context.text)
            if whole or (find_quote(text, context.text) and find_quote(context.text, text)):
                return context, "quotation"
    return None


def _same_spelling(trail: Trail, name: str) -> tuple[Context, str] | None:
    """A passage whose id differs from `name` only by folders, ending, case, padding zeros or punctuation."""
    wanted = _bare(name)
    for context in trail.contexts:
        if wanted and any(_bare(known) == wanted for known in names(context)):
            return context, "ids"
    return None


def _bare(name: str) -> str:
    last = name.replace("\\", "/").rsplit("/", 1)[-1].casefold()
    last = re.sub(r"\.(?:pdf|md|txt|html?|docx?|json|csv|xml)(?=$|\W)", "", last)
    return "-".join(part.lstrip("0") or "0" for part in _SPLIT.split(last) if part)


def _gone_from_corpus(trail: Trail, name: str) -> Break | None:
    survey = trail.survey
    if survey.corpus is not None:
        return None if name in survey.corpus else _turnover(trail, name) if survey.vanished else _absent(name)
    clues = _still_said(trail, name)
    return _turnover(trail, name, clues) if survey.vanished and (clues or survey.renewed) else None


def rechunked(trail: Trail, name: str) -> bool:
    """Whether an id vanished because its document was cut anew, rather than renamed: its text is known and stands in no single
    passage any more, or its document is still there under its own id.
    """
    if not trail.survey.vanished or _renamed(trail, name) is not None:
        return False
    documents = {context.document_id for context in trail.contexts} | (trail.survey.corpus or frozenset())
    survives = any(known and known != name and re.match(rf"{re.escape(known)}\W", name) for known in documents)
    return survives or bool(known_texts(trail, name))


def _turnover(trail: Trail, name: str, clues: tuple[Clue, ...] = ()) -> Break:
    found, total = trail.survey.overlap
    known = trail.survey.corpus is not None
    where = "are in the corpus" if known else "were retrieved in any case of the run"
    figure = clue("overlap", f"{found} of {total} expected ids {where}", ids=(name,), where="run", method="ids")
    return _outdated(
        fault=Fault.CORPUS_TURNOVER,
        says=f"the corpus was turned over: {figure.text}",
        next="review the golden set against the present corpus: map the old ids to new ones, or state new ids",
        missing=(name,),
        clues=(figure, *clues),
        certain=known,
    )


def _absent(name: str) -> Break:
    return _outdated(
        fault=Fault.NOT_IN_CORPUS,
        says=f"{name!r} is not in the corpus, so no retriever can find it",
        next="was the document withdrawn (mend the case), or lost while indexing (mend the index)?",
        missing=(name,),
        clues=(clue("corpus", "not among the ids of the corpus", ids=(name,), where="corpus", method="ids"),),
        certain=True,
    )


def _still_said(trail: Trail, name: str) -> tuple[Clue, ...]:
    """Signs that what the vanished id held is still retrieved, cut differently: sentences of its text, claims or facts."""
    finder = trail.finder
    for text in known_texts(trail, name):
        pieces = sentences(text)
        places = [place for piece in pieces if (place := finder.in_contexts(piece)) is not None]
        if pieces and len(places) >= _ENOUGH_SENTENCES * len(pieces):
            return (places[0].as_clue("passage"),)
    for text in _stated(trail):
        place = finder.in_contexts(text)
        if place is not None:
            return (place.as_clue("passage"),)
    return ()


def _missed(trail: Trail, name: str) -> Break:
    shown = tuple(ids[0] for ids in trail.ranking[:5] if ids)
    found = f"retrieved instead: {', '.join(shown)}" if shown else "nothing was retrieved"
    return not_retrieved(
        says=f"{name!r} was never retrieved",
        missing=(name,),
        clues=(clue("retrieved", found, ids=shown, where="contexts", method="ids"),),
        certain=True,
        also=(Owner.TEST_DATA,) if trail.survey.corpus is None and trail.survey.vanished else (),
    )


def nothing_retrieved(trail: Trail, *, missing: tuple[str, ...] = ()) -> Break | None:
    """The retrieval came back empty for a case that has an answer to look for; whatever the answer then says comes after that."""
    if trail.output.contexts is None or trail.ranking or trail.case.must_abstain:
        return None
    return not_retrieved(
        says="nothing was retrieved" + (f", so {', '.join(map(repr, missing))} was not" if missing else ""),
        missing=missing,
        clues=(shown_passages((), method="ids"),),
        certain=True,
        also=(Owner.GENERATION,),
    )


def broken_join(
    says: str, *clues: Clue, missing: tuple[str, ...], certain: bool = False, also: tuple[Owner, ...] = ()
) -> Break:
    """The evidence is retrieved, and the ids that should join it to the rest do not."""
    return Break(
        stage=Stage.ATTRIBUTION,
        owner=Owner.ATTRIBUTION,
        fault=Fault.BROKEN_JOIN,
        says=f"{says}: the join on ids is broken",
        next="look at what changed the ids (parser, loader); keep them stable, or map old ids to new ones",
        missing=missing,
        clues=clues,
        certain=certain,
        also=also,
    )


def shown_passages(contexts: Sequence[Context], *, method: str) -> Clue:
    """The ids of the passages that were looked through, and how."""
    shown = tuple(next(iter(names(context)), "no id") for context in contexts)
    counted = "1 passage" if len(shown) == 1 else f"{len(shown)} passages"
    return clue("retrieved", counted, ids=shown, where="contexts", method=method)
