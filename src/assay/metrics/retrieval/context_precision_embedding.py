"""Share of the retrieved contexts that mean the same as a reference context."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.retrieval.context_embedding import ContextEmbedding


@dataclass(frozen=True, kw_only=True)
class ContextPrecisionEmbedding(ContextEmbedding):
    """Share of the retrieved contexts whose embedding is close to that of a reference context: matched / retrieved.

    Range 0 to 1, higher is better. Parameter, inputs, not applicable and edge cases: see `ContextEmbedding`.

    Source: set precision; matching by cosine as in N. Reimers and I. Gurevych, "Sentence-BERT", EMNLP 2019.

    >>> str(ContextPrecisionEmbedding(threshold=0.7))
    'context_precision[embedding](threshold=0.7)'
    """

    name: ClassVar[str] = "context_precision"
    of_contexts: ClassVar[bool] = True
