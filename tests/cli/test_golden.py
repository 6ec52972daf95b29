"""`assay golden` and what the gate makes of a golden set's history."""

from __future__ import annotations

import json

CASE = {"id": "a", "input": "How long?", "expected_facts": ["30 days"], "contract": "1", "reviewed": {"by": "qa"}}
ROWS = [
    CASE | {"answer": "It takes 30 days, says ann@example.org.", "abstained": False, "must_abstain": False},
    CASE | {"id": "b", "input": "Who?", "expected_facts": ["nobody"], "answer": "All.", "abstained": False},
]
POLICY = "version: '1'\nchecks: {fact_coverage: {required: true, minimum: 1.0}}\n"


def test_the_diff_says_what_changed_and_that_the_contract_was_not_raised(assay) -> None:
    """Exit 2, one row a field, the code of the problem."""
    assay.write("old.jsonl", [CASE])
    assay.write("new.jsonl", [CASE | {"expected_facts": ["30 days", "card"]}])
    result = assay("golden", "diff", "old.jsonl", "new.jsonl")
    assert result.returncode == 2
    for part in (
        "expected_facts (requirement)",
        "contract_not_raised",
        "1 changed, 0 unchanged; contract version 1 -> 1",
    ):
        assert part in result.stdout
    assert assay("golden", "diff", "old.jsonl", "old.jsonl").returncode == 0


def test_a_failure_becomes_a_reviewed_case(assay) -> None:
    """Run, add, lint refuses it, approve, lint accepts it."""
    assay.write("rows.jsonl", ROWS)
    assay.write("policy.yaml", POLICY)
    assay.write("golden.jsonl", [CASE])
    assert assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml").returncode == 1
    added = assay("golden", "add", "golden.jsonl", "--from-run", "last", "b", "--id", "incident-7")
    assert added.returncode == 0, added.stderr
    case = json.loads((assay.folder / "golden.jsonl").read_text(encoding="utf-8").splitlines()[1])
    assert case["id"] == "incident-7"
    assert case["origin"]["case"] == "b"
    assert "reviewed" not in case
    assert assay("lint", "golden.jsonl").returncode == 2
    approved = assay("golden", "approve", "golden.jsonl", "incident-7", "--by", "ann", "--why", "support ticket")
    assert (approved.returncode, approved.stdout) == (0, "approved  incident-7\n")
    assert assay("lint", "golden.jsonl").returncode == 0


def test_personal_data_is_taken_out_of_an_added_case(assay) -> None:
    """Unless other rules are given, personal data and secrets do not reach the golden set."""
    assay.write("rows.jsonl", [ROWS[0] | {"input": "How long, says ann@example.org?"}])
    assay("run", "--golden", "rows.jsonl", "--metrics", "fact_coverage")
    result = assay("golden", "add", "new.jsonl", "--from-run", "last", "a")
    assert "redacted: email 1" in result.stdout
    assert "ann@example.org" not in (assay.folder / "new.jsonl").read_text(encoding="utf-8")


def test_a_frozen_golden_set_stops_the_gate_when_a_case_changed(assay) -> None:
    """freeze --check, lint and gate all see it; freezing again accepts it."""
    assay.write("rows.jsonl", ROWS[:1])
    assay.write("policy.yaml", POLICY)
    gate = ("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml")
    assert assay("golden", "freeze", "rows.jsonl", "--check").returncode == 2
    assert assay("golden", "freeze", "rows.jsonl").returncode == 0
    assert assay("golden", "freeze", "rows.jsonl", "--check").returncode == 0
    assert assay(*gate).returncode == 0
    assay.write("rows.jsonl", [ROWS[0] | {"expected_facts": ["days"]}])
    check = assay("golden", "freeze", "rows.jsonl", "--check")
    assert (check.returncode, check.stdout) == (1, "case 'a' was changed\n")
    stopped = assay(*gate)
    assert stopped.returncode == 2
    assert "not what was frozen" in stopped.stderr
    assert "frozen_mismatch" in assay("lint", "rows.jsonl").stdout
    assay("golden", "freeze", "rows.jsonl")
    assert assay(*gate).returncode == 0


def test_a_migration_map_carries_outputs_and_baseline_over(assay) -> None:
    """Outputs recorded under an old id are found, and the baseline is compared under its own ids."""
    policy = "version: '1'\nchecks: {fact_coverage: {kpi: true, fail: 0.1, warn: 0.2, target: 0.3}}\n"
    cases = [CASE | {"id": f"c{number}"} for number in range(4)]
    outputs = [{"id": f"c{number}", "answer": "30 days"} for number in range(4)]
    assay.write("old.jsonl", cases)
    assay.write("outputs.jsonl", outputs)
    assay.write("policy.yaml", policy)
    assay("run", "--golden", "old.jsonl", "--outputs", "outputs.jsonl", "--policy", "policy.yaml")
    base = json.loads(assay("runs", "--json").stdout)[0]["manifest"]["run_id"]
    assay.write("new.jsonl", [CASE | {"id": "renamed"}, *cases[1:]])
    assay.write("compared.yaml", policy + f"run: {{baseline: {{run: '{base}', margin: 0.5}}}}\n")
    gate = ("gate", "--golden", "new.jsonl", "--outputs", "outputs.jsonl", "--policy", "compared.yaml", "--json")
    assert json.loads(assay(*gate).stdout)["decision"]["exit_code"] == 2
    assay.write("map.json", {"c0": "renamed"})
    decision = json.loads(assay(*gate, "--migration", "map.json").stdout)["decision"]
    assert decision["exit_code"] == 0
    assert decision["rules"][0]["details"]["pairs"] == 4
    assay.write("wrong.json", {"c1": "renamed"})
    wrong = assay(*gate, "--migration", "wrong.json")
    assert wrong.returncode == 2
    assert "still there" in wrong.stderr
