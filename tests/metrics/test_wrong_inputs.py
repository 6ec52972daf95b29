"""Values of the wrong type handed to `score` by name."""

from __future__ import annotations

from typing import Any

import pytest

from assay.metrics import Metric, Registry
from assay.records import Status

REGISTRY = Registry.built_in()
TEXTS = ("answer", "reference", "reference_sql", "other_answer", "language")
ASKED = [(metric, name) for metric in REGISTRY for name in metric.needs.named if name in TEXTS]
REQUIRED = [(metric, name) for metric, name in ASKED if name in metric.needs.required]


def given(metric: Metric, **inputs: Any) -> dict[str, Any]:
    """`inputs`, something for every other text that the metric needs, and no resource."""
    return {
        **{name: "x" for name in metric.needs.required if name in TEXTS},
        **{name: () for name in metric.needs.required if name not in TEXTS},
        **dict.fromkeys(metric.needs.resources),
        **inputs,
    }


@pytest.mark.parametrize(("metric", "name"), ASKED, ids=str)
def test_a_number_for_a_text(metric: Metric, name: str) -> None:
    """The reason names the field, what was expected and what came."""
    score = metric.score(**given(metric, **{name: 5}))
    assert (score.status, score.code, score.reason) == (Status.INVALID, "not_text", f"{name} must be text, got int")


@pytest.mark.parametrize(("metric", "name"), REQUIRED, ids=str)
def test_none_is_absence(metric: Metric, name: str) -> None:
    """None means what it means for a sample: the case states nothing, or the target returned nothing."""
    score = metric.score(**given(metric, **{name: None}))
    stated = (Status.INVALID, "missing_output") if name == "answer" else (Status.NOT_APPLICABLE, "case")
    assert (score.status, score.code) == stated
    assert name in score.reason


def test_sql_that_is_nested_too_deeply() -> None:
    """What the parser cannot read is a wrong answer of the system, not a broken row."""
    pytest.importorskip("sqlglot")
    score = REGISTRY.parse("sql_equivalence[structure]").score(answer="[" * 8000, reference_sql="SELECT 1")
    assert (score.value, score.reason) == (0, "the answer is not one readable query: it is nested too deeply")
