"""Arithmetic on unit vectors that needs no numpy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

from assay.errors import EvaluationError

Vector = Sequence[float]


def unit(vector: Vector) -> list[float]:
    """The vector at length one.

    Raises:
        EvaluationError: the vector has no direction (all zero), or holds something that is not a finite number.

    >>> unit([3.0, 4.0])
    [0.6, 0.8]
    """
    length = math.sqrt(math.fsum(map(mul, vector, vector)))
    if not math.isfinite(length) or length == 0:
        what = "is zero" if length == 0 else "holds a value that is not finite"
        raise EvaluationError(f"the embedding {what}, so it has no direction", code="bad_vector")
    return [value / length for value in vector]


def cosine(first: Vector, second: Vector) -> float:
    """The cosine of two unit vectors, within [-1, 1] whatever the rounding.

    >>> cosine([0.6, 0.8], [0.6, 0.8])
    1.0
    """
    return max(-1.0, min(1.0, math.fsum(map(mul, first, second))))
