"""Every changed check is attributed to what changed under it, and look-alikes are refused."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

import pytest
from rag_app import CHECKS, QUESTIONS, golden

from assay.api import run
from assay.api.diffing import Difference, comparable, diff
from assay.golden import from_rows
from assay.metrics.base import Metric
from assay.records import ExitCode, Manifest, RunStatus
from assay.records.returned import parse_output

ANSWERABLE = len(QUESTIONS)


def causes(difference: Difference, check: str) -> set[str]:
    """The first causes of the changes of one check."""
    return {change.cause.value for change in difference.changes if check in (change.check, change.metric)}


def later(bench, **broken: Any) -> Difference:
    """A good run against one with a fault."""
    return diff(bench.run(bench.app()), bench.run(bench.app(**broken)))


def test_two_runs_of_the_same_have_no_difference(bench) -> None:
    """The same application on the same cases changes nothing, though every latency was measured anew."""
    found = later(bench)
    assert (found.changes, found.runs, found.obstacles, found.exit_code) == ((), (), (), ExitCode.PASSED)
    assert found.compared == ANSWERABLE + 3


def test_another_answer_is_the_output(bench) -> None:
    """The contexts are the same and the answer is shorter: output, a regression in every answerable case."""
    found = later(bench, said=lambda said: said[:1])
    assert causes(found, "evidence_coverage") == {"output"}
    regressed = [change for change in found.changes if change.check == "evidence_coverage"]
    assert len(regressed) == ANSWERABLE
    assert all(change.regression and change.blocks for change in regressed)
    assert found.exit_code is ExitCode.FAILED
    assert [change.check for change in found.runs if change.regression]


def test_other_passages_are_the_retrieval_even_where_the_answer_follows(bench) -> None:
    """Retrieval lies upstream of the answer, so it is named first, and the output second."""
    found = later(bench, ranked=lambda passages: passages[1:])
    assert causes(found, "evidence_coverage") == {"retrieval"}
    change = next(change for change in found.changes if change.check == "evidence_coverage")
    assert [reason.cause.value for reason in change.reasons] == ["retrieval", "output"]
    assert "lost doc-1#1" in change.reasons[0].text


def test_an_edited_case_is_the_golden_set(bench) -> None:
    """A fact added under one contract version is named, and only for the checks that read it."""
    before = bench.run(bench.app())
    after = bench.run(bench.app(), golden(expected_facts=lambda row: [*row["expected_facts"], "Sunday"]))
    found = diff(before, after)
    assert causes(found, "fact_coverage") == {"golden set"}
    assert {change.check for change in found.changes} == {"fact_coverage"}


def test_rows_added_removed_and_of_another_contract_are_listed_and_not_compared(bench) -> None:
    """Only rows that share id and contract are compared."""
    cases = golden()
    after = [{**cases[0], "contract": "2", "expected_facts": ["nowhere"]}, *cases[2:], {**cases[2], "id": "new-1"}]
    found = diff(bench.run(bench.app(), cases), bench.run(bench.app(), after))
    assert (found.only_before, found.other_contract) == (("shipping-1",), ("refund-1",))
    assert found.only_after == ("new-1",)
    assert {change.case_id for change in found.changes} == set()
    assert found.compared == len(cases) - 2


def test_a_moved_threshold_is_the_policy(bench) -> None:
    """The scores are the same, the demand is not: policy."""
    lenient = CHECKS.replace(
        "evidence_coverage: {required: true, minimum: 1.0}", "evidence_coverage: {required: true, minimum: 0.5}"
    )
    app = bench.app(said=lambda said: said[:1])
    found = diff(bench.run(app, policy=lenient), bench.run(app))
    assert {(change.check, change.cause.value) for change in found.changes} == {("evidence_coverage", "policy")}
    assert "0.5" in found.changes[0].reasons[0].text
    assert found.exit_code is ExitCode.FAILED


def test_checks_of_one_policy_only_are_changes_of_the_run(bench) -> None:
    """A check that was added or removed is told once, and in each case where it fails."""
    fewer = CHECKS.replace("  fact_coverage: {required: true, minimum: 1.0}\n", "")
    app = bench.app(said=lambda said: said[:1])
    before, after = bench.run(app, policy=fewer), bench.run(app)
    found = diff(before, after)
    assert [(change.check, change.before) for change in found.runs] == [("fact_coverage", "not in the policy")]
    assert {(change.check, change.cause.value, change.regression) for change in found.changes} == {
        ("fact_coverage", "policy", True)
    }
    assert len(found.changes) == ANSWERABLE
    back = diff(after, before)
    assert {(change.check, change.cause.value, change.improvement) for change in back.changes} == {
        ("fact_coverage", "policy", True)
    }


def test_another_latency_is_no_change(bench) -> None:
    """What is measured anew at every call changes nothing, unless the check comes out otherwise."""
    policy = CHECKS + "  latency: {required: true, maximum: 100}\n"
    app = bench.app()
    before, same, slow = (
        bench.run(
            None,
            outputs={
                row.case.id: parse_output(app(row.case) | dict.fromkeys(("latency_ms", "reported_latency_ms"), ms))
                for row in from_rows(golden()).load()
            },
            policy=policy,
        )
        for ms in (10, 20, 200)
    )
    assert diff(before, same).changes == ()
    found = diff(before, slow)
    assert {(change.check, change.cause.value, change.reasons[0].text) for change in found.changes} == {
        ("latency", "output", "latency_ms changed")
    }


@dataclasses.dataclass(frozen=True)
class Fixed(Metric):
    """Half for every answer. Source: this test."""

    name: ClassVar[str] = "fixed"
    value: ClassVar[float] = 0.5

    def measure(self, answer: str) -> float:
        """The same for every answer."""
        return self.value


@dataclasses.dataclass(frozen=True)
class Fixed2(Fixed):
    """Another version."""

    version: ClassVar[str] = "2"
    value: ClassVar[float] = 0.6


@dataclasses.dataclass(frozen=True)
class Drifting(Fixed):
    """The same definition, another value."""

    value: ClassVar[float] = 0.7


def scored(bench, metric: Metric, **options: Any) -> Any:
    """A run with one metric and no policy."""
    return run(golden(), target=bench.app(), metrics=[metric], store=bench.store, **options)


def test_another_metric_version_is_the_metric_and_refused_as_a_baseline(bench) -> None:
    """The version stands in the signature; the comparison is refused with the way out."""
    before, after = scored(bench, Fixed()), scored(bench, Fixed2())
    found = diff(before, after)
    assert found.counts == {"metric": ANSWERABLE + 3}
    (obstacle,) = comparable(before, after)
    assert (obstacle.metric, obstacle.reason) == ("fixed", "scored by another definition: metric version 1 -> 2")
    assert obstacle.way_out == "re-score the baseline with the present metric"
    assert found.exit_code is ExitCode.INCOMPLETE


def test_a_deterministic_metric_that_moves_is_an_error(bench) -> None:
    """Same inputs, same definition, other value: instability, and for a deterministic metric an error."""
    found = diff(scored(bench, Fixed()), scored(bench, Drifting()))
    assert found.counts == {"instability": ANSWERABLE + 3}
    assert all(change.reasons[0].error for change in found.changes)


class FakeJudge:
    """A judge that gives one verdict; it cannot be wrong about its name."""

    runs = 1

    def __init__(self, identity: str, verdict: float) -> None:
        self.identity, self.verdict = identity, verdict


@dataclasses.dataclass(frozen=True)
class Asked(Metric):
    """What the judge says. Source: this test."""

    name: ClassVar[str] = "asked"
    method: ClassVar[str] = "judge"

    async def measure(self, answer: str, *, judge: Any) -> float:
        """Ask."""
        verdict: float = judge.verdict
        return verdict


def test_another_judge_is_the_judge_and_refused_as_a_baseline(bench) -> None:
    """The judge's identity stands in the signature."""
    before = scored(bench, Asked(), judge=FakeJudge("a/one", 0.9))
    after = scored(bench, Asked(), judge=FakeJudge("b/two", 0.4))
    found = diff(before, after)
    assert found.counts == {"judge": ANSWERABLE + 3}
    assert comparable(before, after)[0].way_out == "re-score the baseline with the present judge"


def test_the_same_judge_that_changes_its_mind_is_unstable_and_no_error(bench) -> None:
    """A judge may vary; that is instability, not an error of the library."""
    found = diff(*(scored(bench, Asked(), judge=FakeJudge("a/one", verdict)) for verdict in (0.9, 0.4)))
    assert found.counts == {"instability": ANSWERABLE + 3}
    assert not any(change.reasons[0].error for change in found.changes)


def test_another_environment_under_the_same_inputs_is_the_environment(bench) -> None:
    """Where inputs and definition are the same and the machine is not, the machine is named."""
    before, after = scored(bench, Fixed()), scored(bench, Drifting())
    manifest: Manifest = after.manifest.replace(run_id="elsewhere", environment={"python": "2.7"})
    bench.store.begin(manifest)
    bench.store.write_rows("elsewhere", list(bench.store.samples(after.id)))
    bench.store.finish("elsewhere", RunStatus.COMPLETE, finished="2026-12-01T00:00:00+00:00")
    found = diff(before, dataclasses.replace(after, id="elsewhere"))
    assert found.counts == {"environment": ANSWERABLE + 3}
    assert "2.7" in found.changes[0].reasons[0].text


def test_nothing_in_common_is_incomplete(bench) -> None:
    """Runs without a common case cannot be compared: exit 2, with the reason."""
    cases = golden()
    found = diff(bench.run(bench.app(), cases[:2]), bench.run(bench.app(), cases[2:]))
    assert found.exit_code is ExitCode.INCOMPLETE
    assert "no case could be compared" in found.problems
    assert found.obstacles[0].subject == "cases"


@pytest.mark.parametrize("option", [(), ("--json",)])
def test_the_command_prints_and_exits(bench, option: tuple[str, ...], tmp_path, capsys) -> None:
    """The table names cause and change; exit 1 only when asked with --fail-on regression."""
    from assay.api import gate, open_store
    from assay.cli.main import _run

    path, store = bench.policy(), tmp_path / "assay.db"
    ids = []
    for app in (bench.app(), bench.app(said=lambda said: said[:1])):
        made = run(golden(), target=app, policy=path, store=store)
        gate(made, path)
        ids.append(made.id)
        made.store.close()
    arguments = ["diff", *ids, "--store", str(store), *option]
    assert _run(arguments) == 0
    assert _run([*arguments, "--fail-on", "regression"]) == 1
    printed = capsys.readouterr().out
    assert "output" in printed
    assert "evidence_coverage" in printed
    with open_store(store) as opened:
        assert len(opened.runs()) == 2
