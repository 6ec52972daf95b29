"""Near duplicates: the filter misses nothing that comparing every pair finds."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz import fuzz

from assay.golden.near_duplicates import SIMILAR, near_duplicates


def by_every_pair(texts: list[str]) -> set[int]:
    """Positions that have a similar earlier text."""
    return {
        later
        for later in range(len(texts))
        for earlier in range(later)
        if fuzz.ratio(texts[earlier], texts[later]) >= SIMILAR
    }


def test_the_filter_finds_what_every_pair_finds_in_changed_sentences() -> None:
    """Random sentences of thirty letters and more, each with one to three letters changed in copies."""
    choose = random.Random(7)
    texts: list[str] = []
    for _ in range(60):
        text = "".join(choose.choice("abcdefghij klmnop") for _ in range(choose.randint(30, 80)))
        texts.append(text)
        for changes in range(1, 4):
            letters = list(text)
            for _ in range(changes):
                letters[choose.randrange(len(letters))] = choose.choice("xyzuvw")
            texts.append("".join(letters))
    assert {later for _, later, _ in near_duplicates(texts)} == by_every_pair(texts)


@settings(max_examples=50)
@given(st.lists(st.text("ab ", max_size=12), max_size=8))
def test_nothing_is_reported_that_is_not_similar(texts: list[str]) -> None:
    """Every pair reported is at least as similar as stated, and the earlier one comes first."""
    for earlier, later, similarity in near_duplicates(texts):
        assert earlier < later
        assert similarity == fuzz.ratio(texts[earlier], texts[later]) >= SIMILAR


def test_no_text_and_one_text() -> None:
    """Nothing to compare."""
    assert list(near_duplicates([])) == list(near_duplicates(["a"])) == []


def test_forms_with_many_fillings_stay_cheap() -> None:
    """Two thousand texts that share almost everything measure a bounded number of candidates each."""
    texts = [f"what is the capital of country number {number:05d}" for number in range(2000)]
    assert len(list(near_duplicates(texts))) == 1999
