"""Required claims and expected facts: attribution, answer, citation, retrieval."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.audit.triage.diagnosis import Break, Clue, Fault, Stage, clue
from assay.audit.triage.fate import beyond_contexts, broken_join, fate, not_retrieved, rechunked, shown_passages
from assay.audit.triage.search import Place
from assay.audit.triage.survey import retrieved_ids
from assay.audit.triage.trail import Trail, names
from assay.audit.triage.wanted import Wanted, missing_claims, missing_facts
from assay.metrics.abstention.markers import Stance, detect
from assay.records import Attribution, Context, Owner


def examine_claims(trail: Trail) -> list[Break]:
    """Where each unsupported claim was lost."""
    return [_Search(trail, wanted).claim() for wanted in missing_claims(trail)]


def examine_facts(trail: Trail) -> list[Break]:
    """Where each unstated fact was lost."""
    return [_Search(trail, wanted).fact() for wanted in missing_facts(trail)]


def abstained(trail: Trail) -> bool:
    """Whether the target declined to answer, by its flag or else by its words."""
    if trail.output.abstained is not None:
        return trail.output.abstained
    answer = trail.output.answer
    return answer is None or detect(answer).stance is Stance.ABSTAINS


@dataclass(frozen=True, slots=True)
class _Search:
    """One claim or fact on its way from the corpus to the score."""

    trail: Trail
    wanted: Wanted

    # -- the stages ----------------------------------------------------------------------------------------------------

    def claim(self) -> Break:
        """Attribution first: a claim that is stated, and whose evidence was retrieved, must have been counted."""
        entry = self.trail.attribution(self.wanted.id or "")
        held, stated = self.held(entry), self.stated(entry)
        found = self._misrecorded(entry, held, stated)
        if found is not None:
            return found
        if not self.text and held is None and entry is None:
            return self._nothing_to_search()
        if stated is not None and held is not None and not abstained(self.trail):
            return self._uncited(stated, held) or self._dropped(stated, held, certain=False)
        return self._unused(held) if held is not None else self._unretrieved(stated)

    def fact(self) -> Break:
        """A fact that the answer does not state word for word."""
        stated, held = self.stated(None), self.held(None)
        if stated is not None and not abstained(self.trail):
            return self._break(
                Stage.INPUTS,
                Owner.TEST_DATA,
                Fault.NARROW_EXPECTATION,
                f"the answer says {self.wanted.text!r} in other words",
                "state the fact as short as possible, or use a check that reads meaning",
                stated.as_clue("answer"),
                also=(Owner.GENERATION,),
            )
        return self._unused(held) if held is not None else self._unretrieved(None)

    # -- what is looked for --------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The words of the claim or fact; for a claim without words the answer's span that supported it in the baseline."""
        return self.wanted.text or (self._earlier.span or "" if self._earlier is not None else "")

    @property
    def _earlier(self) -> Attribution | None:
        before = self.trail.before
        entries = before.sample.output.attributions or () if before is not None else ()
        return next((entry for entry in entries if entry.claim_id == self.wanted.id and entry.supported), None)

    def stated(self, entry: Attribution | None) -> Place | None:
        """Where the answer states it: the recorded span, else the words."""
        finder = self.trail.finder
        if entry is not None and entry.span and entry.span in finder.answer:
            return Place("answer", entry.span, "ids", sure=True)
        return finder.in_answer(self.text)

    def held(self, entry: Attribution | None) -> Place | None:
        """The retrieved passage that holds the evidence: the one that ids point at, else one found by its words.

        A passage is pointed at when the attribution names it, the baseline's did, or all expected passages were retrieved. Of a
        document that is named or expected only a passage with the words counts.
        """
        finder = self.trail.finder
        earlier = self._earlier.document_id if self._earlier is not None else None
        ids = [name for name in (entry.document_id if entry is not None else None, earlier) if name is not None]
        expected = self.trail.case.expected_context_ids or ()
        retrieved = {context.id for context in self.trail.contexts}
        passages = [*ids, *(expected if all(name in retrieved for name in expected) else ())]
        named = [*passages, *(self.trail.case.expected_citations or ())]
        pointed = [context for name in named for context in self.trail.named(name)]
        found = replace(finder, contexts=pointed).in_contexts(self.text)
        if found is not None:
            context = next(context for context in pointed if names(context) == found.ids)
            return replace(found, where=self._place(context), method=f"ids, {found.method}", sure=context.id in named)
        for context in pointed:
            if context.id in passages:
                return Place(self._place(context), context.text, "ids", names(context), sure=not self.text)
        return finder.in_contexts(self.text)

    def _place(self, context: Context) -> str:
        return f"contexts[{self.trail.contexts.index(context)}]"

    # -- the verdicts --------------------------------------------------------------------------------------------------

    def _misrecorded(self, entry: Attribution | None, held: Place | None, stated: Place | None) -> Break | None:
        """The attribution's own record contradicts itself, the answer or the retrieved ids."""
        if entry is None:
            return None
        if entry.supported:
            return self._dropped(stated, held, certain=True)
        unknown = entry.document_id is not None and entry.document_id not in retrieved_ids(self.trail.output)
        if unknown and held is not None:
            return self._moved(entry.document_id or "", held)
        span_stands = entry.span is not None and entry.span != "" and entry.span in (self.trail.output.answer or "")
        if not span_stands or stated is None or held is None:
            return None
        return self._uncited(stated, held) or self._dropped(stated, held, certain=True)

    def _moved(self, document_id: str, held: Place) -> Break:
        """The evidence is retrieved, but not under the id that the attribution names."""
        gone = fate(self.trail, document_id)
        if gone is not None and gone.fault is Fault.CORPUS_TURNOVER and rechunked(self.trail, document_id):
            return replace(gone, missing=(self.wanted.name, *gone.missing), also=(Owner.ATTRIBUTION, *gone.also))
        return broken_join(
            f"the attribution of {self.wanted.name!r} names {document_id!r}, which was not retrieved, while the evidence was, "
            f"as {'/'.join(held.ids) or held.where}",
            clue("attribution", f"document_id {document_id}", ids=(document_id,), where="attributions", method="ids"),
            held.as_clue("passage"),
            missing=(self.wanted.name,),
            certain=True,
        )

    def _dropped(self, stated: Place | None, held: Place | None, *, certain: bool) -> Break:
        moved = next((found for found in self._fates() if found.fault in _MOVED), None)
        if moved is not None and not certain:
            return replace(moved, missing=(self.wanted.name, *moved.missing), also=(Owner.ATTRIBUTION, *moved.also))
        places = [(stated, "answer"), (held, "passage")]
        return self._break(
            Stage.ATTRIBUTION,
            Owner.ATTRIBUTION,
            Fault.SUPPORT_DROPPED,
            f"{self.wanted.name!r} is in the answer and its evidence was retrieved, but it was not counted as supported",
            "look at the support mapper's decision for this claim",
            *(place.as_clue(kind) for place, kind in places if place is not None),
            certain=certain,
            also=() if certain else (Owner.GENERATION,),
        )

    def _uncited(self, stated: Place, held: Place) -> Break | None:
        """The answer states it and does not cite the passage that holds it, where answers cite at all."""
        citations, before = self.trail.output.citations, self.trail.before
        never = self.trail.case.must_cite is False or (before is not None and not before.sample.output.citations)
        if citations is None or (not citations and never):
            return None
        cited = {citation.id for citation in citations}
        holding = {
            name
            for context in self.trail.contexts
            if context.text and self._holds(context, held)
            for name in names(context)
        }
        if cited & holding:
            return None
        unknown = cited - retrieved_ids(self.trail.output)
        if unknown and cited == unknown:
            renamed = next((found for found in self._fates() if found.fault is Fault.BROKEN_JOIN), None)
            if renamed is not None:
                return replace(renamed, missing=(self.wanted.name, *renamed.missing))
        nothing = not cited
        return self._break(
            Stage.CITATION,
            Owner.GENERATION,
            Fault.CITES_NOTHING if nothing else Fault.WRONG_CITATION,
            f"the answer states {self.wanted.name!r} "
            + (
                "and cites nothing"
                if nothing
                else f"and cites {', '.join(sorted(cited))}, not the passage that holds it"
            ),
            "make the model cite the passage it used; look at the prompt and at how citations are parsed",
            stated.as_clue("answer"),
            held.as_clue("passage"),
            certain=nothing and stated.sure and held.sure,
            also=(Owner.ATTRIBUTION,),
        )

    def _holds(self, context: Context, held: Place) -> bool:
        if set(names(context)) & set(held.ids):
            return True
        return replace(self.trail.finder, contexts=(context,)).in_contexts(self.text) is not None

    def _unused(self, held: Place) -> Break:
        refused = abstained(self.trail)
        return self._break(
            Stage.ANSWER,
            Owner.GENERATION,
            Fault.OVER_REFUSAL if refused else Fault.EVIDENCE_UNUSED,
            f"the evidence for {self.wanted.name!r} was retrieved, and the answer "
            + ("declines to answer" if refused else "does not state it"),
            "look at the prompt, the length limit and the order of the passages: the model had this passage",
            held.as_clue("passage"),
            certain=held.sure,
            also=(Owner.RETRIEVAL, Owner.TEST_DATA) if held.method == "ids" and not held.sure else (),
        )

    def _unretrieved(self, stated: Place | None) -> Break:
        fates = self._fates()
        also = (Owner.GENERATION,) if stated is not None else ()
        clues = (stated.as_clue("answer"),) if stated is not None else ()
        if fates:
            first = fates[0]
            missing = (self.wanted.name, *(name for found in fates for name in found.missing))
            says = f"no retrieved passage holds {self.wanted.name!r}: {first.says}"
            return replace(first, says=says, missing=missing, clues=(*first.clues, *clues), also=(*first.also, *also))
        if self.trail.output.contexts is None and not self.trail.ranking:
            return self._untold()
        return not_retrieved(
            says=f"no retrieved passage holds {self.wanted.name!r}"
            + (", though the answer states it" if stated is not None else ""),
            missing=(self.wanted.name,),
            clues=(shown_passages(self.trail.contexts, method="lexical"), *clues),
            certain=not self.trail.contexts,
            also=also,
        )

    def _untold(self) -> Break:
        """A target that does not say what it retrieved, if it retrieves at all."""
        return self._break(
            Stage.ANSWER,
            Owner.GENERATION,
            Fault.WRONG_ANSWER,
            f"the answer does not state {self.wanted.name!r}; the target returns no passages in which to look for it",
            "compare the answer with the reference; where the target retrieves, let it return the passages",
            also=(Owner.RETRIEVAL,),
        )

    def _nothing_to_search(self) -> Break:
        return self._break(
            Stage.ATTRIBUTION,
            Owner.ATTRIBUTION,
            Fault.SUPPORT_DROPPED,
            f"the attribution does not support {self.wanted.name!r}, and the case gives no text of it to look for",
            "write the claim's text into the golden set, or give a baseline, so that the evidence can be looked for",
            clue("claim", "no text", ids=(self.wanted.name,), where="required_claims"),
            also=(Owner.GENERATION, Owner.RETRIEVAL, Owner.TEST_DATA),
        )

    def _fates(self) -> list[Break]:
        """What became of the ids that the case expects, or that held the claim in the baseline."""
        earlier = self._earlier.document_id if self._earlier is not None else None
        ids = [earlier] if earlier is not None else list(self.trail.case.expected_context_ids or ())
        found = [beyond_contexts(self.trail, name) or fate(self.trail, name) for name in ids]
        return [one for one in found if one is not None]

    def _break(
        self,
        stage: Stage,
        owner: Owner,
        fault: Fault,
        says: str,
        following: str,
        *clues: Clue,
        certain: bool = False,
        also: tuple[Owner, ...] = (),
    ) -> Break:
        return Break(
            stage=stage,
            owner=owner,
            fault=fault,
            says=says,
            next=following,
            missing=(self.wanted.name,),
            clues=clues,
            certain=certain,
            also=also,
        )


_MOVED = (Fault.BROKEN_JOIN, Fault.CORPUS_TURNOVER)
