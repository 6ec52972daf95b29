"""What decides is read once, before the target can touch it."""

from __future__ import annotations

import shutil

import pytest

CASE = {"id": "c1", "input": "q", "must_abstain": False}
POLICY = "version: '1'\nchecks:\n  abstention: {required: true}\n"
SILENT = "    return {'answer': 'I do not know.', 'abstained': True}\n"
LAX = "version: '1'\\nchecks:\\n  abstention: {}\\n  latency: {required: true, maximum: 100}\\n"
OWN = """from assay.metrics.custom import numeric_metric
@numeric_metric(name="strict")
def strict(answer):
    return %s
"""


@pytest.mark.parametrize(
    "body",
    [
        f"open('policy.yaml', 'w').write({LAX!r}.replace('\\\\n', chr(10)))\ndef run(question):\n{SILENT}",
        f"def run(question):\n    open('policy.yaml', 'w').write({LAX!r}.replace('\\\\n', chr(10)))\n{SILENT}",
        f"import os\ndef run(question):\n    os.remove('policy.yaml')\n{SILENT}",
        f"import os\ndef run(question):\n    os.chdir('/')\n{SILENT}",
    ],
    ids=["written at import", "written in a call", "removed", "another folder"],
)
def test_the_policy_that_was_read_first_decides(assay, body: str) -> None:
    """A target that replaces or moves away from the policy is judged by the one it was started under."""
    assay.write("golden.jsonl", [CASE])
    assay.write("policy.yaml", POLICY)
    assay.write("target.py", body)
    result = assay("gate", "--dir", ".", "-o", "decision.json")
    assert result.returncode == 1, result.stdout + result.stderr
    assert (assay.folder / "decision.json").stat().st_size > 0


def test_a_metric_of_the_users_own_is_loaded_before_the_target(assay) -> None:
    """A target that rewrites the metric's file changes nothing."""
    assay.write("golden.jsonl", [CASE])
    assay.write("own.py", OWN % 0.0)
    assay.write("policy.yaml", "version: '1'\nchecks:\n  'own.py:strict': {required: true, minimum: 0.5}\n")
    assay.write("target.py", f"open('own.py', 'w').write({OWN % 1.0!r})\ndef run(question):\n{SILENT}")
    result = assay("gate", "--dir", ".")
    assay.write("own.py", OWN % 0.0)  # as it was, for whoever replays the run
    assert result.returncode == 1, result.stdout + result.stderr


@pytest.mark.parametrize(
    "harm",
    [
        "shutil.rmtree('.assay')",
        "os.rename('.assay', 'elsewhere')",
        "[os.remove(path) for path in pathlib.Path('.assay').iterdir()]",
        "[os.remove(path) for path in pathlib.Path('.assay').iterdir()]; pathlib.Path('.assay/assay.db').touch()",
    ],
)
def test_a_decision_that_is_kept_nowhere_is_not_green(assay, harm: str) -> None:
    """A target that deletes the store takes the decision with it: exit 2 with the reason."""
    assay.write("golden.jsonl", [CASE])
    assay.write("policy.yaml", POLICY)
    answer = "    return {'answer': 'yes', 'abstained': False}\n"
    assay.write("target.py", f"import os, pathlib, shutil\ndef run(question):\n    {harm}\n{answer}")
    result = assay("gate", "--dir", ".")
    shutil.rmtree(assay.folder / ".assay", ignore_errors=True)  # what is left is no store
    assert result.returncode == 2, result.stdout
    assert "store" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_store_that_is_a_url_is_read_back_too(assay) -> None:
    """The way back is the way in: a store given as a URL is found again."""
    assay.write("golden.jsonl", [{**CASE, "answer": "yes", "abstained": False}])
    assay.write("policy.yaml", POLICY)
    result = assay("gate", "--golden", "golden.jsonl", "--policy", "policy.yaml", "--store", "sqlite:///kept.db")
    assert result.returncode == 0, result.stderr
