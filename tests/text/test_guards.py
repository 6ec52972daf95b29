"""The guards, the dates, numerals and directions that they rest on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text.comparison import flipped_direction
from assay.text.dates import dates
from assay.text.guards import Guard, guard_findings, names
from assay.text.numerals import with_digits


def fired(claim: str, evidence: str, language: str = "en") -> list[tuple[Guard, bool]]:
    return [
        (one.guard, one.conflicts) for one in guard_findings(claim, [evidence], closest=evidence, language=language)
    ]


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("Refunds take 90 days.", "Refunds take 30 days.", [(Guard.NUMBER, True)]),
        ("Refunds take 90 days.", "Refunds are possible.", [(Guard.NUMBER, False)]),
        ("Refunds take 30 hours.", "Refunds take 30 days.", [(Guard.UNIT, True)]),
        ("It opened on 3 May 2020.", "It opened on May 4th, 2020.", [(Guard.DATE, True)]),
        ("It opened in 1990.", "It opened long ago.", [(Guard.DATE, False)]),
        ("It opened in May 2020.", "It opened on 2020-05-03.", []),
        ("The award went to Ada Lovelace.", "The award went to Charles Babbage.", [(Guard.NAME, False)] * 2),
        ("We may share data.", "We may not share data.", [(Guard.NEGATION, True)]),
        ("Open before noon.", "Open after noon.", [(Guard.COMPARISON, True)]),
        ("Refunds take thirty days.", "Refunds take 30 days.", []),
        ("It costs $1,200.", "It costs 1200 dollars.", []),
        ("It has 2000 workers.", "It has 2000 workers.", []),
        ("Refunds take 30 days.", "Refunds take 30 days.", []),
    ],
)
def test_each_guard_fires_on_its_own_fault(claim: str, evidence: str, expected: list[tuple[Guard, bool]]) -> None:
    """The guard that fires is the one named, and it conflicts only where the evidence says something else."""
    assert fired(claim, evidence) == expected


def test_a_figure_conflicts_only_with_the_nearest_sentence() -> None:
    """Another number of the same unit somewhere else is no contradiction."""
    evidence = ["Refunds are possible.", "Delivery takes 5 days."]
    (found,) = guard_findings("Refunds take 90 days.", evidence, closest=evidence[0])
    assert (found.guard, found.conflicts) == (Guard.NUMBER, False)


def test_german_nouns_are_no_names() -> None:
    """A language that capitalises every noun has no name guard."""
    assert fired("Der Laden verkauft Brot.", "Dort gibt es Backwaren.", "de") == []


def test_directions_of_other_languages() -> None:
    """Directions are known in German, French and Spanish, and unknown elsewhere without harm."""
    assert flipped_direction(["mindestens", "drei"], ["höchstens", "drei"], "de") == ("mindestens", "höchstens")
    assert flipped_direction(["avant"], ["après"], "fr-CA") == ("avant", "après")
    assert flipped_direction(["before"], ["after"], "xx") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on 2026-02-30", [(2026, 2, 30)]),
        ("am 3. Oktober 1990", [(1990, 10, 3)]),
        ("le 14 juillet 1789", [(1789, 7, 14)]),
        ("el 12 de octubre de 1492", [(1492, 10, 12)]),
        ("July 4", [(None, 7, 4)]),
        ("it cost 1,999 or $2000, 1999.5", []),
        ("may be 5", []),
    ],
)
def test_dates(text: str, expected: list[tuple[int | None, ...]]) -> None:
    """Dates are read in several languages, and sums of money are none."""
    assert [(found.year, found.month, found.day) for found in dates(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("ninety-nine", "99"), ("seventeen", "17"), ("one", "one"), ("often", "often")]
)
def test_numerals(text: str, expected: str) -> None:
    """Numerals become digits, other words stay."""
    assert with_digits(text) == expected


def test_titles_have_no_names() -> None:
    """Where most words are capitalised a capital says nothing."""
    assert names("The Long Road To Berlin And Back") == []


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=120))
def test_a_text_never_speaks_against_itself(text: str) -> None:
    """Whatever the claim, the same words bear it out."""
    assert guard_findings(text, [text], closest=text) == ()
