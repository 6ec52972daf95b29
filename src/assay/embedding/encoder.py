"""From texts to hidden states of a transformer, and from those to one vector a text."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from assay.embedding.runners import Runner
from assay.embedding.tokenizing import batches
from assay.records.protocols import TokenVectors


class Pooling(StrEnum):
    """How the hidden states of a text become one vector."""

    MEAN = "mean"
    CLS = "cls"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class States:
    """The hidden states of one window of a text, a row for each token; special tokens have an empty span."""

    spans: tuple[tuple[int, int], ...]
    rows: Any


class Encoder:
    """Tokenizes and runs texts. A text longer than the model takes is run in windows; nothing is cut off.

    Args:
        tokenizer: of the model. `runner`: the model. `longest`: tokens that it takes. `pad`: its padding token.
    """

    def __init__(self, tokenizer: Any, runner: Runner, *, longest: int, pad: int = 0) -> None:
        tokenizer.no_padding()
        tokenizer.enable_truncation(max_length=longest)
        self.longest = longest
        self._tokenizer, self._runner, self._pad = tokenizer, runner, pad
        self._turn = threading.Lock()

    def states(self, texts: Sequence[str]) -> list[list[States]]:
        """The windows of each text, at least one for each."""
        encodings, owners = [], []
        for owner, encoding in enumerate(self._tokenizer.encode_batch(list(texts))):
            for window in (encoding, *encoding.overflowing):
                encodings.append(window)
                owners.append(owner)
        found: list[list[States]] = [[] for _ in texts]
        rows: list[Any] = [None] * len(encodings)
        for places, ids, mask, types in batches(encodings, pad=self._pad):
            with self._turn:
                hidden = self._runner(ids, mask, types)
            for row, place in enumerate(places):
                rows[place] = hidden[row, : len(encodings[place].ids)]
        for owner, encoding, states in zip(owners, encodings, rows, strict=True):
            found[owner].append(States(tuple(encoding.offsets), states))
        return found


def pooled(windows: Sequence[States], pooling: Pooling) -> Any:
    """One unit vector for a text: of several windows the mean, weighted by their numbers of tokens."""
    import numpy as np

    vectors = [_pool(window.rows, pooling) for window in windows]
    mean = np.average(np.stack(vectors), axis=0, weights=[len(window.spans) for window in windows])
    return mean / np.linalg.norm(mean)


def _pool(rows: Any, pooling: Pooling) -> Any:
    if pooling is Pooling.MEAN:
        return rows.mean(axis=0)
    return rows[0] if pooling is Pooling.CLS else rows[-1]


def token_vectors(windows: Sequence[States]) -> TokenVectors:
    """The tokens of a text without the special ones, each as a unit vector."""
    import numpy as np

    spans = [span for window in windows for span in window.spans if span[0] < span[1]]
    kept = [window.rows[[start < end for start, end in window.spans]] for window in windows]
    rows = np.concatenate(kept)
    return TokenVectors(tuple(spans), rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))
