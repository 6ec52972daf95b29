"""Dual run: a new metric or policy beside the old on stored inputs; shadow checks report and never block."""

from __future__ import annotations

import datetime

import pytest

from assay.api import gate, run
from assay.api.catalog import Catalog
from assay.api.deciding import load_policy
from assay.api.dual import dual
from assay.errors import ConfigurationError, UnknownNameError
from assay.gating import Gate
from assay.records import CheckStatus, RunStatus

CASES = [
    {"id": "same", "input": "q", "expected_facts": ["30 days"], "reference": "30 days", "must_abstain": False},
    {"id": "other", "input": "q", "expected_facts": ["30 days"], "reference": "a month", "must_abstain": False},
    {"id": "free", "input": "q", "must_abstain": False},
]
POLICY = "version: '1'\nchecks:\n  fact_coverage: {required: true, minimum: 1.0}\n  abstention: {required: true}\n"


def target(case):
    return {"answer": "30 days", "abstained": False, "latency_ms": 1.0}


@pytest.fixture
def made(bench):
    """A decided run of three cases."""
    path = bench.policy(POLICY)
    result = run(CASES, target=target, policy=path, store=bench.store)
    gate(result, path)
    return result


def test_a_metric_against_itself_agrees(made) -> None:
    """Written in another way it is the same metric: no disagreement, full agreement."""
    result = dual(made, old="fact_coverage", new="fact_coverage()")
    assert (result.disagreements, result.moved, result.unjudged) == ((), (), ())
    assert result.percent == 1.0


def test_each_disagreement_has_both_reasons(made) -> None:
    """Row by row, under the demand of the policy's check."""
    result = dual(made, old="fact_coverage", new="exact_match")
    (one,) = result.disagreements
    assert (one.case_id, one.old.outcome, one.new.outcome) == ("other", CheckStatus.PASS, CheckStatus.FAIL)
    assert one.old.reason
    assert "below the minimum" in one.new.reason
    assert {(old, new): count for old, new, count in result.table} == {
        ("pass", "pass"): 1,
        ("pass", "fail"): 1,
        ("not_applicable", "not_applicable"): 1,
    }
    assert (result.judged, result.percent) == (2, 0.5)


def test_the_decision_under_each_is_shown_and_not_recorded(made) -> None:
    """The old passes, the new would fail; the run keeps its one decision."""
    before = made.decisions()
    result = dual(made, old="fact_coverage", new="exact_match")
    assert (result.old_decision.exit_code, result.new_decision.exit_code) == (0, 1)
    assert made.decisions() == before


def test_rows_that_one_side_cannot_judge_stand_apart(bench) -> None:
    """An invalid row is no disagreement and no agreement."""
    cases = [CASES[0], {**CASES[0], "id": "empty", "required_claims": []}]
    path = bench.policy(POLICY)
    made = run(cases, target=target, policy=path, store=bench.store)
    result = dual(made, old="fact_coverage", new="evidence_coverage")
    assert [one.case_id for one in result.unjudged] == ["empty"]
    assert result.judged == 0


def test_a_metric_that_no_check_uses_has_no_decision(made) -> None:
    """Two metrics outside the policy are compared by whether they hold; nobody would have decided by them."""
    result = dual(made, old="exact_match", new="string_presence")
    assert (result.old_decision, result.new_decision) == (None, None)
    assert result.rows == 3


def test_two_policies_are_compared_by_case(bench, made) -> None:
    """The worst blocking result of each case, with the checks that made it."""
    stricter = bench.policy(POLICY + "  exact_match: {required: true}\n")
    result = dual(made, old=bench.policy(POLICY), new=stricter)
    (one,) = result.disagreements
    assert one.case_id == "other"
    assert one.new.reason.startswith("exact_match: ")
    assert one.old.reason == "fact_coverage, abstention hold"
    assert result.new_decision.exit_code == 1


def test_redacted_rows_are_not_scored_anew(bench) -> None:
    """What a rule took out cannot be measured; the row is unjudged and says why."""
    path = bench.policy(POLICY + "redact: ['pattern:30 days']\n")
    made = run(CASES[:1], target=target, policy=path, store=bench.store)
    (one,) = dual(made, old="fact_coverage", new="exact_match").unjudged
    assert one.old.outcome is CheckStatus.PASS
    assert "redacted" in one.new.reason


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("fact_coverage", "fact_coverage", ConfigurationError),
        ("fact_coverage", "policy.yaml", ConfigurationError),
        ("fact_coverage", "fact_covrage", UnknownNameError),
        ("fact_coverage", "latency", ConfigurationError),
    ],
)
def test_what_cannot_be_compared_is_refused(made, old, new, error) -> None:
    """Twice the same, two kinds, an unknown name, a demand that the new metric cannot meet."""
    with pytest.raises(error):
        dual(made, old=old, new=new)


SHADOW = POLICY + "shadow: {metric: exact_match, until: 2027-01-31, minimum: 1.0}\n"


def test_a_shadow_check_reports_and_never_blocks(bench) -> None:
    """The check fails on a row, is shown with its date, and the decision passes."""
    path = bench.policy(SHADOW)
    decision = gate(run(CASES, target=target, policy=path, store=bench.store), path)
    assert decision.exit_code == 0
    (shadow,) = (result for result in decision.checks if result.check == "exact_match")
    assert shadow.demand.startswith("shadow until 2027-01-31")
    assert any(result.check == "exact_match" and result.status is CheckStatus.FAIL for result in decision.cases)


@pytest.mark.parametrize(("today", "due"), [("2027-01-31", False), ("2027-02-01", True)])
def test_a_shadow_check_warns_after_its_date(bench, today: str, due: bool) -> None:
    """On its last day it is still watched; the day after, somebody has to decide."""
    policy = load_policy(bench.policy(SHADOW)).policy
    made = run(CASES, target=target, policy=policy, store=bench.store)
    judge = Gate(policy, Catalog())
    for row in made.rows():
        judge.add(row)
    decision = judge.decide(run_status=RunStatus.COMPLETE, today=datetime.date.fromisoformat(today))
    assert any("due on 2027-01-31" in warning for warning in decision.warnings) is due
    assert decision.exit_code == 0
