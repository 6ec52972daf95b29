"""The claim splitter."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text.clauses import clauses


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "The shop sells bread, and it is open on Sunday.", ["The shop sells bread, and it is open on Sunday."]),
        ("en", "The shop is big, and it is open.", ["The shop is big", "it is open."]),
        ("en", "It was founded in 1990, and closed in 1999.", ["It was founded in 1990, and closed in 1999."]),
        ("en", "Refunds take 30 days; exchanges take 60 days.", ["Refunds take 30 days", "exchanges take 60 days."]),
        ("en", "Bread, milk, and eggs are sold.", ["Bread, milk, and eggs are sold."]),
        ("de", "Der Laden ist groß, und er hat einen Parkplatz.", ["Der Laden ist groß", "er hat einen Parkplatz."]),
        ("fr", "Le magasin est grand, mais il est fermé.", ["Le magasin est grand", "il est fermé."]),
        ("es", "La tienda es grande, pero la puerta está cerrada.", ["La tienda es grande", "la puerta está cerrada."]),
        ("zh", "商店很大；周日开门。", ["商店很大", "周日开门。"]),
        ("ar", "المتجر كبير. يفتح يوم الأحد.", ["المتجر كبير.", "يفتح يوم الأحد."]),
    ],
)
def test_clauses_are_cut_only_where_both_sides_stand_alone(language: str, text: str, expected: list[str]) -> None:
    """A cut needs a finite verb on both sides and a subject on the right."""
    assert [clause.text for clause in clauses(text, language=language)] == expected


@pytest.mark.parametrize("text", ["", "  \n", "Really?", "… — !"])
def test_nothing_is_claimed(text: str) -> None:
    """Blank texts, questions and bare punctuation make no claim."""
    assert clauses(text) == []


def test_the_language_is_guessed_where_it_is_not_given() -> None:
    """Conjunctions of the guessed language cut, those of English stay the default."""
    text = "Der Laden ist groß, und er hat einen Parkplatz."
    assert [clause.text for clause in clauses(text)] == ["Der Laden ist groß", "er hat einen Parkplatz."]
    assert len(clauses(text, language="en")) == 1


@given(st.text(max_size=200))
def test_every_clause_stands_in_its_text(text: str) -> None:
    """Spans are true, in order, and do not overlap."""
    found = clauses(text)
    assert all(text[clause.start : clause.end] == clause.text for clause in found)
    assert all(first.end <= second.start for first, second in pairwise(found))
