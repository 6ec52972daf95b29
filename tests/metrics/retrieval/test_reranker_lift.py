"""Reranking measured as a paired difference."""

from __future__ import annotations

import pytest

from assay.metrics.registry import Registry
from assay.records import Case, Output, Sample, Status

REGISTRY = Registry.built_in()


def test_lift_is_the_difference_of_the_measure() -> None:
    """From rank 2 to rank 1 the reciprocal rank rises by a half, and both values stay on the score."""
    score = REGISTRY.parse("reranker_lift(of=RR)").score(
        retrieved_ids_before=["x", "a"], retrieved_ids=["a", "x"], expected_context_ids=["a"]
    )
    assert score.value == 0.5
    assert dict(score.details) == {"before": 0.5, "after": 1.0}


def test_swapping_the_sides_turns_the_sign() -> None:
    """A reranker that undoes another one loses what the other won."""
    metric = REGISTRY.parse("reranker_lift")
    sides = {"retrieved_ids_before": ["x", "b", "a"], "retrieved_ids": ["a", "x", "b"]}
    swapped = {"retrieved_ids_before": sides["retrieved_ids"], "retrieved_ids": sides["retrieved_ids_before"]}
    there = metric.score(**sides, relevance={"a": 3, "b": 1}).value
    back = metric.score(**swapped, relevance={"a": 3, "b": 1}).value
    assert there == -back > 0


def test_no_change_is_exactly_zero() -> None:
    """The same ranking twice."""
    score = REGISTRY.parse("reranker_lift").score(retrieved_ids_before=["a"], retrieved_ids=["a"], relevance={"a": 1})
    assert score.value == 0.0


def test_both_rankings_are_required_and_the_case_decides_first() -> None:
    """Without the ranking before there is no lift; without judgements there is nothing to check."""
    metric = REGISTRY.parse("reranker_lift")
    output = Output(extra={"retrieved_ids": ["a"]})
    with_case = Sample(case=Case(id="1", expected_context_ids=("a",)), output=output)
    assert metric.evaluate(with_case).code == "missing_output"
    assert metric.evaluate(Sample(case=Case(id="1"), output=output)).status is Status.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("corpus", "value", "missing"), [(["a", "b"], 1.0, "none"), (["a"], 0.5, "b"), ([], 0.0, "a,b")]
)
def test_expected_ids_that_left_the_corpus_are_named(corpus: list[str], value: float, missing: str) -> None:
    """Corpus turnover shows as a share below 1, with the ids that are gone."""
    score = REGISTRY.parse("expected_ids_in_corpus").score(corpus_ids=corpus, relevance={"a": 1, "b": 2, "c": 0})
    assert score.value == value
    assert score.reason.endswith(f"missing={missing}")


def test_turnover_needs_a_corpus_and_an_expectation() -> None:
    """Either absent: nothing to check."""
    metric = REGISTRY.parse("expected_ids_in_corpus")
    for case in (Case(id="1", expected_context_ids=("a",)), Case(id="1", extra={"corpus_ids": ["a"]})):
        assert metric.evaluate(Sample(case=case, output=Output())).status is Status.NOT_APPLICABLE
