"""Share of the entities of the reference that the retrieved contexts name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.grounding.claims import distinct
from assay.metrics.grounding.context_entity_recall_prompt import ENTITIES
from assay.metrics.grounding.evidence import NOTHING_RETRIEVED, Passages
from assay.metrics.inquiry import Inquiry
from assay.metrics.judged import JudgeMetric
from assay.metrics.stated import require_reference
from assay.metrics.unanswered import AnswerMetric, nothing
from assay.records import Context, Item, MetricResult, not_applicable
from assay.records.prompt import Prompt
from assay.records.protocols import Judge
from assay.text import STATED
from assay.text.quotes import find_phrase


@dataclass(frozen=True)
class ContextEntityRecall(AnswerMetric, JudgeMetric):
    """Share of the entities of the reference that the retrieved contexts name: |E(reference) ∩ E(contexts)| / |E(reference)|.

    A judge lists the entities of the reference. One that stands in a context as whole words is found there without
    asking; for the others the judge lists the entities of the contexts, and names that are equal count. Names are
    compared after normalising letter case, spacing, typography and thousands separators; entities of one normal form
    are one.

    Inputs: `reference` of the case, `contexts` of the output. Range 0 to 1, higher is better, a plain share. Not
    applicable: the case states no reference or must abstain, or the reference names nothing. Nothing retrieved is a
    true 0 without a call. Invalid: a blank reference.

    Source: context entity recall of the ragas library; entities of the contexts also counted where they literally
    stand.

    >>> ContextEntityRecall().score(reference="Paris", contexts=[""], judge=None).reason
    'nothing was retrieved'
    """

    name: ClassVar[str] = "context_entity_recall"
    calls: ClassVar[str] = "1 or 2"

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Entities."""
        return (ENTITIES,)

    @property
    def definition(self) -> tuple[str, ...]:
        """The prompt and the normalisation."""
        return (*super().definition, f"text:{STATED}")

    async def measure(self, reference: str, contexts: Sequence[Context], *, judge: Judge) -> MetricResult:
        """List and compare entities."""
        require_reference(reference)
        passages = Passages.of(contexts)
        if not passages.texts:
            return nothing("entity", NOTHING_RETRIEVED)
        inquiry = Inquiry(judge)
        wanted = distinct((await inquiry.ask(ENTITIES, text=reference)).reply.entities)
        if not wanted:
            return inquiry.backed(not_applicable("the reference names nothing", code="no_entities"))
        places = {entity: _place(entity, passages) for entity in wanted}
        listed: set[str] = set()
        if None in places.values():
            there = await inquiry.ask(ENTITIES, text="\n\n".join(passages.texts))
            listed = {STATED(entity) for entity in there.reply.entities}
        items = tuple(
            _entity(entity, found=place is not None or STATED(entity) in listed, source=place)
            for entity, place in places.items()
        )
        missing = [item.text or "" for item in items if not item.credit]
        found = len(items) - len(missing)
        reason = f"found={found}; entities={len(items)}; missing={', '.join(missing) or 'none'}"
        return inquiry.backed(MetricResult.of_ratio(found, len(items), reason=reason, items=items))


def _place(entity: str, passages: Passages) -> str | None:
    phrase = STATED(entity)
    places = zip(passages.texts, passages.names, strict=True)
    return next((name for text, name in places if find_phrase(phrase, STATED(text)) is not None), None)


def _entity(entity: str, *, found: bool, source: str | None) -> Item:
    return Item(kind="entity", text=entity, outcome="found" if found else "missing", credit=float(found), source=source)
