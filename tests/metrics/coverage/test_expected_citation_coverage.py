"""Expected citations: exact ids, passages count for their document, never the reverse."""

from __future__ import annotations

from typing import Any

import pytest

from assay.metrics import ExpectedCitationCoverage
from assay.records import Case, Citation, Output, Sample, Score, Status
from assay.records.score import recompute

CONTEXTS = [
    {"id": "doc-7#2", "document_id": "doc-7", "text": "x"},
    {"id": "doc-8#1", "document_id": "doc-8", "text": "y"},
]


@pytest.mark.parametrize(
    ("expected", "cited", "value"),
    [
        (["doc-7#2"], ["doc-7#2"], 1.0),
        (["doc-7"], ["doc-7#2"], 1.0),
        (["doc-7#2"], ["doc-7"], 0.0),
        (["doc-7"], ["doc-7"], 1.0),
        (["doc-7", "doc-8"], ["doc-7#2"], 0.5),
        (["doc"], ["doc-7"], 0.0),
        (["doc-7"], ["DOC-7"], 0.0),
        (["refund"], ["refund.md"], 0.0),
        (["doc-7"], [], 0.0),
        (["doc-7"], [{"id": "doc-7#2", "quote": "x"}, "doc-9"], 1.0),
    ],
)
def test_values(expected: list[str], cited: list[Any], value: float) -> None:
    """Ids match exactly; a cited passage gives its document too."""
    result = ExpectedCitationCoverage().score(expected_citations=expected, citations=cited, contexts=CONTEXTS)
    assert result.value == value == recompute(result.items)


def test_a_context_that_is_not_cited_gives_nothing() -> None:
    """Retrieving the right document is not citing it."""
    assert (
        ExpectedCitationCoverage().score(expected_citations=["doc-7"], citations=["doc-8#1"], contexts=CONTEXTS).value
        == 0
    )


def test_contexts_are_optional_and_the_reason_is_exact() -> None:
    """Without contexts, ids are compared as they are; the reason names what is missing, sorted."""
    result = ExpectedCitationCoverage().score(expected_citations=["c", "a", "b"], citations=["c"])
    assert result.reason == "cited=1; expected=3; missing=a,b"


@pytest.mark.parametrize(("expected", "code"), [(["a", "a"], "duplicate_id"), ([""], "blank_id"), ("a", "not_a_list")])
def test_broken_lists_are_invalid(expected: Any, code: str) -> None:
    """Blank or duplicate expected ids are the test data's fault."""
    assert ExpectedCitationCoverage().score(expected_citations=expected, citations=[]).code == code


def evaluate(case: Case, output: Output) -> Score:
    result = ExpectedCitationCoverage().evaluate(Sample(case=case, output=output))
    assert isinstance(result, Score)
    return result


def test_the_case_decides() -> None:
    """Not stated or empty: not applicable. Stated: no citations is 0, no field is invalid."""
    demanding = Case(id="1", expected_citations=("a",))
    assert evaluate(Case(id="1"), Output()).status is Status.NOT_APPLICABLE
    assert evaluate(Case(id="1", expected_citations=()), Output()).status is Status.NOT_APPLICABLE
    assert evaluate(demanding, Output(answer="x", citations=())).value == 0.0
    assert evaluate(demanding, Output(answer="x")).code == "missing_output"
    assert evaluate(demanding, Output(citations=(Citation(id="a"),))).value == 1.0
