"""The strict contract: ids decided upstream, counted exactly, and every broken row told apart from a bad one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.metrics import EvidenceCoverage
from assay.records import Attribution, Case, Claim, Output, Ratio, Sample, Score, Status
from assay.records.score import recompute


def score(required: Any, supported: Any) -> Score:
    return EvidenceCoverage().score(required_claim_ids=required, supported_claim_ids=supported)


@pytest.mark.parametrize(
    ("supported", "value", "reason"),
    [
        ([], 0.0, "supported=0; required=2; missing=c1,c2"),
        (["c1"], 0.5, "supported=1; required=2; missing=c2"),
        (["c2"], 0.5, "supported=1; required=2; missing=c1"),
        (["c1", "c2"], 1.0, "supported=2; required=2; missing=none"),
        (["c2", "c1"], 1.0, "supported=2; required=2; missing=none"),
        ([" c1 "], 0.5, "supported=1; required=2; missing=c2"),
    ],
)
def test_boundaries(supported: list[str], value: float, reason: str) -> None:
    """None, some and all supported give the exact value and the exact reason."""
    result = score(["c1", "c2"], supported)
    assert (result.status, result.value, result.reason) == (Status.SCORED, value, reason)


def test_two_of_three_keeps_its_counts() -> None:
    """Two thirds is kept as counted, and the missing claim is named."""
    result = score(["refund-window", "refund-method", "support-channel"], ["refund-window", "support-channel"])
    assert result.value == 2 / 3
    assert result.ratio == Ratio(numerator=2, denominator=3)
    assert result.reason == "supported=2; required=3; missing=refund-method"
    assert [item.id for item in result.items if item.outcome == "missing"] == ["refund-method"]


@pytest.mark.parametrize(
    ("required", "supported", "code", "fragment"),
    [
        ([], [], "empty_requirement", "required_claim_ids must not be empty"),
        (["c1"], ["old-c1"], "unknown_id", "unknown IDs: old-c1"),
        (["c1"], ["C1"], "unknown_id", "unknown IDs: C1"),
        (["c1", "c1"], ["c1"], "duplicate_id", "required_claim_ids contains duplicate claim IDs: c1"),
        (["c1", " c1"], [], "duplicate_id", "required_claim_ids contains duplicate claim IDs: c1"),
        (["c1"], ["c1", "c1"], "duplicate_id", "supported_claim_ids contains duplicate claim IDs: c1"),
        (["c1", " "], [], "blank_id", "required_claim_ids contains a blank claim ID"),
        (["c1"], [""], "blank_id", "supported_claim_ids contains a blank claim ID"),
        ("c1", [], "not_a_list", "required_claim_ids must be a list of claim IDs, got str"),
        (["c1"], {"c1"}, "not_a_list", "supported_claim_ids must be a list of claim IDs, got set"),
        (["c1", 2], [], "item_type", "required_claim_ids[1] must be text, got int"),
        (None, [], "not_a_list", "required_claim_ids must be a list"),
    ],
)
def test_broken_rows_are_invalid(required: Any, supported: Any, code: str, fragment: str) -> None:
    """A row that breaks the contract has no value, a stable code, and a reason that names the field and the id."""
    result = score(required, supported)
    assert (result.status, result.value, result.code) == (Status.INVALID, None, code)
    assert fragment in result.reason


def test_case_is_kept() -> None:
    """Ids that differ in case are two ids."""
    assert score(["a", "A"], ["A"]).reason == "supported=1; required=2; missing=a"


def test_missing_argument_is_a_call_error() -> None:
    """A missing or unknown argument is the caller's mistake and names itself."""
    with pytest.raises(TypeError, match="required_claim_ids"):
        EvidenceCoverage().score(supported_claim_ids=[])
    with pytest.raises(TypeError, match="claims"):
        EvidenceCoverage().score(required_claim_ids=["a"], supported_claim_ids=[], claims=[])
    with pytest.raises(TypeError):
        EvidenceCoverage().score(["a"], [])  # type: ignore[misc]


def evaluate(case: Case, output: Output) -> Score:
    result = EvidenceCoverage().evaluate(Sample(case=case, output=output))
    assert isinstance(result, Score)
    return result


CASE = Case(id="1", required_claims=(Claim(id="a"), Claim(id="b")))


def test_a_case_without_claims_is_not_applicable() -> None:
    """Only the case decides; an empty requirement was stated and is invalid."""
    assert evaluate(Case(id="1"), Output(supported_claim_ids=("a",))).status is Status.NOT_APPLICABLE
    assert evaluate(Case(id="1", required_claims=()), Output(supported_claim_ids=())).code == "empty_requirement"


def test_an_output_without_attribution_is_invalid() -> None:
    """A target that returns no attribution does not make the check go away."""
    result = evaluate(CASE, Output(answer="x"))
    assert (result.status, result.code) == (Status.INVALID, "missing_output")


def test_attributions_count_when_they_support() -> None:
    """Supported ids come from attributions, each once."""
    entries = tuple(Attribution(claim_id=name, supported=yes) for name, yes in (("a", True), ("a", True), ("b", False)))
    assert evaluate(CASE, Output(attributions=entries)).reason == "supported=1; required=2; missing=b"


IDS = st.lists(st.text("abcXYZ-1", min_size=1, max_size=6), min_size=1, max_size=8, unique=True)


@given(IDS, st.data())
def test_laws(required: list[str], data: st.DataObject) -> None:
    """The order of ids does not matter, items recompute the value, and one more supported id never lowers it."""
    supported = data.draw(st.lists(st.sampled_from(required), unique=True))
    result = score(required, supported)
    assert result.value == score(required[::-1], supported[::-1]).value == recompute(result.items)
    assert result.value == len(supported) / len(required)
    rest = [name for name in required if name not in supported]
    if rest:
        assert score(required, [*supported, rest[0]]).value > result.value
