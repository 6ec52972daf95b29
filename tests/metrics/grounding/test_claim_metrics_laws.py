"""Every claim metric of an offline grounder, whatever it finds: one status, a reason, evidence that adds up."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_judge import TableGrounder
from vectors import RandomEmbedder

from assay.metrics.base import Metric
from assay.metrics.grounding.claims import clause_texts
from assay.metrics.registry import Registry
from assay.records import Context, Score, Status
from assay.records.score import recompute

METRICS = [
    metric for metric in Registry.built_in() if "grounder" in metric.needs.resources and metric.variant == "grounding"
]
HARMONIC = ("factual_correctness", "ragchecker_f1")
"""No weights of single claims add up to a harmonic mean; tests/metrics/test_judge_metrics.py recomputes it from the items."""

ANSWER = "Refunds take 30 days [1]. They go to the card [2][1]. They are free [9]."
REFERENCE = "Refunds take 30 days. They go to the card."
CONTEXTS = ("A refund takes 30 days.", "Refunds go to the card.")
INPUTS: dict[str, Any] = {
    "input": "How do refunds work?",
    "reference": REFERENCE,
    "required_claims": [
        {"id": "window", "text": "Refunds take 30 days."},
        {"id": "card", "text": "They go to the card."},
    ],
    "answer": ANSWER,
    "contexts": [Context(text=text) for text in CONTEXTS],
}
CLAIMS = [*clause_texts(ANSWER), *clause_texts(REFERENCE), "They are free."]
PAIRS = [(claim, text) for claim in CLAIMS for text in (ANSWER, REFERENCE, *CONTEXTS)]


@pytest.mark.parametrize("metric", METRICS, ids=str)
@given(pairs=st.sets(st.sampled_from(PAIRS)), seed=st.integers(0, 2**32))
def test_the_evidence_adds_up(metric: Metric, pairs: set[tuple[str, str]], seed: int) -> None:
    """A score is scored or not applicable with a reason, lies in its domain, and its items alone give its value."""
    resources = {"embedder": RandomEmbedder(Random(seed)), "grounder": TableGrounder(pairs)}
    given = {name: value for name, value in INPUTS.items() if name in metric.needs.named}
    score = metric.score(**given, **{name: resources[name] for name in metric.needs.resources})
    assert score.status in (Status.SCORED, Status.NOT_APPLICABLE), score.reason
    assert score.reason
    assert Score.from_json(score.to_json()) == score
    if score.status is Status.SCORED:
        assert metric.domain.problem(score.value) is None
        if metric.name not in HARMONIC:
            assert recompute(score.items) == (
                pytest.approx(score.value, abs=1e-12) if score.ratio is None else score.value
            )
