"""The grounders that need no large model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.embedding import make_grounder
from assay.embedding.grounding.fitted import LEXICAL
from assay.errors import ConfigurationError, UnknownNameError
from assay.records.protocols import Grounding, Support
from assay.sync import run_sync

PASSAGES = [
    "Ask support. Refunds are accepted for 30 days after purchase.",
    "We may not share your data with partners.",
]


def ground(claim: str, passages: Sequence[str] = PASSAGES, *, name: str = "lexical", **options: Any) -> Grounding:
    (found,) = run_sync(make_grounder(name, **options).ground([claim], passages))
    return found


@pytest.mark.parametrize(
    ("claim", "support", "guards"),
    [
        ("Refunds are accepted for 30 days after purchase.", Support.SUPPORTED, ()),
        ("Refunds are accepted for 90 days after purchase.", Support.CONTRADICTED, ("number",)),
        ("We may share your data with partners.", Support.CONTRADICTED, ("negation",)),
        ("Lunch is served in the garden.", Support.UNKNOWN, ()),
        ("Refunds are accepted for 30 days before purchase.", Support.CONTRADICTED, ("comparison",)),
        ("", Support.UNKNOWN, ()),
        ("…", Support.UNKNOWN, ()),
    ],
)
@pytest.mark.parametrize("name", ["lexical", "fusion", "embedding"])
def test_three_answers(
    name: str, claim: str, support: Support, guards: tuple[str, ...], request: pytest.FixtureRequest
) -> None:
    """What stands there is supported, what is flipped contradicted, everything else unknown; the guard is named."""
    if name != "lexical":
        request.getfixturevalue("packaged")
    found = ground(claim, name=name)
    assert (found.support, found.guards) == (support, guards)


def test_the_evidence_is_pointed_at() -> None:
    """Passage, span and sentence belong together, and the passage counts from 1."""
    found = ground("We may not share data.")
    assert found.passage == 2
    assert PASSAGES[1][found.start : found.end] == found.quote == PASSAGES[1]


@pytest.mark.parametrize("passages", [[], [""], [" ", "…"]])
def test_without_evidence_everything_is_unknown(passages: list[str]) -> None:
    """Blank passages support nothing."""
    found = ground("Refunds are accepted.", passages)
    assert (found.support, found.score) == (Support.UNKNOWN, 0.0)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Wir dürfen Ihre Daten weitergeben.", "Wir dürfen Ihre Daten nicht weitergeben."),
        ("Les remboursements sont possibles.", "Les remboursements ne sont pas possibles."),
        ("Las devoluciones son posibles en la tienda.", "Las devoluciones no son posibles en la tienda."),
        ("Le restituzioni sono possibili.", "Le restituzioni non sono possibili."),
        ("Мы передаём данные.", "Мы не передаём данные."),
        ("我们共享您的数据。", "我们不共享您的数据。"),
    ],
)
def test_a_negation_is_seen_in_every_language_with_a_list(claim: str, passage: str) -> None:
    """The language is guessed from the texts; the flipped claim is contradicted, the passage itself supported."""
    assert ground(claim, [passage]).guards == ("negation",)
    assert ground(claim, [passage]).support is Support.CONTRADICTED
    assert ground(passage, [passage]).support is Support.SUPPORTED


def test_numbers_in_words_are_figures() -> None:
    """Thirty days are 30 days."""
    assert ground("Refunds are accepted for thirty days after purchase.").support is Support.SUPPORTED


@given(st.text(max_size=80), st.lists(st.text(max_size=80), max_size=3))
def test_scores_are_probabilities_and_support_needs_them(claim: str, passages: list[str]) -> None:
    """Whatever the text, the score lies between 0 and 1, and support needs at least one half."""
    found = ground(claim, passages)
    assert 0 <= found.score <= 1
    assert found.support is not Support.SUPPORTED or found.score >= 0.5


def test_more_overlap_never_lowers_the_probability() -> None:
    """The fitted weights are positive, and every guard lowers the probability."""
    assert all(weight > 0 for weight in LEXICAL.weights.values())
    base = {"rouge_l": 0.5, "coverage": 0.5}
    assert (
        LEXICAL.probability({**base, "figures": 2.0})
        < LEXICAL.probability(base)
        < LEXICAL.probability({**base, "rouge_l": 0.6})
    )


def test_a_server_gives_no_token_vectors() -> None:
    """Fusion with an embedder that has no token vectors is refused by name."""

    class Plain:
        identity = "plain"

        async def embed(self, texts: Sequence[str]) -> list[list[float]]:
            return [[1.0] for _ in texts]

    with pytest.raises(ConfigurationError, match="token vectors, which plain does not give"):
        make_grounder("fusion", embedder=Plain())
    assert ground("Refunds are accepted.", name="embedding", embedder=Plain()).signals["cosine"] == 1.0


def test_an_unknown_grounder_is_refused() -> None:
    """The names that exist are offered."""
    with pytest.raises(UnknownNameError, match="did you mean 'lexical'"):
        make_grounder("lexicl")
    with pytest.raises(UnknownNameError):
        make_grounder("nli:")


def test_identities_say_how_it_was_decided(packaged: Any) -> None:
    """Each tier has a name of its own, with embedder and version of the fit."""
    assert make_grounder("lexical").identity == "lexical|fit:1"
    assert make_grounder("fusion", embedder=packaged).identity.startswith("fusion:all-MiniLM-L6-v2-int8@8199be6f699a")
    assert make_grounder("embedding", embedder=packaged).identity.startswith("embedding:all-MiniLM-L6-v2-int8@")


@pytest.mark.parametrize(("name", "least"), [("begin_wow", 0.93), ("faithdial_audit", 0.83), ("fever_symmetric", 0.66)])
def test_the_lexical_tier_is_worth_what_the_documents_say(name: str, least: float, shared: Any) -> None:
    """AUROC against people on sets that were never fitted on."""
    import json

    rows = [json.loads(line) for line in (shared / "data" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    scores = [ground(row["claim"], row["context"]).score for row in rows]
    right = sorted(score for score, row in zip(scores, rows, strict=True) if row["label"] == 1)
    wrong = [score for score, row in zip(scores, rows, strict=True) if row["label"] != 1]
    wins = sum((one > other) + 0.5 * (one == other) for one in right for other in wrong)
    assert wins / (len(right) * len(wrong)) > least
