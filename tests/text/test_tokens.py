"""Words of any script, numbers in one form, and content that no stop list can empty."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text import canonical_number, content_tokens, negation_words, primary_language, word_spans, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, world!", ["hello", "world"]),
        ("O’Brien doesn’t rock'n'roll", ["o'brien", "doesn't", "rock'n'roll"]),
        ("the dogs' bowl 'quoted'", ["the", "dogs", "bowl", "quoted"]),
        ("3.5 and 1,000 and -4", ["3.5", "and", "1,000", "and", "-4"]),
        ("pages 3-5, 1990–1995", ["pages", "3", "5", "1990", "1995"]),
        ("5mg of v2.1", ["5", "mg", "of", "v2.1"]),
        ("ends in 5. Then", ["ends", "in", "5", "then"]),
        ("snake_case state-of-the-art", ["snake", "case", "state", "of", "the", "art"]),
        ("naïve cafe\u0301 STRASSE", ["naïve", "café", "strasse"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("Ελληνικά русский العربية", ["ελληνικά", "русский", "العربية"]),
        ("한국어 사용", ["한국어", "사용"]),
        ("東京ABCテスト", ["東", "京", "abc", "テ", "ス", "ト"]),
        ("ไม่ดี", ["ไ", "ม่", "ดี"]),
        ("မြန်မာ", ["မြ", "န်", "မာ"]),
        ("😀 — …", []),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    """Words are found as stated, in every script."""
    assert words(text) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("1,000", "1000"),
        ("1,000,000.5", "1000000.5"),
        ("1.000.000", "1000000"),
        ("1.000", "1.000"),
        ("3,5", "3.5"),
        ("-4", "-4"),
        ("3.10", "3.10"),
        ("10.0.0.1", None),
        ("1,2,3", None),
        ("v2", None),
        ("", None),
    ],
)
def test_canonical_number(word: str, expected: str | None) -> None:
    """One number has one form; a version keeps its zeros; what is no number is None."""
    assert canonical_number(word) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No", ["no"]),
        ("not", ["not"]),
        ("It is what it is", ["it", "is", "what", "it", "is"]),
        ("We may not share the data", ["may", "not", "share", "data"]),
        ("You can't", ["not"]),
        ("It won't and shan't", ["not", "not"]),
        ("we cannot refund", ["not", "refund"]),
        ("the company's data", ["company", "data"]),
        ("without a fee", ["without", "fee"]),
        ("東京都は", ["東京", "京都", "都は"]),
        ("水", ["水"]),
    ],
)
def test_content_keeps_what_carries_meaning(text: str, expected: list[str]) -> None:
    """Stop words go, negations stay, and a text of stop words keeps all of them."""
    assert content_tokens(text) == expected


@pytest.mark.parametrize("negation", sorted(negation_words("en") - {"cannot"}))
def test_no_negation_is_a_stop_word(negation: str) -> None:
    """Every English negation survives beside content."""
    assert negation in content_tokens(f"the data {negation}")


def test_only_english_has_a_stop_list() -> None:
    """In another language every word counts; the region of a tag does not."""
    assert content_tokens("die Daten", "de") == ["die", "daten"]
    assert content_tokens("the data", "en-GB") == ["data"]
    assert primary_language("pt_BR") == "pt"


@given(st.text())
def test_content_is_never_emptied(text: str) -> None:
    """A text with words has content."""
    assert bool(content_tokens(text)) == bool(words(text))


@given(st.text(alphabet=st.characters(codec="ascii")), st.text(alphabet=st.characters(codec="ascii")))
def test_ascii_and_general_rules_agree(left: str, right: str) -> None:
    """Text in ASCII has the same words when other scripts stand beside it."""
    both = words(f"{left} {right} é")
    assert both == [*words(f"{left} {right}"), "é"]


@given(st.text())
def test_spans_cover_words_in_order(text: str) -> None:
    """Spans rise, do not overlap and are not empty."""
    ends = [0, *(end for _, end in word_spans(text))]
    assert all(before <= start < end for before, (start, end) in zip(ends, word_spans(text), strict=False))
