"""Evidence in text: quotations first, then words, then an embedder where there is one; figures and negations always count."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from assay.audit.triage.search import Finder
from assay.records import Context

CLAIM = "Refunds are accepted for 30 days."


def finder(*texts: str, embedder: object = None) -> Finder:
    """Looks in passages p1, p2, …"""
    contexts = [Context(id=f"p{place}", text=text) for place, text in enumerate(texts, 1)]
    return Finder(answer="", contexts=contexts, embedder=embedder)  # type: ignore[arg-type]


class Likeness:
    """An embedder for which texts about money back are alike."""

    identity = "likeness"

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Two directions: about money back, or about something else."""
        return [[1.0, 0.0] if {"refunds", "money"} & set(text.lower().split()) else [0.0, 1.0] for text in texts]


def test_a_quotation_wins_over_similar_words() -> None:
    """The passage that says it word for word is named, wherever it stands, with the words and the method."""
    found = finder("We accept a refund for 30 days.", "Note: refunds are  accepted for 30 days. Ask us.").in_contexts(
        CLAIM
    )
    assert found is not None
    assert (found.ids, found.method, found.where) == (("p2",), "quotation", "contexts[1]")
    assert found.quote == "refunds are  accepted for 30 days."


def test_the_closest_words_win_over_the_first() -> None:
    """Of two passages that share words the closer one is named."""
    found = finder("Refunds take 30 days and are not always what people hope for.", "We accept refunds for 30 days.")
    place = found.in_contexts(CLAIM)
    assert place is not None
    assert (place.ids, place.method) == (("p2",), "lexical")


@pytest.mark.parametrize(
    "text",
    [
        "Refunds are accepted for 90 days.",
        "Refunds are not accepted for 30 days.",
        "Refunds are accepted for 130 days.",
        "Shipping takes 30 days.",
        "",
    ],
)
def test_another_figure_a_negation_or_another_subject_is_not_found(text: str) -> None:
    """Nothing that says something else is taken for the evidence, with an embedder or without."""
    assert finder(text).in_contexts(CLAIM) is None
    assert finder(text, embedder=Likeness()).in_contexts(CLAIM) is None


def test_an_embedder_is_asked_last_and_named() -> None:
    """A paraphrase without common words is found by meaning only, and only where an embedder is given."""
    text = "Your money comes back within 30 days."
    assert finder(text).in_contexts("Refunds take 30 days at most.") is None
    found = finder("Parking is free.", text, embedder=Likeness()).in_contexts("Refunds take 30 days at most.")
    assert found is not None
    assert (found.ids, found.method) == (("p2",), "embedding")


def test_nothing_to_look_for_or_to_look_in_finds_nothing() -> None:
    """A blank text and no passage are no evidence."""
    assert finder("Refunds.").in_contexts("  ") is None
    assert finder().in_contexts(CLAIM) is None
