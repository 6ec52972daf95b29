"""How many rows it takes, and what a set can see."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.stats.power import (
    Sides,
    detectable_difference,
    detectable_margin,
    rows_non_inferiority,
    rows_paired,
    rows_unpaired,
    rows_with_reruns,
)


def test_worked_row_counts() -> None:
    """Two points: thousands of rows apart, hundreds to thousands in pairs."""
    assert (rows_unpaired(0.90, 0.88), rows_unpaired(0.90, 0.88, sides=Sides.ONE)) == (3841, 3026)
    assert [rows_paired(0.02, flips=share) for share in (0.04, 0.06, 0.10, 0.20)] == [783, 1175, 1960, 3923]
    assert (rows_non_inferiority(0.05, flips=0.10), rows_non_inferiority(0.03, flips=0.06)) == (248, 413)
    assert (rows_non_inferiority(0.02, flips=0.04), rows_non_inferiority(0.02, flips=0.10)) == (619, 1546)


def test_reruns_save_questions_up_to_a_point() -> None:
    """Ten reruns a question, and the limit without sampling noise."""
    rows = [
        rows_with_reruns(0.03, question_variance=1 / 9, sampling_variance=noise, reruns=reruns)
        for noise, reruns in ((1 / 6, 1), (1 / 6, 10), (0, 1))
    ]
    assert rows == [3876, 1260, 969]


def test_the_smallest_drop_that_300_rows_can_see() -> None:
    """About 10% flip: 4.5 points."""
    assert detectable_margin(300, flips=0.10) == pytest.approx(0.045, abs=5e-4)


@given(st.integers(20, 5000), st.floats(min_value=0.01, max_value=0.5))
def test_rows_and_detectable_size_are_inverse(n: int, flips: float) -> None:
    """What n rows can just see needs n rows."""
    assert rows_non_inferiority(detectable_margin(n, flips=flips), flips=flips) in {n, n + 1}
    size = detectable_difference(n, flips=flips)
    if size is not None:
        assert rows_paired(size, flips=flips) in {n, n + 1}


def test_too_few_rows_see_nothing() -> None:
    """Not even a drop in every flipped row."""
    assert detectable_difference(3, flips=0.05) is None


def test_impossible_questions_are_refused() -> None:
    """Equal rates, a difference beyond the flips, no rows, negative variance."""
    for call in (
        lambda: rows_unpaired(0.9, 0.9),
        lambda: rows_paired(0.2, flips=0.1),
        lambda: rows_paired(0, flips=0.1),
        lambda: detectable_margin(0, flips=0.1),
        lambda: rows_with_reruns(0.1, question_variance=-1, sampling_variance=0),
        lambda: rows_non_inferiority(0.05, flips=1.5),
    ):
        with pytest.raises(InputError):
            call()
