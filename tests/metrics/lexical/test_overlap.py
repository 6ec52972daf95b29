"""What the proxies share: evidence, guards, items."""

from __future__ import annotations

import pytest

from assay.metrics.lexical.overlap import Evidence, statements, support


@pytest.mark.parametrize(
    ("sentence", "contexts", "reason"),
    [
        ("Refunds take 30 days.", ["Refunds take 30 days."], "4 of 4 words"),
        ("Refunds take 30 days.", ["Refunds take 90 days."], "3 of 4 words; number not found: 30"),
        ("Refunds take 30 days.", ["Refunds take a few days. It costs 30."], "4 of 4 words; number not found: 30"),
        ("We may share data.", ["We may not share data."], "3 of 3 words; negation differs"),
        ("We may not share data.", ["We may share data."], "3 of 4 words; negation differs"),
        ("We may share data.", ["We may not share data.", "We may share data."], "3 of 3 words"),
        ("We may share data.", ["We may not share data. Users share photos."], "3 of 3 words; negation differs"),
        ("It costs 1,000 euros.", ["It costs 1000 euros."], "3 of 3 words"),
        ("Bananas are yellow.", ["Refunds take 30 days."], "0 of 2 words"),
        ("Bananas are yellow.", [], "0 of 2 words"),
        ("Bananas are yellow.", ["", "  "], "0 of 2 words"),
    ],
)
def test_support(sentence: str, contexts: list[str], reason: str) -> None:
    """A sentence needs enough words, its negations and its numbers; the reason says which is missing."""
    result = support(statements(sentence)[0], Evidence(contexts), 0.6)
    assert result.reason == reason
    assert result.supported == (reason in ("4 of 4 words", "3 of 3 words"))


def test_threshold_is_met_exactly() -> None:
    """Three of five words meet 0.6, and the comparison is exact."""
    statement = statements("alpha beta gamma delta epsilon")[0]
    evidence = Evidence(["alpha beta gamma"])
    assert support(statement, evidence, 0.6).supported
    assert not support(statement, evidence, 0.6000001).supported


def test_sentences_without_words_do_not_count() -> None:
    """Punctuation and emoji alone are no statement."""
    assert [found.text for found in statements("Yes! 😀! … No.")] == ["Yes!", "No."]
