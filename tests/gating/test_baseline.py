"""A kpi is compared with an earlier run case by case: no drop, a proven drop, or not enough to tell."""

import pytest

from assay.records import CheckStatus
from assay.stats.noninferiority import Verdict, compare_means

POLICY = """
checks: {recall: {kpi: true, fail: 0.1}, latency: {kpi: true, fail: 5000}}
run: {baseline: {run: main, margin: 0.05}}
"""
RECALL = "checks: {recall: {kpi: true, fail: 0.1}}\nrun: {baseline: {run: main, margin: 0.05}}"


class Earlier:
    """The rows of an earlier run."""

    identity = "main"

    def __init__(self, *rows):
        self._rows = {row.case_id: row for row in rows}

    def row(self, case_id):
        """The row of a case, or None."""
        return self._rows.get(case_id)


def run(make, values, **rest):
    """Rows with these recalls and one latency."""
    return [
        make.row(f"c{i}", make.scored("recall", value), make.scored("latency", 100), **rest)
        for i, value in enumerate(values)
    ]


def rule(decision, name="recall"):
    """The result of the baseline rule for one check."""
    return next(one for one in decision.rules if one.rule == f"baseline:{name}")


def test_equal_runs_of_enough_cases_pass(decide, make):
    """No change in any of 100 cases rules out a drop of 0.05."""
    rows = run(make, [0.9, 0.5] * 50)
    decision = decide(RECALL, *rows, baseline=Earlier(*rows))
    assert decision.exit_code == 0
    assert rule(decision).status is CheckStatus.PASS
    assert rule(decision).details["pairs"] == 100


def test_equal_runs_of_few_cases_cannot_tell(decide, make):
    """No change in three cases says little, and the smallest drop that they could show is named."""
    rows = run(make, [0.9, 0.5, 0.7])
    found = rule(decide(RECALL, *rows, baseline=Earlier(*rows)))
    assert found.status is CheckStatus.INCONCLUSIVE
    assert "smallest drop these cases can show" in found.reason


def test_no_change_on_an_open_range_cannot_tell(decide, make):
    """Without a widest possible change there are no bounds."""
    rows = run(make, [0.9] * 100)
    assert rule(decide(POLICY, *rows, baseline=Earlier(*rows)), "latency").status is CheckStatus.INCONCLUSIVE


def test_the_bounds_are_those_of_the_paired_t(decide, make):
    """The verdict equals that of the one-sided paired t bounds over the same differences."""
    before, after = [0.9, 0.8, 0.7, 0.95, 0.6, 0.85], [0.91, 0.79, 0.72, 0.94, 0.6, 0.86]
    differences = [round(new - old, 10) for new, old in zip(after, before, strict=True)]
    expected = compare_means(differences, margin=0.05)
    found = rule(decide(RECALL, *run(make, after), baseline=Earlier(*run(make, before))))
    assert expected.verdict is Verdict.NON_INFERIOR
    assert found.status is CheckStatus.PASS
    assert f"± {expected.high - expected.difference:.3f}" in found.reason


def test_a_proven_drop_fails(decide, make):
    """A drop beyond the margin that the cases agree on is exit 1."""
    before = Earlier(*run(make, [0.9, 0.8, 0.9, 0.8]))
    worse = decide(RECALL, *run(make, [0.7, 0.62, 0.71, 0.6]), baseline=before)
    assert (rule(worse).status, int(worse.exit_code)) == (CheckStatus.FAIL, 1)
    assert "worse than the baseline" in worse.reason


def test_every_case_changed_alike(decide, make):
    """An equal drop beyond the margin fails; one within it has no spread to judge by."""
    before = Earlier(*run(make, [0.9] * 4))
    assert rule(decide(RECALL, *run(make, [0.849] * 4), baseline=before)).status is CheckStatus.FAIL
    assert rule(decide(RECALL, *run(make, [0.85] * 4), baseline=before)).status is CheckStatus.INCONCLUSIVE


@pytest.mark.parametrize(
    ("extra", "status", "code"), [("", CheckStatus.WARN, 0), (", inconclusive: fail", CheckStatus.FAIL, 1)]
)
def test_not_enough_evidence_is_named_and_the_policy_decides(decide, make, extra, status, code):
    """Scattered differences cannot tell; by default that warns, and the smallest visible drop is said."""
    text = RECALL.replace("0.05}", f"0.05{extra}}}")
    decision = decide(text, *run(make, [1.0, 0.2, 0.9]), baseline=Earlier(*run(make, [0.5, 0.8, 0.9])))
    assert (decision.status, int(decision.exit_code)) == (status, code)
    assert rule(decision).status is CheckStatus.INCONCLUSIVE
    assert "smallest drop these cases can show" in decision.reason


def test_lower_is_better_turns_round(decide, make):
    """A slower run is a drop, a faster one is not."""

    def at(*latencies):
        return [
            make.row(f"c{i}", make.scored("recall", 1), make.scored("latency", ms)) for i, ms in enumerate(latencies)
        ]

    fast, slow = at(100, 110, 90), at(200, 215, 195)
    assert rule(decide(POLICY, *slow, baseline=Earlier(*fast)), "latency").status is CheckStatus.FAIL
    assert rule(decide(POLICY, *fast, baseline=Earlier(*slow)), "latency").status is CheckStatus.PASS


def test_a_baseline_that_is_not_there_is_incomplete(decide, make):
    """A rule that needs a baseline does not pass without one."""
    decision = decide(POLICY, *run(make, [0.9, 0.9]))
    assert decision.exit_code == 2
    assert "the baseline run 'main' was not found" in decision.reason


def test_only_cases_of_one_contract_are_compared(decide, make):
    """Another contract version, an absent case and a case without a value form no pair."""
    rows = run(make, [0.9, 0.9, 0.9, 0.9], contract="3")
    old = run(make, [0.9, 0.9, 0.9, 0.9], contract="3")
    before = Earlier(old[0], old[1], old[2].replace(contract="2"))
    decision = decide(POLICY, *rows, baseline=before)
    assert (rule(decision).details["pairs"], rule(decision).details["unpaired"]) == (2, 2)
    none = decide(POLICY, *rows, baseline=Earlier(*(row.replace(contract="2") for row in old)))
    assert none.exit_code == 2
    assert "0 cases are comparable" in none.reason
    assert "4 are of another contract version (re-score the baseline with the present golden set)" in none.reason


def test_scores_of_another_definition_are_not_compared(decide, make):
    """Another metric version or judge makes the comparison incomplete, with the way out."""
    rows = [
        make.row(f"c{i}", make.scored("recall", 0.9, signature="recall|v:2"), make.scored("latency", 1))
        for i in range(3)
    ]
    decision = decide(POLICY, *rows, baseline=Earlier(*run(make, [0.9] * 3)))
    assert decision.exit_code == 2
    assert "scored by another definition: metric version none -> 2" in decision.reason
    assert "re-score the baseline with the present metric" in decision.reason


def test_one_score_of_another_definition_is_enough(decide, make):
    """Also where the other cases could be compared: a mean of some of them would be another mean."""
    rows = run(make, [0.9] * 100)
    rows[7] = make.row("c7", make.scored("recall", 0.9, signature="recall|v:2"), make.scored("latency", 100))
    assert decide(RECALL, *rows, baseline=Earlier(*run(make, [0.9] * 100))).exit_code == 2


def test_the_decision_names_the_run_that_was_compared_with(decide, make):
    """Not the one that the rule names: `--baseline` may have put another in its place."""
    rows = run(make, [0.9, 0.5, 0.7])
    earlier = Earlier(*rows)
    earlier.identity = "20261124-090000-3f9a1c"
    assert rule(decide(RECALL, *rows, baseline=earlier)).details["run"] == "20261124-090000-3f9a1c"
    text = "checks: {recall: {required: true, minimum: 0.1}}\nrun: {baseline: {run: main}}"
    (alone,) = decide(text, *rows, baseline=earlier).rules
    assert alone.details["run"] == "20261124-090000-3f9a1c"


def test_a_baseline_without_a_kpi_is_incomplete(decide, make):
    """There must be something to compare."""
    text = "checks: {recall: {required: true, minimum: 0.1}}\nrun: {baseline: {run: main}}"
    rows = run(make, [0.9, 0.9])
    assert decide(text, *rows, baseline=Earlier(*rows)).exit_code == 2
