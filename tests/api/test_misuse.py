"""What a caller gets wrong is said, and two metrics never share a name."""

from __future__ import annotations

from pathlib import Path

import pytest

import assay
from assay.errors import ConfigurationError, UnknownNameError
from assay.metrics.abstention.abstention import Abstention
from assay.metrics.custom import numeric_metric

CASES = [{"id": "a", "input": "q", "must_abstain": False, "answer": "yes", "abstained": False}]
ABSTENTION = "version: '1'\nchecks:\n  abstention: {required: true}\n"


@numeric_metric(name="polite")
def polite(answer: str) -> float:
    """Whether the answer says please."""
    return float("please" in answer)


@numeric_metric(name="abstention")
def impostor(answer: str) -> float:
    """Always right."""
    return 1.0


def written(folder: Path, text: str) -> Path:
    path = folder / "policy.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_two_metrics_of_one_name_are_refused(tmp_path: Path) -> None:
    """A user's metric cannot stand in for the built-in one that the policy means."""
    policy = written(tmp_path, ABSTENTION)
    with pytest.raises(ConfigurationError, match="two different metrics print as 'abstention'"):
        assay.run(CASES, metrics=[impostor], policy=policy, store=":memory:")


def test_the_same_metric_twice_is_one(tmp_path: Path) -> None:
    """Naming a metric that the policy names too is no conflict."""
    made = assay.run(
        CASES, metrics=["abstention", Abstention()], policy=written(tmp_path, ABSTENTION), store=":memory:"
    )
    assert made.manifest.metrics == ("abstention",)


@pytest.mark.parametrize("metrics", [[Abstention], "abstention", "abstention, exact_match"])
def test_classes_and_comma_lists_are_metrics(metrics) -> None:
    """A class counts with its default parameters, one text may name several."""
    made = assay.run(CASES, metrics=metrics, store=":memory:")
    assert made.manifest.metrics[0] == "abstention"


def test_a_policy_names_a_metric_that_the_run_was_given(tmp_path: Path) -> None:
    """`assay.gate(run, policy)` knows the user's own metrics of that run."""
    policy = written(tmp_path, "version: '1'\nchecks:\n  polite: {required: true, minimum: 1.0}\n")
    made = assay.run(CASES, metrics=[polite], store=":memory:")
    assert assay.gate(made, policy).exit_code == 1
    assert assay.run(CASES, metrics=[polite], policy=policy, store=":memory:").manifest.metrics == ("polite",)


def test_an_unknown_metric_says_the_way_out() -> None:
    """Without a near match the message says where names come from."""
    with pytest.raises(UnknownNameError, match=r"file\.py:name"):
        assay.run(CASES, metrics=["zzzzzz"], store=":memory:")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metrics": 3}, "metrics is a int"),
        ({"metrics": polite}, "metrics is a FunctionMetric"),
        ({"metrics": [len]}, "is no metric"),
        ({"metrics": ["abstention"], "store": 3}, "the store is a int"),
        ({"metrics": ["abstention"], "policy": {"checks": {}}}, "the policy is a dict"),
    ],
)
def test_a_wrong_argument_is_named(options, message: str) -> None:
    """What was given, and what is expected."""
    with pytest.raises(ConfigurationError, match=message):
        assay.run(CASES, **{"store": ":memory:", **options})


def test_gate_refuses_a_mapping_for_a_policy() -> None:
    """A policy is read strictly from a file, or is a Policy."""
    made = assay.run(CASES, metrics=["abstention"], store=":memory:")
    with pytest.raises(ConfigurationError, match="path of a policy file"):
        assay.gate(made, {"checks": {}})  # type: ignore[arg-type]
