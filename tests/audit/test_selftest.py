"""A gate that tests itself: every fault that the policy lets through is found, and the right owner is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from rag_app import CHECKS, golden

from assay.api.selftesting import selftest
from assay.audit.selftest import Caught
from assay.audit.selftest_mutations import INJECTION, MUTATIONS
from assay.errors import ConfigurationError
from assay.judge import make_function_judge
from assay.records import Case, Citation, Context, JudgeConfig, Output, Sample

SAMPLE = Sample(
    case=Case(
        id="a",
        input="q",
        expected_facts=("30 days",),
        expected_citations=("d1",),
        must_abstain=False,
    ),
    output=Output(
        answer="It takes 30 days.",
        abstained=False,
        contexts=(Context(text="30 days", id="d1"),),
        citations=(Citation(id="d1"),),
    ),
)


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """The small application under its strict policy."""
    from rag_app import CLAIMS, App

    path = tmp_path_factory.mktemp("policy") / "policy.yaml"
    path.write_text(CHECKS, encoding="utf-8")
    return selftest(golden(), policy=path, target=App(claims=CLAIMS))


def trials(result):
    return {trial.mutation: trial for trial in result.trials}


def test_every_mutation_is_tried_or_says_why_not(strict) -> None:
    """None is silently left out."""
    assert [trial.mutation for trial in strict.trials] == [mutation.name for mutation in MUTATIONS]
    for trial in strict.trials:
        assert (trial.caught is Caught.SKIPPED) == (trial.spoiled == 0) == bool(trial.reason)


def test_a_strict_policy_stops_each_case_alone(strict) -> None:
    """Required checks for claims, facts, citations, retrieval and abstention stop all faults that ids and facts show."""
    alone = {name for name, trial in trials(strict).items() if trial.caught is Caught.ALONE}
    assert alone >= {
        "citation dropped",
        "citation unknown",
        "fact dropped",
        "answers swapped",
        "contexts emptied",
        "fields withheld",
        "claim unknown",
        "support dropped",
        "answer invented",
        "answer refused",
        "answer emptied",
        "nan returned",
        "target killed",
    }


def test_the_triage_names_who_can_mend_each_fault(strict) -> None:
    """In every case that the policy stops, an emptied retrieval and all other faults alike."""
    assert {name: trial.owners for name, trial in trials(strict).items() if trial.right != trial.stopped} == {}


def test_a_denied_answer_is_a_finding_with_the_check_that_would_stop_it(strict) -> None:
    """Facts and ids are all there in a denied answer; only a metric that reads the answer sees it."""
    (finding,) = strict.findings
    assert finding.mutation == "answer negated"
    assert finding.through
    assert "faithfulness" in finding.advice


def test_the_check_that_is_named_stops_a_denied_answer(tmp_path) -> None:
    """The advice of the finding, taken as it stands, closes it on the example: in each case alone, and no owner is wrong."""
    from assay.audit.selftest_mutations import answer_negated

    evals = Path(__file__).resolve().parents[2] / "examples" / "python_reference" / "evals"
    (advice,) = (mutation.advice for mutation in MUTATIONS if mutation.change is answer_negated)
    check, _, _ = advice.partition(", or ")
    policy = tmp_path / "policy.yaml"
    policy.write_text(f"checks:\n  fact_coverage: {{kpi: true, fail: 0.5}}\n  {check}\n", encoding="utf-8")
    denied = trials(selftest(evals / "golden.jsonl", policy=policy, target=str(evals / "target.py")))["answer negated"]
    assert (denied.caught, denied.checks) == (Caught.ALONE, ("faithfulness[grounding]",))
    assert denied.stopped == denied.right == 10


@pytest.mark.parametrize(
    "name",
    [
        "citation dropped",
        "citation unknown",
        "fact dropped",
        "claim unknown",
        "support dropped",
        "answer invented",
        "answer refused",
        "nan returned",
        "target killed",
        "fields withheld",
    ],
)
def test_the_owner_named_is_the_one_who_can_mend_it(strict, name: str) -> None:
    """For every case that was stopped."""
    trial = trials(strict)[name]
    assert trial.stopped
    assert (trial.right, trial.owners) == (trial.stopped, {trial.expected[0].value: trial.stopped})


@pytest.mark.parametrize(
    ("checks", "green"),
    [
        ("abstention: {required: true}", {"citation dropped", "fact dropped", "answer negated", "support dropped"}),
        ("fact_coverage: {required: true, minimum: 1.0}", {"answer invented", "citation dropped", "contexts emptied"}),
    ],
)
def test_what_a_weak_policy_lets_through_is_found(bench, checks: str, green: set[str]) -> None:
    """A policy sees what it checks and nothing else."""
    path = bench.policy(f"version: '1'\nchecks:\n  {checks}\n  target_error: {{required: true}}\n")
    result = selftest(golden(), policy=path, target=bench.app())
    assert green <= {trial.mutation for trial in result.findings}


def test_a_kpi_stops_faults_only_as_a_mean(bench) -> None:
    """One bad case passes a mean; all of them do not, and the kpi is named."""
    kpi = "fact_coverage: {kpi: true, fail: 0.7, warn: 0.8, target: 0.9}"
    path = bench.policy(f"version: '1'\nchecks:\n  {kpi}\n")
    found = trials(selftest(golden(), policy=path, target=bench.app()))["fact dropped"]
    assert (found.caught, found.stopped, found.checks) == (Caught.MEAN, 0, ("fact_coverage",))
    assert not found.is_finding


def test_nothing_good_is_an_error(bench) -> None:
    """A policy that passes no case cannot be tested with good samples."""
    path = bench.policy(CHECKS)
    with pytest.raises(ConfigurationError, match="nothing good"):
        selftest(golden(), policy=path, target=lambda question: {"answer": "x", "abstained": False})


@pytest.mark.parametrize("gullible", [True, False])
def test_a_judge_that_obeys_the_answer_is_found(bench, gullible: bool) -> None:
    """A judge that does what an answer says lets the fault through; one that does not stops it."""

    def function(messages, schema):
        said = str(messages)
        if "verdicts" not in schema["properties"]:
            return {name: ["one statement"] for name in schema["properties"]}
        fooled = gullible and INJECTION in said
        denied = "not true" in said
        return {
            "verdicts": [
                {
                    "id": 1,
                    "reason": "r",
                    "quote": "It takes 30 days.",
                    "verdict": "contradicted" if denied and not fooled else "supported",
                }
            ]
        }

    def spoken(messages, schema):
        """Statements carry the answer's words into the second question."""
        if "verdicts" in schema["properties"]:
            return function(messages, schema)
        text = str(messages)
        words = "It is not true that it takes 30 days." if "not true" in text else "It takes 30 days."
        if INJECTION in text:
            words += f" {INJECTION}"
        return {name: [words] for name in schema["properties"]}

    path = bench.policy("version: '1'\nchecks:\n  faithfulness: {required: true, minimum: 1.0, uncalibrated: accept}\n")
    answer = {"answer": "It takes 30 days.", "contexts": ["It takes 30 days."], "abstained": False}
    case = {"id": "a", "input": "How long?", "reference": "30 days", "must_abstain": False}
    judge = make_function_judge(spoken, config=JudgeConfig(model="stub"))
    found = trials(selftest([case], policy=path, target=lambda question: answer, judge=judge))["judge injected"]
    assert found.caught is (Caught.GREEN if gullible else Caught.ALONE)


@pytest.mark.parametrize("mutation", [one for one in MUTATIONS if one.change is not None], ids=lambda one: one.name)
def test_a_mutation_changes_the_output_and_never_the_case(mutation) -> None:
    """What was reviewed stays; where nothing can be spoiled nothing is returned."""
    other = SAMPLE.replace(case=SAMPLE.case.replace(id="b"), output=SAMPLE.output.replace(answer="Ten euros, by card."))
    changed = mutation.change(SAMPLE, [SAMPLE, other])
    assert changed is None or (changed.case == SAMPLE.case and changed.output != SAMPLE.output)
    empty = Sample(case=Case(id="e"), output=Output())
    assert mutation.change(empty, [empty]) is None
