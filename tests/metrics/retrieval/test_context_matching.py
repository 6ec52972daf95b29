"""Contexts against reference contexts, as text."""

from __future__ import annotations

import pytest

from assay.metrics.registry import Registry
from assay.records import Case, Output, Sample, Status
from assay.records.score import recompute

REGISTRY = Registry.built_in()
SPECS = ("context_precision[text]", "context_recall[text]", "context_average_precision[text]", "context_overlap")


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(
    "text", ["Refunds take 30 days.", "退款需要三十天。", "يستغرق الاسترداد ثلاثين يوما", "धनवापसी में तीस दिन"]
)
def test_identical_contexts_score_exactly_one(spec: str, text: str) -> None:
    """In every script."""
    score = REGISTRY.parse(spec).score(contexts=[text], reference_contexts=[text])
    assert score.value == 1.0
    assert recompute(score.items) == 1.0


@pytest.mark.parametrize("spec", SPECS)
def test_blank_contexts_are_no_contexts(spec: str) -> None:
    """A blank passage matches nothing, and blank references leave nothing to check."""
    metric = REGISTRY.parse(spec)
    assert metric.score(contexts=["", "  "], reference_contexts=["a b"]).value == 0.0
    assert metric.score(contexts=[], reference_contexts=["a b"]).value == 0.0
    assert metric.score(contexts=["a"], reference_contexts=["", " "]).status is Status.NOT_APPLICABLE
    empty = Sample(case=Case(id="1"), output=Output())
    assert metric.evaluate(empty).status is Status.NOT_APPLICABLE


def test_the_threshold_counts_on_both_sides_alike() -> None:
    """A similarity of exactly 0.5 meets a threshold of 0.5 for precision and for recall."""
    for spec in ("context_precision[text]", "context_recall[text]"):
        assert REGISTRY.parse(spec).score(contexts=["abxy"], reference_contexts=["abcd"]).value == 1.0


def test_a_threshold_of_zero_is_a_threshold() -> None:
    """Anything matches at 0, and nothing does where there is no other side."""
    metric = REGISTRY.parse("context_recall[text](threshold=0)")
    assert metric.score(contexts=["zzz"], reference_contexts=["abcd"]).value == 1.0
    assert metric.score(contexts=[], reference_contexts=["abcd"]).value == 0.0


def test_canonical_forms_and_spaces_are_equal() -> None:
    """A composed and a decomposed accent are one text."""
    metric = REGISTRY.parse("context_recall[text](threshold=1)")
    assert metric.score(contexts=["cafe\u0301  ole"], reference_contexts=["café ole"]).value == 1.0


def test_plain_precision_ignores_order_and_average_precision_does_not() -> None:
    """The relevant context second of two: both 0.5; first of two: the average precision is exactly 1."""
    references = ["Refunds take 30 days."]
    good, bad = references[0], "Lunch is served at noon in the hall."
    values = {
        spec: [
            REGISTRY.parse(spec).score(contexts=order, reference_contexts=references).value
            for order in ([bad, good], [good, bad])
        ]
        for spec in ("context_precision[text]", "context_average_precision[text]")
    }
    assert values == {"context_precision[text]": [0.5, 0.5], "context_average_precision[text]": [0.5, 1.0]}


def test_overlap_survives_another_chunking() -> None:
    """Two halves of a passage hold all its words, though neither matches it as text."""
    halves = {
        "contexts": ["Refunds are paid", "within 30 days by card"],
        "reference_contexts": ["Refunds are paid within 30 days by card"],
    }
    assert REGISTRY.parse("context_overlap").score(**halves).value == 1.0
    assert REGISTRY.parse("context_recall[text](threshold=0.9)").score(**halves).value == 0.0


def test_overlap_counts_each_occurrence_once() -> None:
    """One `yes` retrieved covers one of two, and a repeated passage covers no more than itself."""
    metric = REGISTRY.parse("context_overlap")
    assert metric.score(contexts=["yes"], reference_contexts=["yes yes"]).value == 0.5
    assert metric.score(contexts=["yes", "yes", "yes"], reference_contexts=["yes"]).value == 1.0


def test_references_as_files_give_them_must_be_a_list_of_texts() -> None:
    """One text instead of a list is invalid, with the field."""
    score = REGISTRY.parse("context_overlap").score(contexts=["a"], reference_contexts="a")
    assert (score.status, score.code) == (Status.INVALID, "not_a_list")
