"""Which retrieved contexts mean the same as a reviewed reference context. What the `[embedding]` metrics share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.base import Metric
from assay.metrics.parameters import require_threshold
from assay.metrics.retrieval.context_matching import NOTHING_EXPECTED
from assay.records import Case, Context, Item, MetricResult, exact, not_applicable
from assay.records.protocols import Embedder
from assay.text.vectors import cosine


@dataclass(frozen=True, slots=True)
class Side:
    """Passages and their vectors."""

    texts: Sequence[str]
    vectors: Sequence[Sequence[float]]


@dataclass(frozen=True, kw_only=True)
class ContextEmbedding(Metric):
    """Contexts compared with reference contexts by the cosine of their embeddings. Base of the `[embedding]` metrics.

    Two passages match when their cosine reaches `threshold` (0.8), on both sides of the comparison alike; a threshold of 0 is a
    threshold. A cosine says that passages are about the same thing, not that one holds what the other says, and what it is worth
    depends on the embedder: set the threshold for yours. A blank passage is no passage, on either side.

    Inputs: `contexts` (from the target) and `reference_contexts` (reviewed); an embedder. Not applicable: no reference context
    that is not blank. No context retrieved is a true 0. Error: no embedder, or it failed.
    """

    variant: ClassVar[str] = "embedding"
    method: ClassVar[str] = "embedding"
    proxy: ClassVar[bool] = True
    of_contexts: ClassVar[bool]
    """Whether retrieved contexts are counted (precision), or reference contexts (recall)."""

    threshold: float = 0.8

    def __post_init__(self) -> None:
        require_threshold("threshold", self.threshold)

    def applies(self, case: Case) -> str | None:
        """The case must state a reference context that is not blank."""
        stated = case.reference_contexts
        return None if stated and any(text.strip() for text in stated) else NOTHING_EXPECTED

    async def measure(
        self, contexts: Sequence[Context], reference_contexts: Sequence[str], *, embedder: Embedder
    ) -> MetricResult:
        """Drop blank passages, embed the others, then count those of the counted side that have a counterpart."""
        references = [text for text in reference_contexts if text.strip()]
        retrieved = [context.text for context in contexts if context.text.strip()]
        if not references:
            return not_applicable(NOTHING_EXPECTED)
        if not retrieved:
            return MetricResult(value=0.0, reason="nothing was retrieved")
        vectors = await embedder.embed([*retrieved, *references])
        ours = Side(retrieved, vectors[: len(retrieved)])
        theirs = Side(references, vectors[len(retrieved) :])
        return self._share(ours, theirs) if self.of_contexts else self._share(theirs, ours)

    def _share(self, counted: Side, others: Side) -> MetricResult:
        best = [
            max((cosine(one, other), place) for place, other in enumerate(others.vectors)) for one in counted.vectors
        ]
        near = [exact(value) >= exact(self.threshold) for value, _ in best]
        items = tuple(
            Item(
                kind="passage",
                text=text,
                outcome="matched" if enough else "unmatched",
                credit=float(enough),
                details={"cosine": value, "counterpart": place + 1},
            )
            for text, (value, place), enough in zip(counted.texts, best, near, strict=True)
        )
        reason = f"matched={sum(near)}; of={len(near)}; cosine>={self.threshold}"
        return MetricResult.of_ratio(sum(near), len(near), reason=reason, items=items)
