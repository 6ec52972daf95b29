"""An embedder with a table of vectors, for metrics whose value is worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from assay.errors import EvaluationError
from assay.records.protocols import TokenVectors


class TableEmbedder:
    """Gives the vector that the table has for a text, brought to nothing: what stands there is what comes out."""

    identity = "table"

    def __init__(self, table: Mapping[str, Sequence[float]]) -> None:
        self._table = table
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        self.asked += texts
        return [self._table[text] for text in texts]


class WordEmbedder(TableEmbedder):
    """Also gives one vector for each blank-separated word, the one that the table has for it."""

    async def embed_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        import numpy as np

        return [self._tokens(text, np) for text in texts]

    def _tokens(self, text: str, numpy: Any) -> TokenVectors:
        words = text.split()
        rows = numpy.array([self._table[word] for word in words], dtype=float).reshape(len(words), -1)
        starts = [text.index(word) for word in words]
        return TokenVectors([(start, start + len(word)) for start, word in zip(starts, words, strict=True)], rows)


class RandomEmbedder:
    """Gives each text a vector drawn from `random`."""

    identity = "random"

    def __init__(self, random: Random) -> None:
        self._random = random

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[self._random.uniform(-1, 1), 1.0] for _ in texts]


class BrokenEmbedder:
    """Fails as a server that is not there does."""

    identity = "broken"

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        raise EvaluationError("the server is gone", code="unreachable")
