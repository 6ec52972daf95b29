"""A raggate folder runs and gates unchanged, and its silent passes are not green."""

from __future__ import annotations

import json

import pytest

GOLDEN = {
    "version": "1",
    "description": "sample",
    "cases": [
        {
            "id": "refund",
            "question": "How long do refunds take?",
            "expected": "Refunds take five working days.",
            "contexts": ["Refunds take five working days after approval."],
            "category": "billing",
            "difficulty": "easy",
        },
        {"id": "hours", "question": "When is support open?", "expected": "Support is open from nine to five."},
    ],
}
GATES = """judge:
  model: gpt-4.1-mini
  runs: 1
  temperature: 0.0
metrics:
  faithfulness:       { kpi: true, fail: 0.75, warn: 0.85, target: 0.90 }
  answer_relevancy:   { kpi: true, fail: 0.65, warn: 0.75, target: 0.80 }
  citation_support:   { kpi: true, fail: 0.65, warn: 0.75, target: 0.85 }
  context_coverage:   { kpi: true, fail: 0.60, warn: 0.70, target: 0.80 }
  answer_correctness: { kpi: true, fail: 0.60, warn: 0.75, target: 0.85 }
"""
TARGET = """PASSAGES = {
    "refunds": "Refunds take five working days after approval.",
    "support": "Support is open from nine to five.",
}


def run(question: str) -> dict:
    text = PASSAGES["refunds" if "refund" in question.lower() else "support"]
    return {"answer": text, "contexts": [text], "citations": [{"text": text, "source": "handbook"}]}
"""


@pytest.fixture
def project(assay):
    """The folder as raggate scaffolds it, with content of our own."""
    assay.write("evals/golden.json", GOLDEN)
    assay.write("evals/gates.yaml", GATES)
    assay.write("evals/target.py", TARGET)
    return assay


def test_it_runs_and_shows_the_lexical_proxies(project) -> None:
    """All five metrics are scored, and each proxy carries its method beside its name."""
    result = project("run", "--dir", "evals", "--json")
    means = {item["metric"]: item["value"] for item in json.loads(result.stdout)["aggregates"] if "value" in item}
    for name in (
        "faithfulness[lexical]",
        "answer_relevancy[lexical]",
        "answer_correctness[lexical]",
        "context_coverage",
    ):
        assert 0 <= means[name] <= 1
    assert means["faithfulness[lexical]"] == 1


def test_without_its_judge_the_gate_is_incomplete_and_says_the_way_out(project) -> None:
    """A judge that is not there is never green and never silently replaced by a word count."""
    result = project("gate", "--dir", "evals", env={"OPENAI_API_KEY": ""})
    assert result.returncode == 2
    assert "lexical proxy" in result.stdout
    assert "DECISION INCOMPLETE" in result.stdout


def test_allowing_the_proxies_makes_them_count(project) -> None:
    """A team without a judge says in words that proxies may block; then good answers pass and bad ones fail."""
    checks = "".join(
        f"  {name}: {{kpi: true, fail: {fail}, warn: {warn}, target: {target}, allow_proxy: true}}\n"
        for name, fail, warn, target in (
            ("faithfulness[lexical]", "0.75", "0.85", "0.90"),
            ("context_coverage", "0.60", "0.70", "0.80"),
        )
    )
    project.write("evals/allow.yaml", "version: '1'\nchecks:\n" + checks)
    assert project("gate", "--dir", "evals", "--policy", "evals/allow.yaml").returncode == 0
    project.write("evals/target.py", TARGET.replace('"answer": text', '"answer": "The Mars office opens in 2027."'))
    assert project("gate", "--dir", "evals", "--policy", "evals/allow.yaml").returncode == 1


def test_a_target_that_stops_citing_cannot_make_the_check_vanish(project) -> None:
    """Without a citations field the citation check is invalid, so the gate is not green."""
    project.write("evals/target.py", TARGET.replace(', "citations": [{"text": text, "source": "handbook"}]', ""))
    project.write(
        "evals/policy2.yaml",
        "version: '1'\nchecks:\n  citation_support: {kpi: true, fail: 0.6, warn: 0.7, target: 0.8, allow_proxy: true}\n",
    )
    assert project("gate", "--dir", "evals", "--policy", "evals/policy2.yaml").returncode == 2


def test_a_byte_order_mark_is_no_obstacle(project) -> None:
    """A golden file saved with a UTF-8 mark reads as without."""
    path = project.folder / "evals" / "golden.json"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    result = project("run", "--dir", "evals", "--metrics", "context_coverage")
    assert "2 rows" in result.stdout
