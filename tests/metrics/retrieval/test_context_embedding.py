"""Context precision, context recall and topical relevance by embedding."""

from __future__ import annotations

from typing import Any

import pytest
from vectors import BrokenEmbedder, TableEmbedder

from assay.errors import ConfigurationError
from assay.metrics.retrieval.context_precision_embedding import ContextPrecisionEmbedding
from assay.metrics.retrieval.context_recall_embedding import ContextRecallEmbedding
from assay.metrics.retrieval.topical_relevance import TopicalRelevance
from assay.records import Case, Context, Output, Sample, Status
from assay.records.score import recompute

TABLE = {"east": [1.0, 0.0], "near east": [0.8, 0.6], "north": [0.0, 1.0], "west": [-1.0, 0.0]}
BOTH = [ContextPrecisionEmbedding, ContextRecallEmbedding]


def score(metric: Any, contexts: list[str], references: list[str]) -> Any:
    return metric.score(contexts=contexts, reference_contexts=references, embedder=TableEmbedder(TABLE))


@pytest.mark.parametrize(
    ("contexts", "references", "precision", "recall"),
    [
        (["east", "west"], ["near east"], 0.5, 1.0),
        (["near east"], ["east", "north"], 1.0, 0.5),
        (["east", "east", " "], ["east", ""], 1.0, 1.0),
        (["west"], ["east"], 0.0, 0.0),
        ([], ["east"], 0.0, 0.0),
    ],
)
def test_shares_by_hand(contexts: list[str], references: list[str], precision: float, recall: float) -> None:
    """A cosine of exactly the threshold matches on both sides; duplicates and blank passages lift nothing."""
    for metric, value in ((ContextPrecisionEmbedding(), precision), (ContextRecallEmbedding(), recall)):
        found = score(metric, contexts, references)
        assert (found.status, found.value) == (Status.SCORED, value)
        assert not found.items or recompute(found.items) == value


def test_a_threshold_of_zero_is_a_threshold() -> None:
    """At 0 a right angle matches and an obtuse one does not."""
    assert score(ContextPrecisionEmbedding(threshold=0), ["north", "west"], ["east"]).value == 0.5
    with pytest.raises(ConfigurationError):
        ContextRecallEmbedding(threshold=2)


@pytest.mark.parametrize("metric", BOTH)
def test_without_reference_contexts_there_is_nothing_to_check(metric: Any) -> None:
    """The case decides, and blank references are none."""
    assert score(metric(), ["east"], [" "]).status is Status.NOT_APPLICABLE
    sample = Sample(case=Case(id="1", reference_contexts=(" ",)), output=Output(contexts=(Context(text="east"),)))
    assert metric().evaluate(sample).status is Status.NOT_APPLICABLE


@pytest.mark.parametrize("metric", BOTH)
def test_a_failing_embedder_is_an_error(metric: Any) -> None:
    """No number without embeddings."""
    found = metric().score(contexts=["a"], reference_contexts=["a"], embedder=BrokenEmbedder())
    assert (found.status, found.code) == (Status.ERROR, "unreachable")


def topical(question: Any, contexts: list[str]) -> Any:
    return TopicalRelevance().score(input=question, contexts=contexts, embedder=TableEmbedder(TABLE))


def test_topical_relevance_is_the_mean_cosine() -> None:
    """By hand, with each context's cosine on its item; the order does not matter."""
    found = topical("east", ["near east", "north", "west", " "])
    assert found.value == pytest.approx((0.8 + 0 - 1) / 3)
    assert [item.credit for item in found.items] == pytest.approx([0.8, 0.0, -1.0])
    assert topical("east", ["west", "north", "near east"]).value == pytest.approx(found.value)
    assert topical([{"role": "user", "content": "east"}], ["east"]).value == 1.0


def test_topical_relevance_at_the_edges() -> None:
    """Nothing retrieved is a true 0, a blank question invalid."""
    assert topical("east", []).value == 0.0
    assert topical(" ", ["east"]).code == "blank_question"
