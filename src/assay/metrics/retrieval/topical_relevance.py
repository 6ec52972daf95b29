"""How close the retrieved contexts are to the question in topic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from assay.metrics.base import Metric
from assay.metrics.stated import stated_question
from assay.records import Context, Item, MetricResult
from assay.records.domain import Domain, Range
from assay.records.protocols import Embedder
from assay.text.vectors import cosine


@dataclass(frozen=True)
class TopicalRelevance(Metric):
    """Mean cosine of the question's embedding and each retrieved context's: whether the passages are about what was asked.

    A proxy for relevance: a passage on the topic may hold no evidence, and evidence may lie in a passage that is mostly about
    something else. Values of two embedders are not comparable. Needs no reviewed field but the question.

    Inputs: `input` of the case (of a conversation, the user's last message), `contexts` of the output; an embedder. Range -1
    to 1, higher is better, no unit; each context's cosine is on the items. A blank context is no context; no context retrieved
    is a true 0. Invalid: a blank question, or the target returned no `contexts` field. Error: no embedder, or it failed.

    Source: N. Reimers and I. Gurevych, "Sentence-BERT", EMNLP 2019 (asymmetric semantic search).

    >>> TopicalRelevance().score(input="How long?", contexts=[], embedder=None).reason
    'nothing was retrieved'
    """

    name: ClassVar[str] = "topical_relevance"
    domain: ClassVar[Domain] = Range(low=-1, high=1)
    method: ClassVar[str] = "embedding"
    proxy: ClassVar[bool] = True

    async def measure(
        self,
        input: Any,  # noqa: A002 - the field's name
        contexts: Sequence[Context],
        *,
        embedder: Embedder,
    ) -> MetricResult:
        """Embed the question and the contexts, and average."""
        question = stated_question(input)
        kept = [context for context in contexts if context.text.strip()]
        if not kept:
            return MetricResult(value=0.0, reason="nothing was retrieved")
        asked, *found = await embedder.embed([question, *(context.text for context in kept)])
        cosines = [cosine(asked, vector) for vector in found]
        items = tuple(
            Item(kind="context", id=context.id, text=context.text, outcome="compared", credit=value)
            for context, value in zip(kept, cosines, strict=True)
        )
        mean = float(sum(map(Fraction, cosines)) / len(cosines))
        return MetricResult(value=mean, reason=f"mean cosine={mean:.3f}; contexts={len(kept)}", items=items)
