"""How close answer and reference are in meaning, as an embedder sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.answer.reference_embedding import EmbeddedReferenceMetric
from assay.metrics.parameters import require_threshold
from assay.records import Item, MetricResult, exact
from assay.records.domain import Domain, Range
from assay.records.protocols import Embedder
from assay.text.vectors import cosine


@dataclass(frozen=True)
class SemanticSimilarity(EmbeddedReferenceMetric):
    """Cosine of the embeddings of answer and reference; with a `threshold` 1 where it is reached, else 0.

    Range -1 to 1 (0 or 1 with a threshold), higher is better, no unit. A threshold of 0 is a threshold; reaching it is enough.
    What a cosine means depends on the embedder, which the score's method names, so values of two embedders are not
    comparable. A proxy for being right: a sentence and its negation are close. Without a threshold the value stays a cosine,
    also below 0.

    Inputs: `reference` of the case, `answer` of the output; an embedder. Not applicable: the case states no reference or must
    abstain, or the answer abstains. A blank answer is a true 0. Invalid: a blank reference. Error: no embedder, or it failed.

    Source: N. Reimers and I. Gurevych, "Sentence-BERT", EMNLP 2019; semantic similarity of the ragas library, whose threshold
    of 0 is ignored.

    >>> str(SemanticSimilarity(threshold=0.0))
    'semantic_similarity(threshold=0.0)'
    """

    name: ClassVar[str] = "semantic_similarity"
    domain: ClassVar[Domain] = Range(low=-1, high=1)

    threshold: float | None = None

    def __post_init__(self) -> None:
        if self.threshold is not None:
            require_threshold("threshold", self.threshold)

    async def compare(self, answer: str, reference: str, embedder: Embedder) -> MetricResult:
        """Embed both and compare."""
        first, second = await embedder.embed([answer, reference])
        value = cosine(first, second)
        details = {"cosine": value, "dimensions": len(first)}
        if self.threshold is None:
            return MetricResult(value=value, reason=f"cosine={value:.3f}", details=details)
        reached = exact(value) >= exact(self.threshold)
        return MetricResult.of_ratio(
            int(reached),
            1,
            reason=f"cosine={value:.3f}; threshold={self.threshold}",
            items=(Item(kind="answer", outcome="close" if reached else "far", credit=float(reached)),),
            details=details,
        )
