"""Share of the reference contexts that a retrieved context means the same as."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.retrieval.context_embedding import ContextEmbedding


@dataclass(frozen=True, kw_only=True)
class ContextRecallEmbedding(ContextEmbedding):
    """Share of the reference contexts whose embedding is close to that of a retrieved context: matched / references.

    Range 0 to 1, higher is better. Parameter, inputs, not applicable and edge cases: see `ContextEmbedding`.

    Source: set recall; matching by cosine as in N. Reimers and I. Gurevych, "Sentence-BERT", EMNLP 2019.

    >>> str(ContextRecallEmbedding())
    'context_recall[embedding]'
    """

    name: ClassVar[str] = "context_recall"
    of_contexts: ClassVar[bool] = False
