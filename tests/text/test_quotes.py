"""Quotations are found by real marks, and located exactly or with counted edits."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from assay.text import find_phrase, find_quote, quotations

SOURCE = "Refunds are  accepted\nfor 30 days after the pur\u00adchase, but we don’t refund fees of $1,000 or more."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He said “forty days” twice.", ["forty days"]),
        ("Er sagte „vierzig Tage“ und „nein”.", ["vierzig Tage", "nein"]),
        ("Il dit « oui » ici", [" oui "]),
        ("彼は「はい」と『いいえ』", ["はい", "いいえ"]),
        ('It is "straight" here', ["straight"]),
        ("It's not one, isn't it? 'single' ‘curly’ `tick`", []),
        ('A 5" pipe and a 6" pipe', []),
        ("“outer “inner” rest”", ["inner"]),
        ("“unclosed\n\nnext” paragraph", []),
        ('mismatched “one"', []),
        ('empty "" and “”', []),
    ],
)
def test_only_real_marks_quote(text: str, expected: list[str]) -> None:
    """Paired marks quote; apostrophes, ticks, inches and mismatched marks do not."""
    found = quotations(text)
    assert [quote.text for quote in found] == expected
    assert all(text[quote.start : quote.end] == quote.text for quote in found)


@pytest.mark.parametrize(
    ("quote", "passage", "distance"),
    [
        ("Refunds are accepted for 30 days", "Refunds are  accepted\nfor 30 days", 0),
        ("AFTER THE PURCHASE", "after the pur\u00adchase", 0),
        ("we don't refund fees", "we don’t refund fees", 0),
        ("Refunds are acepted for 30 days", "Refunds are  accepted\nfor 30 days", 1),
        ("after the purchases, but", "after the pur\u00adchase, but", 1),
    ],
)
def test_quote_is_located_with_its_distance(quote: str, passage: str, distance: int) -> None:
    """Form and spacing cost nothing; a slip costs one edit; the span is that of the source."""
    found = find_quote(quote, SOURCE)
    assert found is not None
    assert SOURCE[found.start : found.end] == passage
    assert found.distance == distance


@pytest.mark.parametrize(
    "quote",
    [
        "Refunds are accepted for 90 days after the purchase",
        "but we refund fees of $1,000 or more",
        "Refunds are sometimes accepted",
        "",
        "   ",
    ],
)
def test_another_figure_a_lost_not_or_other_words_are_not_found(quote: str) -> None:
    """Few edits do not excuse a changed number or a dropped negation; nor is a blank quotation found."""
    assert find_quote(quote, SOURCE) is None


def test_words_and_numbers_are_not_cut() -> None:
    """A quotation is not found inside a longer word or number."""
    assert find_quote("30 days", "130 days") is None
    assert find_phrase("art", "party") is None
    assert find_phrase("5", "2.5, 5,000 and 5") == 15
    assert find_phrase("C++", "in C++ code") == 3
    assert find_phrase("晴れ", "東京は晴れです") == 3
    assert find_phrase("", "text") is None


def test_edits_allowed_are_a_parameter() -> None:
    """No edit allowed means exact only."""
    assert find_quote("Refunds are acepted for 30 days", SOURCE, edits_per_hundred=0) is None


ALPHABET = st.text(alphabet="abc ", min_size=1, max_size=12)


@given(ALPHABET, ALPHABET)
def test_approximate_search_agrees_with_brute_force(pattern: str, text: str) -> None:
    """The bit-parallel search finds the smallest distance over all substrings."""
    rapidfuzz = pytest.importorskip("rapidfuzz")
    from assay.text.quotes import _best_end

    def distance(end: int) -> int:
        return min(rapidfuzz.distance.Levenshtein.distance(pattern, text[start:end]) for start in range(end + 1))

    end, best = _best_end(pattern, text)
    every = [distance(stop) for stop in range(len(text) + 1)]
    assert best == min(every)
    assert end == every.index(best)


@given(st.lists(st.sampled_from(["alpha", "beta", "gamma", "delta", "no", "30"]), min_size=3, max_size=9), st.data())
def test_any_run_of_words_is_found_in_its_own_text(parts: list[str], data: st.DataObject) -> None:
    """What was cut out of a text is found in it without edits."""
    first = data.draw(st.integers(0, len(parts) - 1))
    last = data.draw(st.integers(first + 1, len(parts)))
    quote = "  ".join(parts[first:last]).upper()
    assume(quote.strip())
    found = find_quote(quote, " ".join(parts))
    assert found is not None
    assert found.distance == 0
