"""Normalisation: the stated steps do what they say, and offsets stay true."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text import EXACT, LOOSE, STATED, Normalisation, align


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("caf\u00e9", "cafe\u0301"),
        ("Straße", "STRASSE"),
        ("don’t", "don't"),
        ("“quoted”", '"quoted"'),
        ("1990–1995", "1990-1995"),
        ("zero\u200bwidth", "zerowidth"),
        ("soft\u00adhyphen", "softhyphen"),
        ("\ufeffmark", "mark"),
        ("a \n\t b", "a b"),
        ("no\u00a0break", "no break"),
        ("٣٫٥", "3.5"),
        ("१२", "12"),
        ("한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8"),
    ],
)
def test_loose_equates_what_a_reader_calls_the_same(one: str, other: str) -> None:
    """Forms, case, typography and invisible characters do not count."""
    assert LOOSE(one) == LOOSE(other)


@pytest.mark.parametrize(("one", "other"), [("①", "1"), ("e", "é"), ("co-op", "coop"), ("1,000", "1000")])
def test_loose_keeps_apart_what_differs(one: str, other: str) -> None:
    """Compatibility characters, accents, hyphens and separators are differences unless a step says otherwise."""
    assert LOOSE(one) != LOOSE(other)


def test_compatibility_form_is_a_choice() -> None:
    """NFKC folds what NFC keeps."""
    assert Normalisation("NFKC")("ﬁ①") == "fi1"
    assert Normalisation("NFC")("ﬁ①") == "ﬁ①"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,000", "1000"),
        ("12,345,678.90", "12345678.90"),
        ("1,00", "1,00"),
        ("1,2,3", "1,2,3"),
        ("0,5 and 1,000", "0,5 and 1000"),
    ],
)
def test_thousands_lose_their_separators(text: str, expected: str) -> None:
    """Only commas before groups of three digits separate thousands."""
    assert STATED(text) == expected


def test_unknown_step_is_refused_with_the_known_ones() -> None:
    """A misspelt step is an error that lists the steps."""
    with pytest.raises(ValueError, match=r"'NFD'.*casefold"):
        Normalisation("NFD")


def test_name_is_the_text_and_the_empty_one_changes_nothing() -> None:
    """The text of a normalisation lists its steps; none leaves the text alone."""
    assert str(LOOSE) == "NFC+visible+casefold+marks+digits+space"
    assert EXACT(" Ab\u0301 ") == " Ab\u0301 "


def test_every_character_is_folded_once() -> None:
    """Normalising twice is normalising once, for every code point."""
    everything = (chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code <= 0xDFFF)
    assert [char for char in everything if LOOSE(LOOSE(f"x{char}x")) != LOOSE(f"x{char}x")] == []


@given(st.text())
def test_equivalent_texts_have_one_loose_form(text: str) -> None:
    """Canonically equivalent texts are equal after loose normalisation."""
    assert LOOSE(unicodedata.normalize("NFD", text)) == LOOSE(unicodedata.normalize("NFC", text))


@given(st.text())
def test_offsets_are_true(text: str) -> None:
    """Offsets rise, end at the end, and every normalised character comes from the cluster it points at."""
    normal, offsets = align(text, LOOSE)
    assert len(offsets) == len(normal) + 1
    assert offsets == sorted(offsets)
    assert offsets[-1] == len(text)
    assert normal.strip() == " ".join(normal.split())


@given(st.lists(st.sampled_from(["Cafe\u0301", "STRASSE", "naïve", "한국", "“x”", "٣"]), min_size=1, max_size=6))
def test_aligned_words_can_be_cut_out_of_the_source(pieces: list[str]) -> None:
    """A span of the normalised text cuts the very same words out of the text as given."""
    text = "  ".join(pieces)
    normal, offsets = align(text, LOOSE)
    start = 0
    for piece in pieces:
        start = normal.index(LOOSE(piece), start)
        end = start + len(LOOSE(piece))
        assert text[offsets[start] : offsets[end]].strip() == piece
        start = end
