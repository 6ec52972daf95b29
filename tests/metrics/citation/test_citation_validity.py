"""Citations point at something retrieved; the case decides whether they must."""

from __future__ import annotations

from typing import Any

import pytest

from assay.metrics import CitationValidity
from assay.records import Case, Citation, Context, Output, Sample, Score, Status
from assay.records.score import recompute

CONTEXTS = (Context(text="x", id="d1#1", document_id="d1"), Context(text="y", id="d2#1"))


@pytest.mark.parametrize(
    ("cited", "value", "reason"),
    [
        (["d1#1"], 1.0, "valid=1; cited=1; unknown=none"),
        (["d1"], 1.0, "valid=1; cited=1; unknown=none"),
        (["d1#1", "d9"], 0.5, "valid=1; cited=2; unknown=d9"),
        (["D1"], 0.0, "valid=0; cited=1; unknown=D1"),
        (["d2"], 0.0, "valid=0; cited=1; unknown=d2"),
        (["d1", "d1", "d9"], 0.5, "valid=1; cited=2; unknown=d9; repeated=d1"),
        ([{"id": "d1"}], 1.0, "valid=1; cited=1; unknown=none"),
        ([], 0.0, "the case demands citations, the answer has none"),
    ],
)
def test_values(cited: list[Any], value: float, reason: str) -> None:
    """Exact ids of contexts or documents count, each once; the reason says what does not."""
    result = CitationValidity().score(citations=cited, contexts=CONTEXTS)
    assert (result.status, result.value, result.reason) == (Status.SCORED, value, reason)
    assert recompute(result.items) == value


def evaluate(output: Output, **case: Any) -> Score:
    result = CitationValidity().evaluate(Sample(case=Case(id="1", **case), output=output))
    assert isinstance(result, Score)
    return result


GOOD = Output(answer="x", citations=(Citation(id="d1"),), contexts=CONTEXTS)


@pytest.mark.parametrize(
    "case",
    [
        {},
        {"must_cite": False},
        {"must_cite": False, "expected_citations": ("d1",)},
        {"must_abstain": True},
        {"must_abstain": True, "expected_citations": ()},
        {"expected_citations": ()},
    ],
)
@pytest.mark.parametrize(
    "output", [GOOD, Output(answer="x"), Output(answer="x", citations=(Citation(id="d9"),), contexts=())]
)
def test_without_a_demand_it_does_not_apply(case: dict[str, Any], output: Output) -> None:
    """Whatever the target returned, a case that demands nothing is not applicable."""
    assert evaluate(output, **case).status is Status.NOT_APPLICABLE


@pytest.mark.parametrize(
    "case", [{"must_cite": True}, {"expected_citations": ("d1",)}, {"must_cite": True, "must_abstain": True}]
)
def test_a_demand_cannot_be_dodged(case: dict[str, Any]) -> None:
    """No citation is 0; a field that is not returned is invalid, never not applicable."""
    assert evaluate(GOOD, **case).value == 1.0
    assert evaluate(GOOD.replace(citations=()), **case).value == 0.0
    assert evaluate(GOOD.replace(citations=None), **case).code == "missing_output"
    assert evaluate(GOOD.replace(contexts=None), **case).code == "missing_output"


def test_nothing_retrieved_means_nothing_to_point_at() -> None:
    """A citation beside an empty retrieval is unknown."""
    assert evaluate(GOOD.replace(contexts=()), must_cite=True).value == 0.0


def test_contexts_without_ids_are_invalid() -> None:
    """Where no context has an id the question cannot be answered, and the reason says what to return."""
    result = CitationValidity().score(citations=["x"], contexts=["text", "more"])
    assert (result.status, result.code) == (Status.INVALID, "no_context_ids")
    assert "`id`" in result.reason


@pytest.mark.parametrize(
    ("cited", "code"),
    [([" "], "blank_id"), ("d1", "not_a_list"), ([{"title": "d1"}], "citation_id"), ([["d1"]], "item_type")],
)
def test_unknown_forms_are_invalid(cited: Any, code: str) -> None:
    """A citation without an id in a known form is refused, never compared as printed text."""
    assert CitationValidity().score(citations=cited, contexts=CONTEXTS).code == code
