"""`assay lint` names what is wrong or weak, with its place."""

from __future__ import annotations

import json


def test_findings_have_place_code_and_severity(assay) -> None:
    """A case with nothing to check is an error; a duplicate input is a warning and alone leaves exit 0."""
    reviewed = {"by": "qa", "on": "2026-01-01", "why": "test"}
    good = {"id": "a", "input": "How do refunds work?", "must_abstain": False, "reviewed": reviewed}
    assay.write("golden.jsonl", [good, {"id": "b", "input": "Anything?", "reviewed": reviewed}])
    result = assay("lint", "golden.jsonl", "--json")
    assert result.returncode == 2
    assert ("no_check", "b") in [(finding["code"], finding["case_id"]) for finding in json.loads(result.stdout)]
    assay.write("golden.jsonl", [good, {**good, "id": "c"}])
    result = assay("lint", "golden.jsonl", "--json")
    assert result.returncode == 0
    assert [finding["code"] for finding in json.loads(result.stdout)] == ["duplicate_input"]


def test_a_policy_says_which_cases_it_cannot_check(assay) -> None:
    """A case that no check of the policy applies to is found."""
    row = {"id": "a", "input": "q", "must_abstain": False, "reviewed": {"by": "qa"}}
    assay.write("golden.jsonl", [row])
    assay.write("policy.yaml", "version: '1'\nchecks:\n  fact_coverage: {required: true, minimum: 0.5}\n")
    result = assay("lint", "golden.jsonl", "--policy", "policy.yaml")
    assert result.returncode == 2
    assert "no_check" in result.stdout


def test_nothing_found_is_said(assay) -> None:
    """The scaffold's golden set has no error."""
    assay("init", "evals")
    result = assay("lint", "evals/golden.jsonl", "--policy", "evals/policy.yaml")
    assert result.returncode == 0, result.stdout
