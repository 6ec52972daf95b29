"""How close two embeddings are."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.errors import EvaluationError


def cosine(first: Sequence[float], second: Sequence[float]) -> float:
    """The cosine of the angle between two vectors, from -1 to 1; what rounding puts beyond an end is put back on it.

    Raises:
        EvaluationError: vectors of different lengths, or one without a direction.

    >>> cosine([3.0, 4.0], [6.0, 8.0]), cosine([1.0, 0.0], [0.0, 2.0])
    (1.0, 0.0)
    """
    if len(first) != len(second):
        raise EvaluationError(
            f"embeddings of different lengths: {len(first)} and {len(second)}", code="embedding_length"
        )
    lengths = math.hypot(*first), math.hypot(*second)
    if not all(lengths) or not all(map(math.isfinite, lengths)):
        raise EvaluationError("an embedding is zero or not finite, so it has no direction", code="zero_embedding")
    left = [value / lengths[0] for value in first]
    right = [value / lengths[1] for value in second]
    return max(-1.0, min(1.0, math.fsum(a * b for a, b in zip(left, right, strict=True))))
