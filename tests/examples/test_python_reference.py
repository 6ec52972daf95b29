"""The example runs, and the gate finds the faults that its README names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from replayed import Keeper

from assay import gate, run

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "python_reference"
EVALS = EXAMPLE / "evals"


@pytest.fixture(scope="module")
def decision(tmp_path_factory: pytest.TempPathFactory, keeper: Keeper):
    """The decision on a fresh run, which is replayed elsewhere when all tests are through."""
    store = tmp_path_factory.mktemp("example") / "assay.db"
    made = run(EVALS / "golden.jsonl", target=str(EVALS / "target.py"), policy=EVALS / "policy.yaml", store=store)
    decided = gate(made, EVALS / "policy.yaml")
    keeper.take(made.store, test=__name__, folders=(EVALS,))
    return decided


def test_the_golden_set_is_what_is_promised() -> None:
    """At least 40 reviewed cases in several groups, every multi-claim case with stable claim ids."""
    rows = [json.loads(line) for line in (EVALS / "golden.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rows) >= 40
    assert {row["group"] for row in rows} >= {"answerable", "must-cite", "multi-claim", "abstain"}
    assert all(row["reviewed"]["by"] for row in rows)
    assert all(len(row["required_claims"]) >= 2 for row in rows if row["group"] == "multi-claim")


def test_the_gate_fails_and_names_the_invented_answers(decision) -> None:
    """Two unanswerable questions get an invented answer; each blocks by itself."""
    assert decision.exit_code == 1
    invented = {result.case_id for result in decision.cases if result.check == "abstention"}
    assert {"abstain-capital", "abstain-java-interface"} <= invented
    assert "with-exit" in {result.case_id for result in decision.cases if result.check == "evidence_coverage"}


def test_nothing_is_invalid(decision) -> None:
    """The failures are the application's, not the evaluation's."""
    assert decision.problems == ()
    assert (decision.rows.invalid, decision.rows.error) == (0, 0)
    assert decision.n_cases == 48


def test_exploratory_cases_do_not_block(decision) -> None:
    """A case that is marked as not blocking is never among the blocking results."""
    assert not [result for result in decision.cases if result.group == "exploratory" and result.blocks]
