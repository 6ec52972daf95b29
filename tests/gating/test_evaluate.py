"""From scored rows to a decision: what blocks, what informs, what is incomplete, and what each of them says."""

import datetime
import pickle
from fractions import Fraction

import pytest

from assay.errors import ConfigurationError, InvalidRowError, UnknownNameError
from assay.gating import Calibration, Gate
from assay.records import Check, CheckStatus, Decision, InvalidInput, Owner, Policy, RunStatus, Score, Status
from assay.records.decision import MAX_CASES_LISTED

COVERAGE = "checks: {evidence_coverage: {required: true, minimum: 0.85}}"
KPI = "checks: {recall: {kpi: true, fail: 0.75, warn: 0.85, target: 0.90}}"
HOLD = "checks: {abstention: {required: true}}"


def codes(decision):
    """Status and exit code of a decision."""
    return decision.status, int(decision.exit_code)


# -- required checks: each case by itself ---------------------------------------------------------------------------------


def test_a_case_below_the_minimum_fails_by_itself(decide, make):
    """One low case among many high ones fails the release and is named with its own reason."""
    rows = [make.row(f"c{i}", make.ratio("evidence_coverage", 3, 3)) for i in range(9)]
    low = make.row("refund-1", make.ratio("evidence_coverage", 2, 3, reason="missing=refund-method"))
    decision = decide(COVERAGE, *rows, low)
    assert codes(decision) == (CheckStatus.FAIL, 1)
    (listed,) = decision.cases
    assert (listed.case_id, listed.blocks, listed.shown) == ("refund-1", True, "0.667")
    assert listed.reason == "0.667 is below the minimum 0.85: missing=refund-method"
    assert listed.demand == ">= 0.85 in every case"
    assert "refund-1" in decision.reason
    assert decision.case_counts == {"pass": 9, "fail": 1}


@pytest.mark.parametrize(
    ("numerator", "denominator", "minimum", "code"),
    [(3, 10, "0.3", 0), (3, 10, "0.30000000000000001", 1), (17, 20, "0.85", 0), (1, 3, "0.3333333333333333", 0)],
)
def test_ratios_meet_decimals_exactly(decide, make, numerator, denominator, minimum, code):
    """A counted ratio is compared as a fraction with the decimal that is written; equality meets it."""
    row = make.row("a", make.ratio("evidence_coverage", numerator, denominator))
    decision = decide(f"checks: {{evidence_coverage: {{required: true, minimum: {minimum}}}}}", row)
    assert decision.exit_code == code


def test_a_value_just_below_is_printed_apart_from_its_threshold(decide, make):
    """0.7999999999 against 0.8 never reads `0.80 is below 0.8`."""
    text = "checks: {evidence_coverage: {required: true, minimum: 0.8}}"
    decision = decide(text, make.row("a", make.scored("evidence_coverage", 0.7999999999)))
    assert decision.exit_code == 1
    assert decision.cases[0].shown == "0.7999999999"
    assert "0.7999999999 is below the minimum 0.8" in decision.cases[0].reason


def test_lower_is_better_has_a_maximum(decide, make):
    """A maximum is met by equality and missed above."""
    text = "checks: {latency: {required: true, maximum: 1500}}"
    assert decide(text, make.row("a", make.scored("latency", 1500))).exit_code == 0
    failed = decide(text, make.row("a", make.scored("latency", 1500.5)))
    assert failed.exit_code == 1
    assert "is above the maximum 1500" in failed.cases[0].reason


@pytest.mark.parametrize(("value", "code"), [(1.0, 0), (1, 0), (0.9999999999, 1), (0.0, 1)])
def test_must_hold_is_the_best_value(decide, make, value, code):
    """Without a threshold only the best value of the domain holds."""
    assert decide(HOLD, make.row("a", make.scored("abstention", value))).exit_code == code


def test_must_hold_of_lower_is_better_is_the_low_end(decide, make):
    """The best value of a metric that is better when lower is its low end."""
    text = "checks: {target_error: {required: true}}"
    assert decide(text, make.row("a", make.scored("target_error", 0))).exit_code == 0
    assert decide(text, make.row("a", make.scored("target_error", 1))).exit_code == 1


def test_labels_hold_when_they_pass(decide, make):
    """A required label metric holds for its passing labels."""
    text = "checks: {verdict: {required: true}}"
    assert decide(text, make.row("a", make.scored("verdict", "pass"))).exit_code == 0
    failed = decide(text, make.row("a", make.scored("verdict", "fail")))
    assert failed.exit_code == 1
    assert failed.cases[0].reason == "'fail' does not hold (holds: pass)"


# -- kpis: the run's exact mean in bands ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "status", "code"),
    [
        ((0.9, 0.9), CheckStatus.PASS, 0),
        ((0.85, 0.85), CheckStatus.PASS, 0),
        ((0.8, 0.8), CheckStatus.WARN, 0),
        ((0.75, 0.75), CheckStatus.WARN, 0),
        ((0.749951,), CheckStatus.FAIL, 1),
        ((0.7496,), CheckStatus.FAIL, 1),
        ((1.0, 0.0), CheckStatus.FAIL, 1),
    ],
)
def test_bands_on_the_unrounded_mean(decide, make, values, status, code):
    """Band ends belong to the better band, and nothing is rounded before it is banded."""
    decision = decide(KPI, *(make.row(f"c{i}", make.scored("recall", value)) for i, value in enumerate(values)))
    assert codes(decision) == (status, code)


def test_the_two_look_alikes_print_apart(decide, make):
    """0.749951 and 0.7496 both fail at 0.75 and neither prints as 0.750."""
    first = decide(KPI, make.row("a", make.scored("recall", 0.749951)))
    second = decide(KPI, make.row("a", make.scored("recall", 0.7496)))
    assert "mean 0.74995 is below fail 0.75" in first.reason
    assert "mean 0.7496 is below fail 0.75" in second.reason


def test_a_mean_of_thirds_is_exact(decide, make):
    """Three thirds make exactly one, and the aggregate keeps the fraction."""
    text = "checks: {recall: {kpi: true, fail: 0.3333333333333333}}"
    decision = decide(text, *(make.row(f"c{i}", make.ratio("recall", 1, 3)) for i in range(3)))
    assert decision.exit_code == 0
    assert decision.checks[0].aggregate.number == Fraction(1, 3)


def test_a_kpi_of_labels_is_the_share_that_holds(decide, make):
    """Labels aggregate as the share of passing ones."""
    text = "checks: {verdict: {kpi: true, fail: 0.5}}"
    rows = [make.row(f"c{i}", make.scored("verdict", label)) for i, label in enumerate(("pass", "fail", "fail"))]
    assert decide(text, *rows[:2]).exit_code == 0
    assert decide(text, *rows).exit_code == 1


def test_a_mean_travels_with_its_counts(decide, make):
    """0.9, 0.8, invalid, 0.7 is a mean of 0.8 over 3 of 4: never 0.6, never without the count."""
    rows = [make.row(f"c{i}", make.scored("recall", value)) for i, value in enumerate((0.9, 0.8, 0.7))]
    rows += [make.row("bad", make.invalid("recall")), make.row("none", make.nothing("recall"))]
    (result,) = decide("checks: {recall: {fail: 0.5}}", *rows).checks
    assert result.value == 0.8
    assert str(result.aggregate.tally) == "3 scored, 1 n/a, 1 invalid, 0 error"
    assert "3 scored, 1 n/a, 1 invalid, 0 error" in result.reason


def test_informing_checks_report_and_never_block(decide, make):
    """A check without required or kpi shows its band and leaves the exit code alone."""
    text = "checks: {recall: {fail: 0.75}, abstention: {required: true}}"
    decision = decide(text, make.row("a", make.scored("recall", 0.1), make.scored("abstention", 1)))
    assert codes(decision) == (CheckStatus.PASS, 0)
    assert [(one.check, one.status, one.blocks) for one in decision.checks] == [
        ("recall", CheckStatus.FAIL, False),
        ("abstention", CheckStatus.PASS, False),
    ]


def test_required_and_kpi_together_take_the_worse(decide, make):
    """A check may demand both a floor in every case and a mean."""
    text = "checks: {recall: {required: true, minimum: 0.5, kpi: true, fail: 0.8}}"
    assert decide(text, make.row("a", make.scored("recall", 0.9))).exit_code == 0
    assert decide(text, make.row("a", make.scored("recall", 0.6))).exit_code == 1
    rows = [
        make.row("a", make.scored("recall", 0.4)),
        *(make.row(f"c{i}", make.scored("recall", 1.0)) for i in range(5)),
    ]
    assert decide(text, *rows).exit_code == 1


def test_bands_beside_a_required_check_inform(decide, make):
    """Without kpi the mean of a required check is shown and does not block."""
    text = "checks: {recall: {required: true, minimum: 0.1, fail: 0.8}}"
    decision = decide(text, make.row("a", make.scored("recall", 0.5)))
    assert decision.exit_code == 0
    assert "informs: mean 0.500 is below fail 0.8" in decision.checks[0].reason


# -- missing evidence is never a pass -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "code", "owner"),
    [
        ("invalid", "empty_requirement", Owner.TEST_DATA),
        ("invalid", "missing_output", Owner.HARNESS),
        ("invalid", "outside_domain", Owner.HARNESS),
        ("error", "judge", Owner.JUDGE),
        ("error", "no_judge", Owner.JUDGE),
        ("error", "judge_unavailable", Owner.JUDGE),
        ("error", "scale_mass", Owner.JUDGE),
        ("error", "budget", Owner.JUDGE),
        ("error", "no_embedder", Owner.HARNESS),
        ("error", "target_error", Owner.HARNESS),
    ],
)
@pytest.mark.parametrize("text", [COVERAGE, "checks: {evidence_coverage: {kpi: true, fail: 0.5}}"])
def test_invalid_and_error_rows_make_the_run_incomplete(decide, make, text, kind, code, owner):
    """A blocking row that could not be judged is exit 2, with who must act."""
    rows = [make.row("good", make.scored("evidence_coverage", 1.0))]
    rows.append(make.row("bad", getattr(make, kind)("evidence_coverage", code)))
    decision = decide(text, *rows)
    assert codes(decision) == (CheckStatus.INCOMPLETE, 2)
    assert (decision.checks[0].owner, decision.checks[0].code) == (owner, code)
    assert "bad" in decision.reason
    assert decision.cases[0].owner is owner


def test_an_informing_check_that_could_not_be_judged_says_so(decide, make):
    """A check whose every row is an error is incomplete, not "nothing to check"; it informs, so nothing is stopped."""
    scores = (make.scored("evidence_coverage", 1.0), make.error("fact_coverage", "judge_unavailable"))
    text = "checks: {evidence_coverage: {required: true, minimum: 0.5}, fact_coverage: {fail: 0.5}}"
    decision = decide(text, make.row("a", *scores))
    assert codes(decision) == (CheckStatus.PASS, 0)
    assert (decision.checks[1].status, decision.checks[1].blocks) == (CheckStatus.INCOMPLETE, False)
    assert decision.checks[1].owner is Owner.JUDGE


@pytest.mark.parametrize("text", [COVERAGE, "checks: {evidence_coverage: {kpi: true, fail: 0.5}}"])
def test_a_missing_score_is_incomplete(decide, make, text):
    """A check whose metric was not scored does not pass."""
    decision = decide(text, make.row("a", make.scored("recall", 1.0)))
    assert decision.exit_code == 2
    assert decision.cases[0].code == "missing_score"


def test_a_recorded_value_outside_the_domain_is_invalid(decide, make):
    """A stored 1.2 is not exceptionally good coverage."""
    decision = decide(COVERAGE, make.row("a", make.scored("evidence_coverage", 1.2)))
    assert decision.exit_code == 2
    assert decision.cases[0].code == "outside_domain"


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_score_that_is_no_number_cannot_exist(number):
    """NaN and infinity are refused where the score is made."""
    with pytest.raises(InvalidRowError, match="finite"):
        Score(metric="recall", status=Status.SCORED, value=number)


def test_two_wins_over_one(decide, make):
    """A failing and an unjudged case together are incomplete, and the failure is still told."""
    rows = [make.row("low", make.scored("evidence_coverage", 0.1)), make.row("bad", make.invalid("evidence_coverage"))]
    decision = decide(COVERAGE, *rows)
    assert decision.exit_code == 2
    assert "1 of 2 cases fail (low)" in decision.checks[0].reason
    other = decide(
        "checks: {evidence_coverage: {required: true, minimum: 0.85}, recall: {kpi: true, fail: 0.5}}",
        *(make.row(f"c{i}", make.scored("evidence_coverage", 0.1), make.error("recall")) for i in range(2)),
    )
    assert other.exit_code == 2
    assert other.reason.endswith("besides, 1 failure.")


def test_no_cases_is_incomplete(decide):
    """Nothing tested is not passed."""
    decision = decide(COVERAGE)
    assert codes(decision) == (CheckStatus.INCOMPLETE, 2)
    assert decision.reason == "Incomplete: there are no cases."


def test_a_case_without_an_applicable_check_is_incomplete(decide, make):
    """A blocking case that nothing applies to is named, with test data as its owner."""
    rows = [
        make.row("tested", make.scored("evidence_coverage", 1.0)),
        make.row("bare", make.nothing("evidence_coverage")),
    ]
    decision = decide(COVERAGE, *rows)
    assert decision.exit_code == 2
    assert decision.problems == ("no check applies to 1 case (bare)",)
    assert str(decision.rows) == "1 scored, 0 n/a, 1 invalid, 0 error"
    assert [(one.case_id, one.code, one.owner) for one in decision.cases] == [
        ("bare", "nothing_tested", Owner.TEST_DATA)
    ]


def test_a_case_that_only_informing_checks_meet_is_said(decide, make):
    """It does not make the run incomplete and it is not silent either."""
    text = "checks: {abstention: {required: true}, recall: {fail: 0.5}}"
    rows = [
        make.row("a", make.scored("abstention", 1), make.scored("recall", 1.0)),
        make.row("b", make.nothing("abstention"), make.scored("recall", 1.0)),
    ]
    decision = decide(text, *rows)
    assert decision.exit_code == 0
    assert "only informing checks apply to 1 case (b)" in decision.warnings


def test_a_kpi_over_nothing_is_incomplete(decide, make):
    """A floor over zero applicable rows cannot be met."""
    text = "checks: {recall: {kpi: true, fail: 0.5}, abstention: {required: true}}"
    decision = decide(text, make.row("a", make.nothing("recall"), make.scored("abstention", 1)))
    assert decision.exit_code == 2
    assert "recall: nothing to average" in decision.reason


def test_a_required_check_that_applies_nowhere_is_a_warning(decide, make):
    """Other checks judged the cases; that this one tested nothing is said."""
    text = "checks: {evidence_coverage: {required: true, minimum: 0.85}, abstention: {required: true}}"
    decision = decide(text, make.row("a", make.nothing("evidence_coverage"), make.scored("abstention", 1)))
    assert decision.exit_code == 0
    assert any("evidence_coverage: nothing tested" in warning for warning in decision.warnings)
    assert decision.reason == "Passed: 1 of 2 blocking checks hold over 1 case; the others had nothing to check."


def test_all_targets_failing_is_incomplete(decide, make):
    """Also where the only check counts target errors and informs."""
    text = "checks: {target_error: {fail: 0.5}}"
    rows = [make.row(f"c{i}", make.scored("target_error", 1), failed=True) for i in range(3)]
    decision = decide(text, *rows)
    assert decision.exit_code == 2
    assert "the target gave no output in any of 3 cases" in decision.reason


def test_a_failed_target_that_only_informing_checks_meet_is_incomplete(decide, make):
    """The target died on a blocking case, and no check that blocks has seen it: never green. A blocking check may tolerate it."""
    text = "checks: {abstention: {required: true}, recall: {fail: 0.5}}"
    good = make.row("good", make.scored("abstention", 1), make.scored("recall", 1.0))
    died = make.row("died", make.nothing("abstention"), make.error("recall", "target_error"), failed=True)
    decision = decide(text, good, died)
    assert codes(decision) == (CheckStatus.INCOMPLETE, 2)
    assert "the target gave no output in 1 case (died)" in decision.reason
    (listed,) = [one for one in decision.cases if one.blocks]
    assert (listed.case_id, listed.owner, listed.code) == ("died", Owner.HARNESS, "target_error")
    assert decide(text, good, died.replace(blocking=False)).exit_code == 0
    tolerant = "checks: {target_error: {kpi: true, fail: 0.5}}"
    rows = [make.row(f"c{i}", make.scored("target_error", int(i == 0)), failed=i == 0) for i in range(4)]
    assert decide(tolerant, *rows).exit_code == 0


@pytest.mark.parametrize("status", [RunStatus.RUNNING, RunStatus.PARTIAL, RunStatus.CANCELLED])
def test_only_a_complete_run_can_pass(decide, make, status):
    """A partial run of perfect rows is incomplete."""
    decision = decide(COVERAGE, make.row("a", make.scored("evidence_coverage", 1.0)), status=status)
    assert decision.exit_code == 2
    assert status.value in decision.reason


def test_unreadable_input_is_incomplete(decide, make):
    """Rows that could not be read count, stop the release and are named: the first in the sentence, all in the decision."""
    broken = [InvalidInput(source="golden.jsonl", line=n, column=n, reason=f"broken {n}") for n in range(1, 6)]
    broken[0] = InvalidInput(source="golden.jsonl", line=1, case_id="a", reason="stands twice")
    decision = decide(COVERAGE, make.row("a", make.scored("evidence_coverage", 1.0)), invalid_inputs=broken)
    assert decision.exit_code == 2
    assert decision.rows.invalid == 5
    assert decision.problems == (
        "5 rows of the input could not be read: golden.jsonl:1 (case a): stands twice; golden.jsonl:2:2: broken 2; "
        "golden.jsonl:3:3: broken 3; and 2 more",
    )
    assert decision.unreadable == tuple(broken)
    assert Decision.from_json(decision.to_json()) == decision


def test_cases_of_several_contract_versions_are_said(decide, make):
    """One decision over rows that were reviewed under different contracts is a warning; one contract is none."""
    rows = [make.row(f"c{i}", make.scored("evidence_coverage", 1.0), contract=f"v{i}") for i in range(2)]
    mixed = decide(COVERAGE, *rows)
    assert (int(mixed.exit_code), mixed.warnings) == (
        0,
        ("the cases are of 2 contract versions (v0, v1): one decision for all of them",),
    )
    assert decide(COVERAGE, rows[0], rows[0].replace(case_id="other")).warnings == ()


# -- cases that do not block ----------------------------------------------------------------------------------------------


def test_exploratory_cases_are_reported_and_never_block(decide, make):
    """A failing or invalid case marked as not blocking is listed and leaves the decision alone."""
    rows = [
        make.row("real", make.scored("evidence_coverage", 1.0)),
        make.row("try-1", make.scored("evidence_coverage", 0.0), blocking=False),
        make.row("try-2", make.invalid("evidence_coverage"), blocking=False),
        make.row("try-3", make.nothing("evidence_coverage"), blocking=False),
    ]
    decision = decide(COVERAGE, *rows)
    assert decision.exit_code == 0
    assert [(one.case_id, one.blocks) for one in decision.cases] == [("try-1", False), ("try-2", False)]
    assert decision.case_counts == {"pass": 1, "not_blocking": 3}
    assert decision.checks[0].aggregate.details["not_blocking"] == {"scored": 1, "invalid": 1, "not_applicable": 1}


def test_exploratory_cases_stay_out_of_the_mean(decide, make):
    """They can neither lower nor lift a kpi."""
    rows = [make.row("real", make.scored("recall", 0.5)), make.row("try", make.scored("recall", 1.0), blocking=False)]
    assert decide(KPI, *rows).exit_code == 1


def test_a_run_of_exploratory_cases_decides_nothing(decide, make):
    """No blocking case is the same as no case."""
    decision = decide(HOLD, make.row("try", make.scored("abstention", 1), blocking=False))
    assert decision.exit_code == 2
    assert "none of 1 case is blocking" in decision.reason


# -- proxies and judges ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("demand", ["required: true, minimum: 0.5", "kpi: true, fail: 0.5"])
@pytest.mark.parametrize("value", [0.0, 1.0])
def test_a_proxy_leaves_its_demand_undecided(decide, make, demand, value):
    """A blocking proxy is exit 2 whatever it says, never 0 and never 1, with the way out."""
    decision = decide(
        f"checks: {{citation_support: {{{demand}}}}}", make.row("a", make.scored("citation_support", value))
    )
    assert decision.exit_code == 2
    assert "allow_proxy: true" in decision.reason
    assert (decision.checks[0].owner, decision.checks[0].code) == (Owner.POLICY, "proxy")


@pytest.mark.parametrize(("value", "code"), [(0.0, 1), (1.0, 0)])
def test_allow_proxy_lets_it_block(decide, make, value, code):
    """The policy said so in words."""
    text = "checks: {citation_support: {required: true, minimum: 0.5, allow_proxy: true}}"
    assert decide(text, make.row("a", make.scored("citation_support", value))).exit_code == code


JUDGED = "checks: {faithfulness: {kpi: true, fail: 0.5%s}}"


def judged_row(make, signature="faithfulness|v:1|judge:m"):
    """A row scored by a judge."""
    return make.row("a", make.scored("faithfulness", 0.9, signature=signature))


def test_an_uncalibrated_judge_leaves_its_demand_undecided(decide, make):
    """A judge blocks only with a calibration or where the policy accepts that there is none."""
    decision = decide(JUDGED % "", judged_row(make))
    assert decision.exit_code == 2
    assert decision.checks[0].code == "uncalibrated"
    assert decide(JUDGED % ", uncalibrated: accept", judged_row(make)).exit_code == 0


def test_a_named_calibration_must_be_there_usable_and_of_this_judge(decide, make):
    """Missing, not good enough, or for another signature: all incomplete; the exact one decides."""
    text = JUDGED % ", calibration: q3"
    good = Calibration(name="q3", signature="faithfulness|v:1|judge:m")
    absent = decide(text, judged_row(make))
    assert (int(absent.exit_code), "write uncalibrated: accept in place of calibration" in absent.reason) == (2, True)
    assert decide(text, judged_row(make), calibrations={"q3": good}).exit_code == 0
    poor = decide(text, judged_row(make), calibrations={"q3": good.replace(problem="kappa 0.3 is too low")})
    assert (int(poor.exit_code), "kappa 0.3 is too low" in poor.reason) == (2, True)
    other = decide(text, judged_row(make, "faithfulness|v:2|judge:m"), calibrations={"q3": good})
    assert (int(other.exit_code), other.checks[0].code) == (2, "not_calibrated")
    assert "write uncalibrated: accept in place of calibration" in other.reason


def test_cautions_of_scores_become_warnings(decide, make):
    """A score that a person should look at passes as it stands; the decision says which cases and why."""
    odd = make.scored("abstention", 1, details={"caution": "its flag and its text disagree"})
    rows = [make.row(f"odd{i}", odd) for i in range(7)] + [make.row("plain", make.scored("abstention", 1))]
    decision = decide(HOLD, *rows)
    assert decision.exit_code == 0
    assert decision.warnings == (
        "abstention: look at 7 of 8 cases (odd0, odd1, odd2, odd3, odd4 and 2 more), first: its flag and its text disagree",
    )


# -- the metric that scored -----------------------------------------------------------------------------------------------

SIGNED = "evidence_coverage|v:1|method:exact|limit:3"


@pytest.mark.parametrize(
    ("signature", "method", "difference"),
    [
        (SIGNED, "exact", None),
        ("evidence_coverage|v:1|method:judge:m|limit:3", "judge:m", None),
        ("evidence_coverage|v:2|method:exact|limit:3", "exact", "metric version 1 -> 2"),
        ("evidence_coverage|v:1|method:exact|limit:5", "exact", "metric parameters limit: 3 -> 5"),
        ("evidence_coverage|v:1|method:exact|function:mine.f", "exact", "function: none -> mine.f"),
        ("another|v:1|method:exact|limit:3", "exact", "another|v:1"),
        ("", "exact", "metric version 1 -> none"),
    ],
)
def test_a_score_of_another_definition_is_no_evidence(catalog, make, signature, method, difference):
    """Only the metric that the policy names can meet its demand; who gave a verdict may be more exact than the metric says."""
    info = catalog.info("evidence_coverage").replace(signature=SIGNED)
    check = Check(name="evidence_coverage", metric="evidence_coverage", required=True)
    gate = Gate(Policy(checks=(check,)), type(catalog)(info))
    gate.add(make.row("a", make.scored("evidence_coverage", 1.0, signature=signature, method=method)))
    decision = gate.decide(run_status=RunStatus.COMPLETE)
    assert decision.exit_code == (0 if difference is None else 2)
    if difference is not None:
        assert difference in decision.reason
        assert (decision.cases[0].code, decision.cases[0].owner) == ("other_definition", Owner.HARNESS)


def test_another_metric_cannot_say_that_there_is_nothing_to_check(catalog, make):
    """`not_applicable` of a metric that only bears the name does not take the check away."""
    info = catalog.info("evidence_coverage").replace(signature=SIGNED)
    names = ("evidence_coverage", "abstention")
    checks = tuple(Check(name=name, metric=name, required=True) for name in names)
    gate = Gate(Policy(checks=checks), type(catalog)(info, catalog.info("abstention")))
    nothing = make.nothing("evidence_coverage").replace(signature="evidence_coverage|v:1|method:exact|function:mine.f")
    gate.add(make.row("a", nothing, make.scored("abstention", 1)))
    assert gate.decide(run_status=RunStatus.COMPLETE).cases[0].code == "other_definition"


# -- groups ---------------------------------------------------------------------------------------------------------------

GROUPED = """
checks: {evidence_coverage: {required: true, minimum: 0.5}, abstention: {required: true}}
groups: {payments: {checks: {evidence_coverage: {required: true, minimum: 1.0}}}}
"""


def grouped(make, case_id, value, group):
    """A row of a group."""
    return make.row(case_id, make.scored("evidence_coverage", value), make.scored("abstention", 1), group=group)


def test_a_group_override_replaces_the_check_for_its_cases(decide, make):
    """0.9 is enough in general and not for payments; both appear as results of their own."""
    rows = [grouped(make, "faq", 0.6, "faq"), grouped(make, "pay", 0.9, "payments")]
    decision = decide(GROUPED, *rows)
    assert decision.exit_code == 1
    assert [(one.check, one.group, one.status.value) for one in decision.checks] == [
        ("evidence_coverage", None, "pass"),
        ("abstention", None, "pass"),
        ("evidence_coverage", "payments", "fail"),
    ]
    assert "evidence_coverage (group payments)" in decision.reason
    assert decide(GROUPED, grouped(make, "pay", 1.0, "payments")).exit_code == 0


def test_a_group_that_no_case_is_in_is_said(decide, make):
    """Unlike any group seen it is a warning; like one it is a mistyped key, and incomplete."""
    far = decide(GROUPED, grouped(make, "a", 1.0, "faq"))
    assert far.exit_code == 0
    assert "no case is in group 'payments' of the policy" in far.warnings
    near = decide(GROUPED, grouped(make, "a", 1.0, "payment"))
    assert near.exit_code == 2
    assert "there are cases in 'payment'" in near.reason


def test_a_group_cannot_switch_every_block_off(decide, parse, make):
    """Where every case is in a group whose override does not block, nothing was decided; loading the policy says so."""
    text = "checks: {evidence_coverage: {required: true, minimum: 0.8}}\n"
    text += "groups: {g: {checks: {evidence_coverage: {fail: 0.8}}}}"
    row = make.row("a", make.scored("evidence_coverage", 0.0), group="g")
    decision = decide(text, row)
    assert codes(decision) == (CheckStatus.INCOMPLETE, 2)
    assert "no check that blocks (evidence_coverage) has scored a blocking case" in decision.reason
    assert any("groups.g.checks.evidence_coverage" in warning for warning in parse(text).warnings)
    kept = text.replace("{fail: 0.8}", "{required: true, minimum: 0.9}")
    assert codes(decide(kept, row)) == (CheckStatus.FAIL, 1)
    assert not any("groups.g" in warning for warning in parse(kept).warnings)


def test_a_policy_in_which_nothing_blocks_decides_nothing(decide, make):
    """Incomplete whatever was measured, with the way out."""
    for value in (0.0, 1.0):
        decision = decide("checks: {recall: {fail: 0.5}}", make.row("a", make.scored("recall", value)))
        assert codes(decision) == (CheckStatus.INCOMPLETE, 2)
        assert "mark a check required or kpi; `assay run` reports without deciding" in decision.reason


def test_blocking_checks_with_nothing_to_check_decide_nothing(decide, make):
    """A required check that applies nowhere cannot make an informing one release anything."""
    text = "checks: {abstention: {required: true}, recall: {fail: 0.5}}"
    decision = decide(text, make.row("a", make.nothing("abstention"), make.scored("recall", 0.0)))
    assert codes(decision) == (CheckStatus.INCOMPLETE, 2)
    assert "no check that blocks (abstention) has scored a blocking case" in decision.reason


# -- shadows, limits, memory ----------------------------------------------------------------------------------------------

SHADOW = "checks: {abstention: {required: true}}\nshadow: {metric: recall, minimum: 0.9, until: 2027-01-31}"


def test_a_shadow_check_reports_and_never_blocks(decide, make):
    """It fails in the table, not in the decision, and is called in after its date."""
    row = make.row("a", make.scored("abstention", 1), make.scored("recall", 0.1))
    decision = decide(SHADOW, row, today=datetime.date(2027, 1, 31))
    assert decision.exit_code == 0
    assert (decision.checks[1].status, decision.checks[1].blocks) == (CheckStatus.FAIL, False)
    assert decision.checks[1].demand.startswith("shadow until 2027-01-31")
    assert not any("due" in warning for warning in decision.warnings)
    late = decide(SHADOW, row, today=datetime.date(2027, 2, 1))
    assert any("was due on 2027-01-31" in warning for warning in late.warnings)


def test_a_broken_shadow_check_does_not_block_either(decide, make):
    """An error of a shadow metric leaves the decision alone."""
    assert decide(SHADOW, make.row("a", make.scored("abstention", 1), make.error("recall"))).exit_code == 0


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        ("max_invalid: 1", 0),
        ("max_invalid: 0", 2),
        ("max_error: 0", 2),
        ("max_error: 1", 0),
        ("min_cases: 3", 0),
        ("min_cases: 4", 2),
        ("min_scored: 3", 0),
        ("min_scored: 4", 2),
        ("min_scored_share: 1", 0),
    ],
)
def test_limits_on_the_run(decide, make, limits, code):
    """Each limit is a rule of its own; breaking one is incomplete, meeting it exactly is fine."""
    text = f"checks: {{recall: {{kpi: true, fail: 0.5}}, fact_coverage: {{}}}}\nrun: {{{limits}}}"
    rows = [
        make.row("a", make.scored("recall", 1.0), make.invalid("fact_coverage")),
        make.row("b", make.scored("recall", 1.0), make.error("fact_coverage")),
        make.row("c", make.scored("recall", 1.0), make.scored("fact_coverage", 0.2)),
    ]
    decision = decide(text, *rows)
    assert decision.exit_code == code
    (rule,) = decision.rules
    assert (rule.status is CheckStatus.PASS) == (code == 0)


@pytest.mark.parametrize("limit", ["min_scored: 2", "min_scored_share: 0.9"])
def test_a_required_check_must_be_scored_often_enough_too(decide, make, limit):
    """The minimum holds for every check that blocks, not for kpis alone."""
    rows = [make.row("a", make.scored("evidence_coverage", 1.0)), make.row("b", make.invalid("evidence_coverage"))]
    decision = decide(f"{COVERAGE}\nrun: {{{limit}}}", *rows)
    (rule,) = decision.rules
    assert (rule.rule.partition(":")[2], rule.status) == ("evidence_coverage", CheckStatus.INCOMPLETE)
    assert decide(f"{COVERAGE}\nrun: {{{limit}}}", rows[0], rows[0].replace(case_id="c")).exit_code == 0


def test_cases_that_do_not_block_are_no_evidence(decide, make):
    """`min_cases` counts the cases that decide, and the sentence says how many those are."""
    rows = [make.row(f"c{i}", make.scored("evidence_coverage", 1.0), blocking=i == 0) for i in range(4)]
    assert decide(COVERAGE, *rows).reason == "Passed: all 1 blocking checks hold over 1 blocking case (3 do not block)."
    short = decide(f"{COVERAGE}\nrun: {{min_cases: 2}}", *rows)
    assert (int(short.exit_code), short.rules[0].reason) == (2, "1 blocking cases, at least 2 needed")


def test_no_limit_turns_an_incomplete_check_into_a_pass(decide, make):
    """A tolerance for invalid rows is not a tolerance for unjudged blocking ones."""
    rows = [make.row("a", make.scored("evidence_coverage", 1.0)), make.row("b", make.invalid("evidence_coverage"))]
    assert decide(f"{COVERAGE}\nrun: {{max_invalid: 100}}", *rows).exit_code == 2


def test_listed_cases_are_bounded_and_blocking_ones_come_first(catalog, parse, make):
    """Only so many cases are kept, and no informing result pushes a blocking one out."""
    text = "checks: {recall: {fail: 0.5}, abstention: {required: true}}"
    gate = Gate(parse(text).policy, catalog)
    for index in range(MAX_CASES_LISTED + 5):
        gate.add(make.row(f"c{index}", make.scored("recall", 0.1), make.scored("abstention", 1)))
    gate.add(make.row("last", make.scored("recall", 0.1), make.scored("abstention", 0)))
    decision = gate.decide(run_status=RunStatus.COMPLETE)
    assert len(decision.cases) == MAX_CASES_LISTED
    assert decision.cases[0].case_id == "last"
    assert decision.n_cases == MAX_CASES_LISTED + 6


def test_add_gives_the_results_of_the_case(catalog, parse, make):
    """A caller can print each row as it comes."""
    gate = Gate(parse(COVERAGE).policy, catalog)
    (result,) = gate.add(make.row("a", make.ratio("evidence_coverage", 9, 10)))
    assert (result.case_id, result.status, result.shown, result.demand) == (
        "a",
        CheckStatus.PASS,
        "0.900",
        ">= 0.85 in every case",
    )
    assert gate.decide(run_status=RunStatus.RUNNING).exit_code == 2
    assert gate.decide(run_status=RunStatus.COMPLETE).exit_code == 0


def test_a_decision_is_plain_data(decide, make):
    """It is written as strict JSON and read back equal, hashes and pickles."""
    rows = [make.row("a", make.ratio("evidence_coverage", 1, 3)), make.row("b", make.invalid("evidence_coverage"))]
    decision = decide(f"{COVERAGE}\nrun: {{max_invalid: 0}}\ncase_mean: {{metrics: [recall], minimum: 0.5}}", *rows)
    assert Decision.from_json(decision.to_json()) == decision
    assert pickle.loads(pickle.dumps(decision)) == decision
    assert hash(Decision.from_json(decision.to_json())) == hash(decision)


# -- policies built in code -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("checks", "error"),
    [
        ((), ConfigurationError),
        ((Check(name="nope", metric="nope"),), UnknownNameError),
        ((Check(name="recall", metric="recall", kpi=True),), ConfigurationError),
        ((Check(name="likes", metric="likes", required=True),), ConfigurationError),
    ],
)
def test_a_policy_that_cannot_decide_is_refused(catalog, checks, error):
    """No checks, an unknown metric, a kpi without a floor: refused before the first row."""
    with pytest.raises(error):
        Gate(Policy(checks=checks), catalog)
