"""Share of the relevant context ids that were retrieved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.retrieval.recall import Recall


@dataclass(frozen=True, kw_only=True)
class ContextRecallIds(Recall):
    """Share of the relevant context ids that were retrieved: |retrieved ∩ relevant| / |relevant|.

    The same number as `recall`, under the name that RAG evaluations give it. Range 0 to 1, higher is better. Not
    applicable where nothing is relevant. Inputs, duplicates and invalid: see `RetrievalMetric`.

    Source: ragas, `IDBasedContextRecall`.

    >>> ContextRecallIds().score(retrieved_ids=["a", "a"], expected_context_ids=["a", "b"]).value
    0.5
    """

    name: ClassVar[str] = "context_recall"
    variant: ClassVar[str] = "ids"
