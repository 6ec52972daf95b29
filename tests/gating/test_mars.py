"""The invented answer: three checks with nothing to check, one that fails, and what each rule makes of it."""

import pytest

from assay.records import CheckStatus

CHECKS = ("citation_validity", "evidence_coverage", "fact_coverage")
ALL = ("abstention", *CHECKS)


def mean_rule(minimum):
    """A policy with the required-check rule at a shared minimum, and the older mean rule beside it."""
    floors = "\n".join(f"  {name}: {{required: true, minimum: {minimum}}}" for name in CHECKS)
    return (
        f"checks:\n  abstention: {{required: true}}\n{floors}\n"
        f"case_mean: {{metrics: [{', '.join(ALL)}], minimum: {minimum}, empty: 1.0}}\n"
    )


@pytest.fixture
def mars(make):
    """The invented answer on a case with no answer: only abstention applies, and it is wrong."""
    return make.row("mars", make.scored("abstention", 0, reason="invented_answer"), *map(make.nothing, CHECKS))


@pytest.mark.parametrize(
    ("minimum", "older"), [("0.80", CheckStatus.FAIL), ("0.75", CheckStatus.PASS), ("0", CheckStatus.PASS)]
)
def test_the_mean_rule_moves_with_its_threshold_and_the_required_rule_does_not(decide, mars, minimum, older):
    """(1 + 1 + 1 + 0) / 4 fails at 0.80 and passes at 0.75; the required check fails at 0.80, 0.75 and 0."""
    decision = decide(mean_rule(minimum), mars)
    assert decision.older_rule.status is older
    assert decision.exit_code == 1
    assert decision.older_rule.blocks is False
    assert "abstention: 1 of 1 cases fail (mars)" in decision.reason


def test_right_abstention_and_nothing_else_passes(decide, make):
    """Checks with nothing to check do not make the gate fail."""
    decision = decide(mean_rule("0.80"), make.row("mars", make.scored("abstention", 1), *map(make.nothing, CHECKS)))
    assert decision.exit_code == 0


def test_three_strong_scores_do_not_rescue_a_weak_one(decide, make):
    """A relevant check below its floor fails by itself, whatever the mean is."""
    scores = [make.scored(name, 1.0) for name in ALL[:-1]]
    decision = decide(mean_rule("0.80"), make.row("a", *scores, make.scored("fact_coverage", 0.79)))
    assert decision.older_rule.status is CheckStatus.PASS
    assert decision.exit_code == 1


@pytest.mark.parametrize("kind", ["invalid", "error", None])
def test_missing_and_invalid_scores_are_refused_by_both_rules(decide, make, kind):
    """No rule reads a missing score as a pass, a zero or an empty one."""
    scores = [make.scored(name, 1.0) for name in ALL[:-1]]
    if kind is not None:
        scores.append(getattr(make, kind)("fact_coverage"))
    decision = decide(mean_rule("0.75"), make.row("a", *scores))
    assert decision.exit_code == 2
    assert decision.older_rule.status is CheckStatus.INCOMPLETE
    assert decision.older_rule.details["refused"] == 1


def test_an_impossible_number_is_refused_by_both_rules(decide, make):
    """A recorded 7 in a metric of shares lifts no mean."""
    scores = [make.scored("abstention", 0), *(make.scored(name, 7) for name in CHECKS)]
    decision = decide(mean_rule("0.75"), make.row("a", *scores))
    assert decision.exit_code == 2
    assert decision.older_rule.status is CheckStatus.INCOMPLETE


def test_the_mean_rule_counts_cases(decide, make, mars):
    """It says how many cases would have failed, and leaves out those that do not block."""
    good = make.row("good", *(make.scored(name, 1.0) for name in ALL))
    loose = make.row("loose", make.scored("abstention", 0), *map(make.nothing, CHECKS), blocking=False)
    older = decide(mean_rule("0.80"), mars, good, loose).older_rule
    assert (older.details["cases"], older.details["failing"]) == (2, 1)
    assert "mars" in older.reason


def test_the_mean_rule_takes_labels_as_held_or_not(decide, make):
    """A label counts one when it passes and zero when it does not."""
    text = "checks: {verdict: {required: true}}\ncase_mean: {metrics: [verdict, recall], minimum: 0.5}"
    row = make.row("a", make.scored("verdict", "fail"), make.scored("recall", 1.0))
    assert decide(text, row).older_rule.status is CheckStatus.PASS
    assert decide(text.replace("0.5", "0.51"), row).older_rule.status is CheckStatus.FAIL
