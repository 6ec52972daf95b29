"""Rows are compared by value, as multisets, and paired as well as possible under a tolerance."""

from __future__ import annotations

import datetime
import math
import random
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import EvaluationError
from assay.metrics.sql.rows import MAX_PERMUTATIONS, cell, cells, column_orders, pair_rows, same_rows

CELLS = st.none() | st.integers(0, 2) | st.sampled_from(["a", "b"])
ROWS = st.lists(st.tuples(CELLS, CELLS), max_size=6)


def test_values_by_type() -> None:
    """Equal numbers of any type are equal; NULL, NaN, text, bytes, booleans and dates stay apart."""
    assert cell(0.3) == cell(Decimal("0.30")) == Fraction(3, 10)
    assert cell(math.nan) == cell(math.nan)
    kinds = [
        None,
        1,
        "1",
        True,
        b"1",
        math.nan,
        math.inf,
        datetime.date(2024, 1, 1),
        "2024-01-01",
        [1],
        {"a": 1},
        {"a": "1"},
    ]
    assert len({cell(kind) for kind in kinds}) == len(kinds)
    assert cell({"a": 1, "b": [2.0]}) == cell({"b": [2], "a": 1})


def test_tolerance_needs_the_best_pairing() -> None:
    """Pairing the first fit would leave a row alone although all rows can be paired."""
    gold, made = cells([[1.0], [1.8]]), cells([[1.9], [2.7]])
    assert same_rows(gold, made, ordered=False, tolerance=exact_tolerance("0.9"))
    assert not same_rows(gold, made, ordered=False, tolerance=exact_tolerance("0.8"))
    assert not same_rows(cells([[1, "a"]]), cells([[1, "b"]]), ordered=False, tolerance=Fraction(9))


def exact_tolerance(text: str) -> Fraction:
    """A decimal tolerance."""
    return Fraction(text)


@given(ROWS, ROWS, st.randoms(use_true_random=False))
def test_pairing_is_a_multiset_intersection(
    gold: list[tuple[object, ...]], made: list[tuple[object, ...]], shuffler: random.Random
) -> None:
    """Without tolerance the pairs are the multiset intersection; a tolerance never loses a pair; order does not count."""
    from collections import Counter

    one, other = cells(gold), cells(made)
    pairs = pair_rows(one, other, Fraction(0))
    assert len(pairs) == len(set(pairs.values())) == (Counter(one) & Counter(other)).total()
    loose = pair_rows(one, other, Fraction(1))
    assert len(loose) >= len(pairs)
    assert len(loose) == len(pair_rows(other, one, Fraction(1)))
    turned = shuffler.sample(other, len(other))
    assert same_rows(other, turned, ordered=False, tolerance=Fraction(0))
    assert same_rows(other, turned, ordered=False, tolerance=Fraction(1))


@given(st.lists(st.integers(0, 9), max_size=6), st.lists(st.integers(0, 9), max_size=6))
def test_pairing_within_a_tolerance_is_the_largest(gold: list[int], made: list[int]) -> None:
    """The number of pairs equals that of scipy's maximum matching."""
    optimize = pytest.importorskip("scipy.optimize")
    pairs = pair_rows(cells([[value] for value in gold]), cells([[value] for value in made]), Fraction(2))
    near = [[int(abs(one - other) <= 2) for other in made] for one in gold]
    rows, columns = optimize.linear_sum_assignment(near, maximize=True) if gold and made else ((), ())
    assert len(pairs) == sum(near[row][column] for row, column in zip(rows, columns, strict=True))
    assert all(near[row][column] for row, column in pairs.items())


def test_rows_are_paired_by_all_their_numbers() -> None:
    """The first number only narrows the search; text, NULL and further numbers still decide."""
    gold = cells([[1, 5, None, "a"], [1, 9, None, "a"], ["x", None], [None]])
    made = cells([[None], [1, 9.1, None, "a"], ["x", None], [1, 5.1, None, "b"]])
    assert pair_rows(gold, made, Fraction(1, 5)) == {1: 1, 2: 2, 3: 0}


def test_too_many_column_orders_are_an_error() -> None:
    """Orders are all tried or the comparison says that it cannot."""
    rows = cells([[0] * 8])
    with pytest.raises(EvaluationError, match=f"more than {MAX_PERMUTATIONS}"):
        list(column_orders(rows, rows, 8, Fraction(0)))
    assert len(list(column_orders(cells([[1, 2]]), cells([[2, 1]]), 2, Fraction(0)))) == 1
