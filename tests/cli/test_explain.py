"""`assay explain` and `assay diff` as a user runs them: another process, in a folder of its own."""

from __future__ import annotations

import json

import pytest

CASE = {
    "id": "refund-1",
    "input": "How do refunds work?",
    "required_claims": [{"id": "refund-window", "text": "Refunds are accepted for 30 days."}],
}
OUTPUT = {
    "id": "refund-1",
    "answer": "Please ask \u001b[31mus.",
    "contexts": [{"id": "doc-3#1", "text": "Our offices are closed."}],
    "citations": [],
    "supported_claim_ids": [],
}
POLICY = "checks:\n  evidence_coverage: {required: true, minimum: 0.85}\n"


@pytest.fixture
def decided(assay):
    """A folder with one decided run that fails."""
    assay.write("golden.jsonl", [CASE])
    assay.write("outputs.jsonl", [OUTPUT])
    assay.write("policy.yaml", POLICY)
    result = assay("gate", "--golden", "golden.jsonl", "--outputs", "outputs.jsonl", "--policy", "policy.yaml")
    assert result.returncode == 1, result.stderr
    return assay


def test_one_screen_says_everything(decided) -> None:
    """Case id, input, answer, check, score beside demand, reason, missing claim, owner and next step; no escape codes."""
    result = decided("explain", "last", "refund-1")
    assert result.returncode == 0
    for text in (
        "CASE refund-1",
        "How do refunds work?",
        "Please ask",
        "evidence_coverage: FAIL",
        "0.000, demanded: >= 0.85 in every case",
        "supported=0; required=1; missing=refund-window",
        "claim refund-window: Refunds are accepted for 30 days.",
        "retrieval (likely)",
        "Next",
        "doc-3#1",
    ):
        assert text in result.stdout
    assert "\u001b" not in result.stdout
    assert len(result.stdout.splitlines()) < 24


SCREEN = """\
CASE refund-1
    Input     How do refunds work?
    Answer    Please ask \ufffd[31mus.
  evidence_coverage: FAIL
    Score     0.000, demanded: >= 0.85 in every case
    Reason    supported=0; required=1; missing=refund-window
    Owner     retrieval (likely), stage retrieval
    Why       no retrieved passage holds 'refund-window'
    Missing   claim refund-window: Refunds are accepted for 30 days.
    Evidence  retrieved doc-3#1: 1 passage  [contexts, by lexical]
    Next      run this query against the index: is the evidence indexed, and why does it not match?
  supported: FAIL, does not block
    Score     0.000, demanded: informs: mean >= fail 0.5
    Reason    supported=0; required=1; missing=refund-window
    Owner     retrieval (likely), stage retrieval
    Why       no retrieved passage holds 'refund-window'
    Missing   claim refund-window: Refunds are accepted for 30 days.
    Evidence  as for evidence_coverage
    Next      as for evidence_coverage

run RUN: 2 of 2 checks to explain; owners: retrieval 2
"""


def test_the_page_to_the_letter(decided) -> None:
    """Nothing stands on it twice: a second check with the same evidence and the same next step refers to the first."""
    decided.write("two.yaml", POLICY + "  supported: {metric: evidence_coverage, fail: 0.5}\n")
    result = decided("explain", "last", "--policy", "two.yaml")
    run_id = json.loads(decided("runs", "--json").stdout)[0]["manifest"]["run_id"]
    assert result.stdout == SCREEN.replace("RUN", run_id)


def test_json_is_one_object_a_failing_check(decided) -> None:
    """Every promised key is there, and the text is kept whole."""
    (found,) = json.loads(decided("explain", "--run", "last", "--json").stdout)
    assert found["owner"] == "retrieval"
    assert found["owners"][0] == "retrieval"
    assert found["missing"] == ["refund-window"]
    assert set(found) >= {"case_id", "check", "status", "stage", "evidence", "confidence", "next"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("explain", "last", "refund-2"), "did you mean 'refund-1'"),
        (("explain", "last", "refund-1", "evidence_covrage"), "did you mean 'evidence_coverage'"),
        (("explain", "nowhere"), "nowhere"),
        (("explain",), "which run?"),
        (("explain", "a", "b", "c", "d"), "at most"),
        (("explain", "last", "--corpus", "missing.txt"), "does not exist"),
        (("diff", "last", "nowhere"), "nowhere"),
    ],
)
def test_a_wrong_name_says_what_was_meant(decided, arguments: tuple[str, ...], message: str) -> None:
    """Exit 2, with the near match or the way out."""
    result = decided(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_run_without_a_failing_check_says_so(decided) -> None:
    """Nothing to explain is said in words."""
    decided.write("outputs.jsonl", [{**OUTPUT, "supported_claim_ids": ["refund-window"]}])
    decided("gate", "--golden", "golden.jsonl", "--outputs", "outputs.jsonl", "--policy", "policy.yaml")
    result = decided("explain", "last")
    assert result.returncode == 0
    assert "no failing, invalid or error check among 1" in result.stdout
    assert json.loads(decided("explain", "last", "--json").stdout) == []


def test_a_run_without_a_policy_asks_for_one(decided) -> None:
    """Without a decision and without --policy there is nothing to fail; with one there is."""
    decided("run", "--golden", "golden.jsonl", "--outputs", "outputs.jsonl", "--metrics", "evidence_coverage")
    assert "--policy" in decided("explain", "last").stderr
    assert "CASE refund-1" in decided("explain", "last", "--policy", "policy.yaml").stdout


def test_ascii_where_the_encoding_has_nothing_else(decided) -> None:
    """A pipe that takes ASCII gets ASCII."""
    result = decided("explain", "last", encoding="ascii")
    assert result.returncode == 0
    assert result.stdout.isascii()


def test_diff_exits_like_a_gate_when_asked(decided) -> None:
    """Better is 0, worse is 1 with --fail-on regression and 0 without."""
    decided.write("outputs.jsonl", [{**OUTPUT, "supported_claim_ids": ["refund-window"]}])
    decided("gate", "--golden", "golden.jsonl", "--outputs", "outputs.jsonl", "--policy", "policy.yaml")
    runs = [one["manifest"]["run_id"] for one in json.loads(decided("runs", "--json").stdout)]
    good, bad = runs
    assert decided("diff", bad, good, "--fail-on", "regression").returncode == 0
    assert decided("diff", good, bad).returncode == 0
    worse = decided("diff", good, bad, "--fail-on", "regression")
    assert worse.returncode == 1
    assert "decision pass -> fail" in worse.stdout
    assert json.loads(decided("diff", good, bad, "--json").stdout)["counts"] == {"output": 1}


def test_metrics_of_ones_own_are_found_beside_the_policy(assay) -> None:
    """A policy in a folder names its metrics by file; `--dir` says where explain and diff find them again."""
    assay.write("evals/golden.jsonl", [{**CASE, "answer": "No!"}])
    assay.write(
        "evals/tone.py",
        "from assay.metrics import discrete_metric\n"
        "@discrete_metric(name='tone', allowed_values=('polite', 'rude'))\n"
        "def tone(answer: str) -> str:\n"
        "    'Whether the answer shouts.'\n"
        "    return 'rude' if '!' in answer else 'polite'\n",
    )
    assay.write("evals/policy.yaml", "checks: {tone: {metric: 'tone.py:tone', required: true}}\n")
    assert assay("gate", "--dir", "evals").returncode == 1
    result = assay("explain", "last", "--dir", "evals")
    assert (result.returncode, "tone: FAIL" in result.stdout) == (0, True), result.stderr
    result = assay("diff", "last", "last", "--dir", "evals")
    assert (result.returncode, "1 cases compared, 0 changes" in result.stdout) == (0, True), result.stderr
