"""A quotation must stand in a passage."""

from __future__ import annotations

import pytest

from assay.text.quotation import check_quotation

PASSAGES = ["Shipping takes 5 days.", "Refunds are  accepted\nfor “30” days. They are not paid in cash."]


@pytest.mark.parametrize(
    ("quote", "outcome"),
    [
        ("Refunds are accepted for", "supported"),
        ('accepted for "30" days', "supported"),
        ("They are not paid in cash", "supported"),
        ("Refunds are accepted … not paid in cash", "supported"),
        ("They are paid in cash", "unsupported by quotation"),
        ("accepted for “90” days", "unsupported by quotation"),
        ("Refunds ... 5 days", "unsupported by quotation"),
        ("", "unsupported by quotation"),
        (" … ", "unsupported by quotation"),
        (None, "unsupported by quotation"),
    ],
)
def test_supported_needs_its_quotation(quote: str | None, outcome: str) -> None:
    """White space and typography are forgiven; another number, a lost negation and an invented sentence are not."""
    assert check_quotation("supported", quote, PASSAGES).outcome == outcome


def test_where_it_stands() -> None:
    """The passage, the span and the edits are given."""
    found = check_quotation("supported", "Refunds are acepted for", PASSAGES)
    assert (found.passage, found.start, found.edits, found.supported) == (2, 0, 1, True)


def test_other_verdicts_need_none() -> None:
    """Only support is checked."""
    assert check_quotation("contradicted", None, []).outcome == "contradicted"
    assert not check_quotation("unknown", "x", ["x"]).supported


def test_strict_quotes_off() -> None:
    """Without strictness the verdict stands and the flaw is noted."""
    found = check_quotation("supported", "invented words here", PASSAGES, strict_quotes=False)
    assert (found.outcome, found.note) == ("supported", "the quotation stands in no passage")
    assert check_quotation("supported", "", PASSAGES, strict_quotes=False).note == "no quotation was given"


@pytest.mark.parametrize(
    ("quote", "claim", "outcome"),
    [
        ("are", "Refunds are paid in cash.", "unsupported by quotation"),
        ("a", "", "unsupported by quotation"),
        ("They are", "They are paid in cash.", "unsupported by quotation"),
        ("They are … in", "They are paid in cash.", "unsupported by quotation"),
        ("Refunds", "Refunds are paid in cash.", "unsupported by quotation"),
        ("5 days", "Delivery is immediate.", "unsupported by quotation"),
        ("5 days", "It takes 5 days to ship.", "supported"),
        ("takes 5 days", "Delivery is immediate.", "supported"),
        ("Yes.", "Returns are allowed.", "supported"),
        ("accepted", "Accepted", "supported"),
    ],
)
def test_a_trivial_quotation_is_none(quote: str, claim: str, outcome: str) -> None:
    """Three words with content, two content words of the claim, a whole passage or a whole claim; less supports nothing."""
    assert check_quotation("supported", quote, [*PASSAGES, "Yes."], claim=claim).outcome == outcome


def test_a_trivial_quotation_is_noted() -> None:
    """The note says why."""
    assert check_quotation("supported", "are", PASSAGES, strict_quotes=False).note == "the quotation says too little"
