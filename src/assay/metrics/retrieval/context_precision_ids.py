"""Share of the retrieved contexts whose id is relevant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.retrieval.precision import Precision


@dataclass(frozen=True, kw_only=True)
class ContextPrecisionIds(Precision):
    """Share of the retrieved contexts whose id is relevant: |retrieved ∩ relevant| / |retrieved|, over distinct ids.

    The same number as `precision`, under the name that RAG evaluations give it: plain precision, whatever the order.
    Range 0 to 1, higher is better. Nothing retrieved although something is relevant is 0. Not applicable where nothing
    is relevant. Inputs, duplicates and invalid: see `RetrievalMetric`.

    Source: ragas, `IDBasedContextPrecision`.

    >>> ContextPrecisionIds().score(retrieved_ids=["x", "a"], expected_context_ids=["a"]).value
    0.5
    """

    name: ClassVar[str] = "context_precision"
    variant: ClassVar[str] = "ids"
