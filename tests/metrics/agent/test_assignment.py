"""The pairings are the best there are."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.metrics.agent.assignment import best_aligned_pairs, best_pairs

WEIGHTS = st.integers(0, 5).flatmap(
    lambda columns: st.lists(st.lists(st.integers(0, 9), min_size=columns, max_size=columns), max_size=5)
)


def total(weights: list[list[int]], pairs: dict[int, int]) -> int:
    """The weight of a pairing."""
    return sum(weights[row][column] for row, column in pairs.items())


def test_nothing_to_pair() -> None:
    """No row, no column or only zeros give no pair."""
    assert best_pairs([]) == best_pairs([[], []]) == best_pairs([[0, 0]]) == {}
    assert best_aligned_pairs([]) == best_aligned_pairs([[]]) == best_aligned_pairs([[0]]) == {}


def test_first_fit_is_not_enough() -> None:
    """Where the first fit blocks the second row, the best pairing still takes both."""
    assert best_pairs([[1, 1], [1, 0]]) == {0: 1, 1: 0}


@given(WEIGHTS)
def test_pairs_are_as_good_as_scipys(weights: list[list[int]]) -> None:
    """The total weight equals that of scipy's assignment, and no row or column is used twice."""
    optimize = pytest.importorskip("scipy.optimize")
    pairs = best_pairs(weights)
    assert len(set(pairs.values())) == len(pairs)
    rows, columns = optimize.linear_sum_assignment(weights, maximize=True) if weights and weights[0] else ((), ())
    assert total(weights, pairs) == sum(weights[row][column] for row, column in zip(rows, columns, strict=True))


@given(WEIGHTS)
def test_aligned_pairs_are_the_best_in_order(weights: list[list[int]]) -> None:
    """No pairing that keeps both orders weighs more (checked by trying all of them)."""
    rows, columns = len(weights), len(weights[0]) if weights else 0
    every = (
        dict(zip(some_rows, some_columns, strict=True))
        for size in range(min(rows, columns) + 1)
        for some_rows in itertools.combinations(range(rows), size)
        for some_columns in itertools.combinations(range(columns), size)
    )
    pairs = best_aligned_pairs(weights)
    assert list(pairs.values()) == sorted(set(pairs.values()))
    assert total(weights, pairs) == max((total(weights, other) for other in every), default=0)
