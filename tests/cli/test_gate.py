"""`assay gate` as CI calls it: exit codes, output, and everything that must not be green."""

from __future__ import annotations

import json

import pytest

MARS = {
    "id": "mars-office",
    "input": "Will the company support a Mars office?",
    "expected_citations": [],
    "expected_facts": [],
    "must_abstain": True,
    "answer": "Yes, the Mars office opens in 2027.",
    "contexts": [],
    "citations": [],
    "abstained": False,
}
REQUIRED = "version: '1'\nchecks:\n  abstention: {required: true}\n"


def test_the_scaffold_passes_out_of_the_box(assay) -> None:
    """`assay init` then `assay gate --dir` is a green gate on a fresh machine."""
    assert assay("init", "evals").returncode == 0
    result = assay("gate", "--dir", "evals")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "DECISION PASS (exit 0)" in result.stdout


def test_an_invented_answer_fails(assay) -> None:
    """The Mars-office answer is blocked by the required abstention check alone."""
    assay.write("rows.jsonl", [MARS])
    assay.write("policy.yaml", REQUIRED)
    result = assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml")
    assert result.returncode == 1
    assert "mars-office" in result.stdout


@pytest.mark.parametrize(("minimum", "older"), [("0.80", "fail"), ("0.75", "pass")])
def test_the_mean_rule_stands_beside_the_decision(assay, minimum: str, older: str) -> None:
    """The older rule passes the invented answer at 0.75 and fails it at 0.80; the required check fails it at both."""
    assay.write("rows.jsonl", [MARS])
    metrics = "[citation_validity, expected_citation_coverage, fact_coverage, abstention]"
    assay.write("policy.yaml", f"{REQUIRED}case_mean: {{metrics: {metrics}, minimum: {minimum}, empty: 1.0}}\n")
    result = assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml", "--json")
    decision = json.loads(result.stdout)["decision"]
    assert result.returncode == 1
    assert decision["status"] == "fail"
    assert decision["older_rule"]["status"] == older


def test_a_right_abstention_with_nothing_else_applicable_passes(assay) -> None:
    """Checks with nothing to check neither help nor hurt."""
    assay.write("rows.jsonl", [{**MARS, "answer": "The documents do not say.", "abstained": True}])
    assay.write("policy.yaml", REQUIRED + "  fact_coverage: {required: true, minimum: 0.8}\n")
    assert assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml").returncode == 0


def test_strong_scores_do_not_rescue_a_check_below_its_floor(assay) -> None:
    """One required check below its minimum blocks, whatever the others say."""
    row = {
        "id": "a",
        "input": "q",
        "must_abstain": False,
        "expected_facts": ["30 days", "card"],
        "required_claims": [{"id": "c1"}],
        "supported_claim_ids": ["c1"],
        "answer": "30 days.",
        "abstained": False,
    }
    assay.write("rows.jsonl", [row])
    checks = "  fact_coverage: {required: true, minimum: 0.8}\n  evidence_coverage: {required: true, minimum: 0.8}\n"
    assay.write("policy.yaml", REQUIRED + checks)
    result = assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml")
    assert result.returncode == 1
    assert "missing='card'" in result.stdout


@pytest.mark.parametrize(
    ("policy", "complaint"),
    [
        ("version: '1'\nchecks:\n  abstentoin: {required: true}\n", "did you mean 'abstention'"),
        ("version: '1'\nchecks:\n  abstention: {requried: true}\n", "required"),
        ("version: '1'\nchecks:\n  fact_coverage: {kpi: 'false', fail: 0.5, warn: 0.6, target: 0.7}\n", "kpi"),
        ("version: '1'\nchecks:\n  fact_coverage: {kpi: true, fail: 75, warn: 85, target: 90}\n", "75"),
        ("version: '1'\nchecks: {}\n", "check"),
        ("", "empty"),
        ("[1, 2]\n", "policy"),
        ("checks: {a: [\n", "policy.yaml:"),
    ],
)
def test_a_wrong_policy_is_exit_2_with_its_place(assay, policy: str, complaint: str) -> None:
    """A mistyped policy never falls back to a default."""
    assay.write("rows.jsonl", [MARS])
    assay.write("policy.yaml", policy)
    result = assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml")
    assert result.returncode == 2
    assert complaint in result.stderr
    assert "Traceback" not in result.stderr


def test_all_problems_of_a_policy_are_named_at_once(assay) -> None:
    """Three mistakes, one run, three lines."""
    assay.write("rows.jsonl", [MARS])
    text = "version: '1'\nchecks:\n  abstentoin: {required: true}\n  fact_coverage: {kpi: 1, fail: 9}\nrun: {max_invlid: 0}\n"
    assay.write("policy.yaml", text)
    result = assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml")
    for part in ("policy.yaml:3", "policy.yaml:4", "policy.yaml:5"):
        assert part in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("gate",),
        ("gate", "--dir", "nowhere"),
        ("gate", "--golden", "missing.jsonl", "--policy", "policy.yaml"),
        ("gate", "--golden", "rows.jsonl", "--policy", "missing.yaml"),
        ("gate", "--golden", "rows.jsonl"),
        ("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml", "--target", "nowhere.py"),
        ("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml", "--output", "no/such/folder.json"),
        ("gate", "--run", "last", "--policy", "policy.yaml"),
        ("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml", "--map", "answer"),
        ("nonsense",),
    ],
)
def test_a_wrong_call_is_exit_2_and_one_message(assay, arguments: tuple[str, ...]) -> None:
    """What is missing is said; there is no traceback, and nothing is scored."""
    assay.write("rows.jsonl", [MARS])
    assay.write("policy.yaml", REQUIRED)
    result = assay(*arguments)
    assert result.returncode == 2
    assert result.stderr.strip()
    assert "Traceback" not in result.stderr
    assert not (assay.folder / ".assay").exists()


@pytest.mark.parametrize(
    ("body", "sign"),
    [
        ("import sys\ndef run(question):\n    sys.exit(0)\n", "exit"),
        ("def run(question):\n    raise RuntimeError('boom')\n", "boom"),
        ("def run(question):\n    yield 'word'\n", "generator"),
        ("def run(question):\n    return 7\n", "int"),
        ("async def run(question):\n    raise ValueError('async boom')\n", "async boom"),
    ],
)
def test_a_broken_target_is_incomplete_never_green(assay, body: str, sign: str) -> None:
    """sys.exit, exceptions, generators and wrong types are failures on the row; the gate says incomplete."""
    assay.write("golden.jsonl", [{"id": "a", "input": "q", "must_abstain": False}])
    assay.write("policy.yaml", REQUIRED)
    assay.write("target.py", body)
    result = assay("gate", "--dir", ".")
    assert result.returncode == 2, result.stdout
    assert sign in result.stdout + result.stderr


def test_an_unreadable_row_makes_the_run_incomplete(assay) -> None:
    """A row that is not an object is named with its line, and the gate is not green."""
    good = json.dumps({**MARS, "abstained": True, "answer": "The documents do not say."})
    assay.write("rows.jsonl", f"{good}\n[]\n")
    assay.write("policy.yaml", REQUIRED)
    result = assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml")
    assert result.returncode == 2
    run = assay("run", "--golden", "rows.jsonl", "--policy", "policy.yaml")
    assert run.returncode == 2
    assert "rows.jsonl:2" in run.stdout


def test_another_policy_applies_without_scoring_again(assay) -> None:
    """`--run` with another policy decides on the stored scores; a metric that was not scored is incomplete."""
    assay.write("rows.jsonl", [{**MARS, "abstained": True, "answer": "The documents do not say."}])
    assay.write("policy.yaml", REQUIRED)
    assert assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml").returncode == 0
    assay.write("other.yaml", REQUIRED + "  latency: {required: true, maximum: 10}\n")
    result = assay("gate", "--run", "last", "--policy", "other.yaml")
    assert result.returncode == 2
    assert "latency" in result.stdout


def test_a_run_is_never_its_own_baseline(assay) -> None:
    """`last` is the run that was just made: compared with itself nothing could ever get worse."""
    assay.write("rows.jsonl", [MARS, {**MARS, "id": "moon-office"}])
    checks = "checks:\n  abstention: {kpi: true, fail: 0.0}\n"
    assay.write("policy.yaml", checks)
    assay.write("named.yaml", checks + "run: {baseline: {run: last}}\n")
    for arguments in (("--policy", "policy.yaml", "--baseline", "last"), ("--policy", "named.yaml")):
        result = assay("gate", "--golden", "rows.jsonl", *arguments)
        assert result.returncode == 2
        assert "itself" in result.stderr


def test_a_failed_check_and_an_invalid_one_together_are_exit_2(assay) -> None:
    """2 wins over 1."""
    invalid = {"id": "b", "input": "q", "must_abstain": False, "required_claims": [], "answer": "x", "abstained": False,
               "supported_claim_ids": []}  # fmt: skip
    assay.write("rows.jsonl", [MARS, invalid])
    assay.write("policy.yaml", REQUIRED + "  evidence_coverage: {required: true, minimum: 0.5}\n")
    assert assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml").returncode == 2


def test_the_step_summary_says_what_the_gate_says(assay) -> None:
    """A failing decision is a failing Markdown summary, and cells cannot break the table."""
    assay.write("rows.jsonl", [{**MARS, "id": "a|b"}])
    assay.write("policy.yaml", REQUIRED)
    summary = assay.folder / "summary.md"
    assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml", env={"GITHUB_STEP_SUMMARY": str(summary)})
    text = summary.read_text(encoding="utf-8")
    assert "FAIL (exit 1)" in text
    assert "a\\|b" in text


def test_plain_ascii_output_where_the_terminal_has_nothing_else(assay) -> None:
    """An ASCII stream gets ASCII, no encoding error and no colour."""
    assay.write("rows.jsonl", [MARS])
    assay.write("policy.yaml", REQUIRED)
    result = assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml", encoding="ascii")
    assert result.returncode == 1
    assert result.stdout.isascii()
    assert "\x1b" not in result.stdout


def test_the_output_file_holds_the_decision(assay) -> None:
    """`--output` writes strict JSON that reads back to the same decision."""
    assay.write("rows.jsonl", [MARS])
    assay.write("policy.yaml", REQUIRED)
    assay("gate", "--golden", "rows.jsonl", "--policy", "policy.yaml", "--output", "decision.json")
    assert json.loads((assay.folder / "decision.json").read_text(encoding="utf-8"))["decision"]["exit_code"] == 1
