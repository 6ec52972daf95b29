"""No number without its evidence: what a metric counted adds up to what it says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.metrics import Metric, Registry
from assay.records import Attribution, Case, Citation, Claim, Context, Output, Range, Sample, Score, Status
from assay.records.score import recompute

FAMILIES = ("coverage", "citation", "abstention", "operations", "lexical")
METRICS = [metric for metric in Registry.built_in() if metric.info().family in FAMILIES and not metric.info().resources]
ABOUT_THE_OUTPUT = {"context_redundancy"}
"""Metrics that describe what was returned and demand nothing of it: with nothing returned there is nothing to describe."""

IDS = ["d1", "d2", "d3"]
PHRASES = [
    "Refunds take 30 days.",
    "We may not share data.",
    "We may share data.",
    "I don't know.",
    "No",
    "東京です。",
    "",
    "It costs 1,000.",
]
TEXTS = st.lists(st.sampled_from(PHRASES), max_size=3).map(" ".join)


def optional(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | values


def unique(values: list[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(values), max_size=3, unique=True).map(tuple)


CASES = st.builds(
    Case,
    id=st.just("1"),
    input=TEXTS,
    reference=optional(TEXTS),
    required_claims=optional(unique(IDS).map(lambda ids: tuple(Claim(id=name) for name in ids))),
    expected_facts=optional(unique(["30 days", "data", "東京", "1000"])),
    expected_citations=optional(unique(IDS)),
    reference_contexts=optional(unique(PHRASES)),
    must_abstain=optional(st.booleans()),
    must_cite=optional(st.booleans()),
)
CONTEXTS = st.lists(st.builds(Context, text=TEXTS, id=optional(st.sampled_from(IDS))), max_size=3).map(tuple)
OUTPUTS = st.builds(
    Output,
    answer=optional(TEXTS),
    contexts=optional(CONTEXTS),
    citations=optional(
        st.lists(st.builds(Citation, id=st.sampled_from(IDS), quote=optional(TEXTS)), max_size=3).map(tuple)
    ),
    attributions=optional(
        unique(IDS).map(lambda ids: tuple(Attribution(claim_id=name, supported=True) for name in ids))
    ),
    abstained=optional(st.booleans()),
    latency_ms=optional(st.floats(0, 1e6)),
)


@pytest.mark.parametrize("metric", METRICS, ids=str)
@given(case=CASES, output=OUTPUTS)
def test_every_score_is_whole(metric: Metric, case: Case, output: Output) -> None:
    """Whatever the row: one of the four statuses, a reason, a value only where scored and inside the domain, items that add up to
    a ratio's value, and the same score again."""
    score = metric.evaluate(Sample(case=case, output=output))
    assert isinstance(score, Score)
    assert score.reason
    assert (score.value is not None) == (score.status is Status.SCORED)
    assert score.status is not Status.ERROR
    if score.status is Status.SCORED:
        assert metric.domain.problem(score.value) is None
        if isinstance(metric.domain, Range) and metric.name != "latency":
            assert score.ratio is not None
            assert recompute(score.items) == score.value
    assert metric.evaluate(Sample(case=case, output=output)) == score
    assert Score.from_json(score.to_json()) == score


@pytest.mark.parametrize("metric", [metric for metric in METRICS if metric.name not in ABOUT_THE_OUTPUT], ids=str)
@given(case=CASES, one=OUTPUTS, other=OUTPUTS)
def test_the_output_never_decides_whether_a_check_applies(
    metric: Metric, case: Case, one: Output, other: Output
) -> None:
    """If a check does not apply for one output, it applies for none."""
    first, second = (metric.evaluate(Sample(case=case, output=output)) for output in (one, other))
    assert isinstance(first, Score)
    assert isinstance(second, Score)
    assert (first.status is Status.NOT_APPLICABLE) == (second.status is Status.NOT_APPLICABLE)
