"""The longest common subsequence, against an independent implementation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text import lcs_length

TOKENS = st.lists(st.sampled_from("abcd"), max_size=90)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ([], [], 0),
        (["a"], [], 0),
        (["a"], ["a"], 1),
        (["police", "killed", "the", "gunman"], ["police", "kill", "the", "gunman"], 3),
        (["police", "killed", "the", "gunman"], ["the", "gunman", "kill", "police"], 2),
    ],
)
def test_known_values(first: list[str], second: list[str], expected: int) -> None:
    """Values of Lin (2004), section 3, and the empty cases."""
    assert lcs_length(first, second) == expected


@given(TOKENS, TOKENS)
def test_equals_rapidfuzz(first: list[str], second: list[str]) -> None:
    """The same number as rapidfuzz gives, on lists longer than a machine word too."""
    oracle = pytest.importorskip("rapidfuzz.distance")
    assert lcs_length(first, second) == oracle.LCSseq.similarity(first, second)


@given(TOKENS, TOKENS)
def test_symmetric_and_bounded(first: list[str], second: list[str]) -> None:
    """Order of the arguments does not matter; the value is at most the shorter length, and reached by a list with itself."""
    assert lcs_length(first, second) == lcs_length(second, first) <= min(len(first), len(second))
    assert lcs_length(first, first) == len(first)
