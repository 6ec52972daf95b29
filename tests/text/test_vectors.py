"""Cosines of embeddings: what they are, and what has none."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import EvaluationError
from assay.text.vectors import cosine, unit

NUMBERS = st.floats(-1e150, 1e150).filter(lambda number: number == 0 or abs(number) > 1e-150)
VECTORS = st.lists(NUMBERS, min_size=3, max_size=3).filter(any)


@pytest.mark.parametrize("vector", [[0.0, 0.0], [math.inf, 1.0], [math.nan], []])
def test_a_vector_without_direction_is_an_error(vector: list[float]) -> None:
    """Zero, empty and infinite vectors are never normalised."""
    with pytest.raises(EvaluationError, match="no direction"):
        unit(vector)


def test_vectors_of_different_lengths_are_an_error() -> None:
    """Two models must not be compared."""
    with pytest.raises(EvaluationError, match="2 and 1"):
        cosine([1.0, 0.0], [1.0])


@given(VECTORS, VECTORS)
def test_laws(first: list[float], second: list[float]) -> None:
    """Within -1 and 1, the same both ways, 1 with itself, turned round by a sign, whatever the lengths."""
    value = cosine(first, second)
    assert -1 <= value <= 1
    assert cosine(second, first) == value
    assert cosine([-number for number in first], second) == -value
    assert cosine(first, first) == pytest.approx(1)
    assert cosine([2 * number for number in first], second) == pytest.approx(value, abs=1e-15)
