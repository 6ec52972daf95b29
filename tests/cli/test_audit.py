"""`assay bundle`, `verify`, `replay` and `dual` as a person calls them."""

from __future__ import annotations

import json

import pytest

CASE = {"must_abstain": False, "abstained": False}
ROWS = [
    {**CASE, "id": "a", "input": "How long?", "expected_facts": ["30 days"], "answer": "30 days."},
    {**CASE, "id": "b", "input": "Which fee?", "expected_facts": ["7"], "answer": "none, ann@example.org"},
]
POLICY = "version: '1'\nchecks:\n  fact_coverage: {required: true, minimum: 1.0}\n  abstention: {required: true}\n"


@pytest.fixture
def decided(assay):
    """A folder with one decided run."""
    assay.write("rows.jsonl", ROWS)
    assay.write("policy.yaml", POLICY)
    assert assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml").returncode == 1
    return assay


def test_bundle_verify_replay(decided) -> None:
    """A run is bundled, checked and replayed with one command each, all of them saying what they found."""
    bundled = decided("bundle", "-o", "run.assay")
    assert bundled.returncode == 0, bundled.stderr
    assert "wrote run.assay: 2 rows, 1 policy, 1 decision" in bundled.stdout
    verified = decided("verify", "run.assay")
    assert verified.returncode == 0
    assert "HOLDS (exit 0)" in verified.stdout
    (decided.folder / ".assay" / "assay.db").unlink()
    replayed = decided("replay", "run.assay")
    assert replayed.returncode == 0
    assert replayed.stdout.rstrip().endswith(
        "REPLAY IDENTICAL (exit 0): every score and every decision comes out the same"
    )


def test_a_changed_bundle_is_exit_1_with_its_place(decided) -> None:
    """The line and the record are named; a replay of it is refused."""
    decided("bundle", "-o", "run.assay")
    path = decided.folder / "run.assay"
    path.write_bytes(path.read_bytes().replace(b"30 days.", b"31 days."))
    result = decided("verify", "run.assay")
    assert result.returncode == 1
    assert "BROKEN (exit 1): 1 place does not hold" in result.stdout
    assert "run.assay:5" in result.stdout
    assert "output of case 'a'" in result.stdout
    assert decided("replay", "run.assay").returncode == 2


def test_a_bundle_of_nothing_or_nowhere_is_exit_2(assay) -> None:
    """No run, no folder, no bundle: one message each."""
    for arguments in (
        ("bundle", "-o", "run.assay"),
        ("bundle", "-o", "no/such/run.assay"),
        ("verify", "none.assay"),
        ("replay", "none.assay"),
    ):
        result = assay(*arguments)
        assert result.returncode == 2, arguments
        assert result.stderr.strip()
        assert "Traceback" not in result.stderr


def test_a_redacted_run_says_so_everywhere(assay) -> None:
    """Bundle and replay count what was redacted; the replay is incomplete unless that is accepted."""
    assay.write("rows.jsonl", ROWS)
    assay.write("policy.yaml", POLICY + "redact: [email, 'field:answer']\n")
    gated = assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml")
    assert "redacted before storing: " in gated.stdout
    assert "ann@example.org" not in gated.stdout
    assert "redacted: " in assay("bundle", "-o", "run.assay").stdout
    replayed = assay("replay", "last")
    assert replayed.returncode == 2
    assert "not recomputable: redacted" in replayed.stdout
    assert assay("replay", "last", "--accept-redacted").returncode == 0
    assert b"ann@example.org" not in (assay.folder / "run.assay").read_bytes()


def test_a_dual_run_shows_both_reasons_and_decisions(decided) -> None:
    """The table, the row, and what would have been decided."""
    result = decided("dual", "--old", "fact_coverage", "--new", "exact_match")
    assert result.returncode == 0, result.stderr
    assert "decision under the old  FAIL" in result.stdout
    assert "decision under the new" in result.stdout
    assert json.loads(decided("dual", "--old", "fact_coverage", "--new", "exact_match", "--json").stdout)["rows"] == 2


def test_a_shadow_check_past_its_date_warns_and_does_not_block(assay) -> None:
    """The report shows the observation and says that somebody has to decide."""
    assay.write("rows.jsonl", ROWS[:1])
    assay.write("policy.yaml", POLICY + "shadow: {metric: exact_match, until: 2020-01-31, minimum: 1.0}\n")
    result = assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml")
    assert result.returncode == 0, result.stdout
    assert "shadow until 2020-01-31" in result.stdout
    assert "was due on 2020-01-31" in result.stdout


def test_selftest_names_what_gets_through(decided) -> None:
    """The table, the finding with its advice, exit 1; a policy that passes no case is exit 2."""
    decided.write("rows.jsonl", ROWS[:1])
    result = decided("selftest", "--golden", "rows.jsonl", "--policy", "policy.yaml")
    assert result.returncode == 1, result.stderr
    assert "SELFTEST FAIL (exit 1)" in result.stdout
    assert "would be stopped by  faithfulness" in result.stdout
    decided.write("rows.jsonl", ROWS[1:])
    assert decided("selftest", "--golden", "rows.jsonl", "--policy", "policy.yaml").returncode == 2
