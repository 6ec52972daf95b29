"""Replay: the same record gives the same scores and the same decision, anywhere, or says what differs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from assay.api import gate, run
from assay.api.bundling import bundle, verify_bundle
from assay.api.replaying import open_record, replay_run
from assay.audit.replay import Unreplayed
from assay.audit.replay_source import StoredRecord
from assay.errors import ConfigurationError
from assay.judge import make_function_judge
from assay.records import CheckStatus, ExitCode, JudgeConfig, RunStatus
from assay.store import Store


def replayed(made, **options):
    return replay_run(StoredRecord(made.store, made.id), **options)


def test_a_run_replays_identical(bench) -> None:
    """Every score and the decision come out the same."""
    made = bench.run(bench.app())
    result = replayed(made)
    assert (result.n_differences, result.unreplayed, result.decisions) == (0, {}, 1)
    assert result.recomputed == sum(len(row.scores) for row in made.rows())


def test_a_failed_target_and_an_invalid_row_replay_identical(bench) -> None:
    """Errors and invalid scores are results like any other."""
    cases = [
        {"id": "a", "input": "q", "must_abstain": False, "required_claims": [{"id": "x"}]},
        {"id": "b", "input": "q", "must_abstain": False, "required_claims": []},
    ]

    def target(case):
        if case.id == "a":
            raise RuntimeError("boom")
        return {"answer": "x", "abstained": False, "supported_claim_ids": ["y"]}

    made = bench.run(target, cases)
    result = replayed(made)
    assert (result.n_differences, result.unreplayed) == (0, {})


def test_a_changed_score_is_the_first_difference_with_both_values(bench, tmp_path) -> None:
    """A record whose score does not follow from its inputs differs, and both values and hashes are said."""
    made = bench.run(bench.app())

    class Tampered(StoredRecord):
        def evidence(self):
            for evidence in super().evidence():
                first, *rest = evidence.row.scores
                changed = first.replace(value=0.5, ratio=None) if evidence.row.position == 1 else first
                yield type(evidence)(row=evidence.row.replace(scores=(changed, *rest)), sample=evidence.sample)

    result = replay_run(Tampered(made.store, made.id))
    assert result.n_differences == 1
    assert result.first is not None
    assert (result.first.field, result.first.stored, result.first.computed) == ("value", "0.5", "1.0")
    assert "shipping-1" in result.first.where
    assert result.first.stored_hash != result.first.computed_hash


def test_a_changed_decision_differs(bench) -> None:
    """A decision that does not follow from the scores is found."""
    made = bench.run(bench.app())
    recorded = made.decisions()[-1]
    forged = recorded.decision.replace(reason="all is well")
    made.store.write_decision(made.id, forged, policy_hash=recorded.policy_hash, decided=recorded.decided)
    result = replayed(made)
    assert result.first is not None
    assert (result.first.field, result.first.stored) == ("reason", "all is well")


def test_a_decision_taken_before_the_run_was_resumed_is_counted_and_forgives_nothing(bench, tmp_path) -> None:
    """It rests on rows of then; being incomplete it allowed nothing. A pass over fewer rows than there are stays a difference."""
    made = bench.run(bench.app())
    recorded = made.decisions()[-1]
    fewer = recorded.decision.replace(n_cases=2, status=CheckStatus.INCOMPLETE, exit_code=ExitCode.INCOMPLETE)
    made.store.write_decision(made.id, fewer, policy_hash=recorded.policy_hash, decided=recorded.decided)
    result = replayed(made)
    assert (result.unreplayed, result.n_differences, result.incomplete()) == ({Unreplayed.EARLIER: 1}, 0, {})
    bundle(made, tmp_path / "earlier.assay")
    assert verify_bundle(tmp_path / "earlier.assay").holds
    forged = recorded.decision.replace(n_cases=2)
    made.store.write_decision(made.id, forged, policy_hash=recorded.policy_hash, decided=recorded.decided)
    assert replayed(made).n_differences == 1
    bundle(made, tmp_path / "forged.assay")
    assert not verify_bundle(tmp_path / "forged.assay").holds


def test_several_decisions_are_each_taken_again(bench) -> None:
    """A run decided under two policies replays both."""
    made = bench.run(bench.app())
    gate(made, bench.policy("version: '2'\nchecks: {fact_coverage: {kpi: true, fail: 0.1, warn: 0.2, target: 0.3}}\n"))
    result = replayed(made)
    assert (result.decisions, result.n_differences) == (2, 0)


def test_a_decision_against_a_baseline_replays_from_the_bundle_alone(bench, tmp_path) -> None:
    """The rows that a decision compared with are part of the bundle."""
    earlier = bench.run(bench.app())
    rule = "run: {baseline: {run: BASE, margin: 0.1}}\n"
    kpi = "version: '1'\nchecks: {fact_coverage: {kpi: true, fail: 0.1, warn: 0.2, target: 0.3}}\n"
    made = bench.run(bench.app(), policy=kpi + rule.replace("BASE", earlier.id))
    assert any(one.rule.startswith("baseline:") for one in made.decisions()[-1].decision.rules)
    bundle(made, tmp_path / "run.assay")
    result = replay_run(open_record(tmp_path / "run.assay", store=tmp_path / "none.db"))
    assert (result.n_differences, result.unreplayed) == (0, {})


def test_the_baseline_that_was_really_used_is_recorded_and_replayed(bench, tmp_path) -> None:
    """Given one, the decision compares with it whatever the policy names, says so, and replays against it, from a bundle too."""
    worse, better = bench.run(bench.app(said=lambda said: said[:1])), bench.run(bench.app())
    rule = f"run: {{baseline: {{run: '{better.id}', margin: 0.1}}}}\n"
    path = bench.policy("checks: {fact_coverage: {kpi: true, fail: 0.1, warn: 0.2, target: 0.3}}\n" + rule)
    made = bench.run(bench.app())
    decision = gate(made, path, baseline=worse)
    assert [rule.details["run"] for rule in decision.rules] == [worse.id]
    assert gate(made, path).rules != decision.rules
    assert replayed(made).n_differences == 0
    bundle(made, tmp_path / "run.assay")
    assert verify_bundle(tmp_path / "run.assay").holds
    result = replay_run(open_record(tmp_path / "run.assay", store=tmp_path / "none.db"))
    assert (result.decisions, result.n_differences) == (3, 0)


def test_a_baseline_that_was_not_there_stays_absent_in_a_replay(bench) -> None:
    """A run that took the name later changes nothing about the decision of then."""
    made = bench.run(bench.app())
    path = bench.policy("checks: {fact_coverage: {kpi: true, fail: 0.1}}\nrun: {baseline: {run: later}}\n")
    assert gate(made, path).exit_code == 2
    bench.store.begin(made.manifest.replace(run_id="later"))
    bench.store.write_rows("later", list(bench.store.samples(made.id)))
    bench.store.finish("later", RunStatus.COMPLETE, finished="2026-12-01T00:00:00+00:00")
    assert replayed(made).n_differences == 0


def test_a_baseline_without_a_rule_to_compare_by_is_refused(bench) -> None:
    """It would be ignored in silence."""
    before, made = bench.run(bench.app()), bench.run(bench.app())
    with pytest.raises(ConfigurationError, match="no baseline rule") as caught:
        gate(made, bench.policy("checks: {fact_coverage: {kpi: true, fail: 0.1}}\n"), baseline=before)
    assert caught.value.code == "no_baseline_rule"


def test_a_grounded_score_is_computed_again_offline(bench) -> None:
    """The grounder that a run takes by default is there in a replay as well."""
    case = {"id": "a", "input": "q", "must_abstain": False}
    answer = {"answer": "Refunds take 30 days.", "contexts": ["Refunds take 30 days."], "abstained": False}
    made = run([case], target=lambda _: answer, metrics=["faithfulness[grounding]"], store=bench.store)
    result = replayed(made)
    assert (result.recomputed, result.unreplayed, result.n_differences) == (1, {}, 0)


def test_a_metric_that_is_not_known_here_is_said(bench) -> None:
    """A user's own metric cannot be replayed without its code; that is no difference and not identical either."""
    policy = bench.policy("version: '1'\nchecks: {'tone.py:tone': {required: true}}\n")
    code = (
        "from assay.metrics import numeric_metric\n@numeric_metric()\ndef tone(answer: str) -> float:\n    return 1.0\n"
    )
    (policy.parent / "tone.py").write_text(code, encoding="utf-8")
    made = run([{"id": "a", "input": "q"}], target=lambda _: "fine", policy=policy, store=bench.store)
    gate(made, policy)
    assert replayed(made, folder=policy.parent).unreplayed == {}
    elsewhere = replayed(made, folder=bench.folder / "elsewhere")
    assert elsewhere.unreplayed == {Unreplayed.UNKNOWN_METRIC: 1, Unreplayed.NOT_DECIDED: 1}
    assert "tone.py' does not exist" in elsewhere.examples[Unreplayed.NOT_DECIDED]
    assert (elsewhere.n_differences, sum(elsewhere.incomplete().values())) == (0, 2)


def test_another_definition_of_a_metric_is_said_with_both_signatures(bench, monkeypatch) -> None:
    """A raised metric version is no difference of the run: it is named."""
    from assay.metrics.coverage.fact_coverage import FactCoverage

    made = bench.run(bench.app())
    monkeypatch.setattr(FactCoverage, "version", "99")
    result = replayed(made)
    assert result.unreplayed[Unreplayed.OTHER_DEFINITION] == len(made)
    assert "v:99" in result.examples[Unreplayed.OTHER_DEFINITION]
    assert result.incomplete() != {}


def supporting(asked):
    """A judge function that lists one claim and supports it; `asked` grows with every question."""

    def function(messages, schema):
        asked.append(messages)
        if "verdicts" in schema["properties"]:
            verdict = {"id": 1, "reason": "stated", "quote": "Refunds within 30 days.", "verdict": "supported"}
            return {"verdicts": [verdict]}
        return {name: ["Refunds within 30 days."] for name in schema["properties"]}

    return function


JUDGED = [{"id": "a", "input": "How long do refunds take?", "must_abstain": False}]


def judged_run(bench, asked, **options):
    """A run that a Python function judged."""
    judge = make_function_judge(supporting(asked), config=JudgeConfig(model="stub"), calls=bench.store)
    answer = {"answer": "Refunds within 30 days.", "contexts": ["Refunds within 30 days."], "abstained": False}
    return run(JUDGED, target=lambda _: answer, metrics=["faithfulness"], judge=judge, store=bench.store, **options)


def test_a_judged_run_replays_from_the_recorded_replies(bench, tmp_path) -> None:
    """The judge is not asked again, from the store nor from the bundle, and the score is identical."""
    asked: list[object] = []
    made = judged_run(bench, asked)
    assert next(made.rows()).scores[0].value == 1.0
    questions = len(asked)
    bundle(made, tmp_path / "run.assay")
    for record in (StoredRecord(made.store, made.id), open_record(tmp_path / "run.assay", store="none.db")):
        result = replay_run(record)
        assert (result.reread, result.n_differences, result.unreplayed) == (1, 0, {})
    assert len(asked) == questions > 0


def test_a_judged_run_without_its_replies_is_incomplete(bench) -> None:
    """Replies that are not in the record are said to be missing, never asked for or guessed."""
    made = judged_run(bench, [])

    class Forgetful(StoredRecord):
        def evidence(self):
            return (type(evidence)(row=evidence.row, sample=evidence.sample) for evidence in super().evidence())

    result = replay_run(Forgetful(made.store, made.id))
    assert result.unreplayed == {Unreplayed.NOT_RECORDED: 1}
    assert result.incomplete() == {Unreplayed.NOT_RECORDED: 1}


def test_a_judge_that_failed_then_has_nothing_to_replay(bench) -> None:
    """An error of the judge is carried over: it is no value, and no reply of it exists."""

    def down(messages, schema):
        raise RuntimeError("no power")

    judge = make_function_judge(down, config=JudgeConfig(model="stub"), calls=bench.store)
    answer = {"answer": "Yes.", "contexts": ["Yes."], "abstained": False}
    made = run(JUDGED, target=lambda _: answer, metrics=["faithfulness"], judge=judge, store=bench.store)
    result = replayed(made)
    assert result.unreplayed == {Unreplayed.JUDGE_GAVE_NONE: 1}
    assert (result.n_differences, result.incomplete()) == (0, {})


SCRIPT = """
import sys
from assay.cli.main import main
main(["replay", sys.argv[1], "--json"])
"""


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "0"},
        {"PYTHONHASHSEED": "4242", "LC_ALL": "C", "TZ": "Pacific/Kiritimati"},
        {"PYTHONHASHSEED": "1", "LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR.UTF-8", "PYTHONUTF8": "0"},
    ],
)
def test_a_bundle_replays_identical_in_another_process(bench, tmp_path, environment) -> None:
    """Another directory, process, hash seed, locale and time zone change nothing."""
    made = bench.run(bench.app())
    bundle(made, tmp_path / "run.assay")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path / "run.assay")],
        cwd=elsewhere,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert '"status": "identical"' in result.stdout
    assert list(elsewhere.iterdir()) == []


def test_a_bundle_replays_without_the_store(bench, tmp_path) -> None:
    """The bundle alone is enough."""
    made = bench.run(bench.app())
    bundle(made, tmp_path / "run.assay")
    record = open_record(tmp_path / "run.assay", store=Path("no/such/store.db"))
    assert replay_run(record).n_differences == 0


def test_a_store_on_disk_replays_by_name(tmp_path) -> None:
    """`last` is a run's name here as everywhere."""
    with Store.open(tmp_path / "a.db") as store:
        run(
            [{"id": "a", "input": "q", "expected_facts": ["x"]}],
            target=lambda _: "x",
            metrics=["fact_coverage"],
            store=store,
        )
    result = replay_run(open_record("last", store=tmp_path / "a.db"))
    assert (result.rows, result.decisions, result.n_differences) == (1, 0, 0)
