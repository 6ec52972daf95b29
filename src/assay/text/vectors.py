"""How close the embeddings of two texts are. Needs no numpy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

from assay.errors import EvaluationError

Vector = Sequence[float]
BAD_VECTOR = "bad_vector"


def unit(vector: Vector) -> list[float]:
    """The vector at length one.

    Raises:
        EvaluationError: the vector has no direction (all zero), or holds something that is not a finite number.

    >>> unit([3.0, 4.0])
    [0.6, 0.8]
    """
    length = math.hypot(*vector)
    if not math.isfinite(length) or length == 0:
        what = "is zero" if length == 0 else "holds a value that is not finite"
        raise EvaluationError(f"the embedding {what}, so it has no direction", code=BAD_VECTOR)
    return [value / length for value in vector]


def cosine(first: Vector, second: Vector) -> float:
    """The cosine of the angle between two vectors, from -1 to 1; what rounding puts beyond an end is put back on it.

    Raises:
        EvaluationError: vectors of different lengths, or one without a direction.

    >>> cosine([3.0, 4.0], [6.0, 8.0]), cosine([1.0, 0.0], [0.0, 2.0])
    (1.0, 0.0)
    """
    if len(first) != len(second):
        raise EvaluationError(f"embeddings of different lengths: {len(first)} and {len(second)}", code=BAD_VECTOR)
    return max(-1.0, min(1.0, math.fsum(map(mul, unit(first), unit(second)))))
