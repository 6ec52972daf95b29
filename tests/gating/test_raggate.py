"""A raggate gates file is a valid policy, without the ways in which it let releases through."""

from decimal import Decimal

import pytest

SCAFFOLD = """\
judge:
  model: gpt-4.1-mini
  runs: 1
  temperature: 0
metrics:
  faithfulness: {kpi: true, fail: 0.75, warn: 0.85, target: 0.90}
  answer_relevancy: {kpi: true, fail: 0.65, warn: 0.75, target: 0.80}
  citation_support: {kpi: true, fail: 0.65, warn: 0.75, target: 0.85}
  context_coverage: {kpi: true, fail: 0.60, warn: 0.70, target: 0.80}
  answer_correctness: {kpi: true, fail: 0.60, warn: 0.75, target: 0.85}
"""
DEFAULTS = {
    "faithfulness": ("0.75", "0.85", "0.90"),
    "answer_relevancy": ("0.65", "0.75", "0.80"),
    "citation_support": ("0.65", "0.75", "0.85"),
    "context_coverage": ("0.60", "0.70", "0.80"),
    "answer_correctness": ("0.60", "0.75", "0.85"),
}


def bands(check):
    """The three thresholds as written."""
    return tuple(str(value) for value in (check.fail, check.warn, check.target))


def by_name(parsed):
    """The checks of a parsed policy by name."""
    return {check.name: check for check in parsed.policy.checks}


@pytest.mark.parametrize("text", [SCAFFOLD, "metrics:\n", "metrics: {}\n"])
def test_the_five_metrics_are_always_there(parse, text):
    """What the file leaves out has raggate's own bands, and blocks."""
    checks = by_name(parse(text))
    for name, thresholds in DEFAULTS.items():
        assert bands(checks[name]) == thresholds
        assert checks[name].kpi
        assert checks[name].metric == name


def test_the_judge_is_named_in_full(parse):
    """raggate's models are models of one provider; the section may be absent."""
    assert parse(SCAFFOLD).policy.judge.model == "openai/gpt-4.1-mini"
    assert parse("metrics:\n").policy.judge.model == "openai/gpt-4.1-mini"
    assert parse("judge: {runs: 3}\nmetrics:\n").policy.judge.runs == 3


def test_word_overlap_stands_beside_the_judged_metrics_and_only_informs(parse):
    """A team without a key sees numbers under their own names; they replace nothing."""
    checks = by_name(parse(SCAFFOLD))
    for name in ("faithfulness", "answer_relevancy", "answer_correctness"):
        beside = checks[f"{name}[lexical]"]
        assert not beside.blocks
        assert bands(beside) == DEFAULTS[name]
    assert checks["citation_support"].allow_proxy
    assert not checks["faithfulness"].allow_proxy


def test_an_overlap_metric_that_the_file_lists_itself_is_not_doubled(parse):
    """Its own bands stand, once."""
    checks = parse("metrics: {'faithfulness[lexical]': {fail: 0.3}}").policy.checks
    (one,) = [check for check in checks if check.name == "faithfulness[lexical]"]
    assert one.fail == Decimal("0.3")


def test_what_the_format_implies_is_said(parse):
    """An uncalibrated judge and blocking word overlap are warnings."""
    warnings = " ".join(parse(SCAFFOLD).warnings)
    assert "uncalibrated: accept is implied" in warnings
    assert "citation_support and context_coverage measure word overlap" in warnings


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("{fail: 0.9}", ("0.9", "0.9", "0.90")),
        ("{fail: 0.95}", ("0.95", "0.95", "0.95")),
        ("{warn: 0.97}", ("0.75", "0.97", "0.97")),
        ("{target: 0.99}", ("0.75", "0.85", "0.99")),
        ("{fail: 0.5}", ("0.5", "0.85", "0.90")),
    ],
)
def test_one_raised_band_lifts_the_built_in_ones_above_it(parse, written, expected):
    """Raising only `fail` is a stricter floor, not a contradiction with a default that nobody wrote."""
    assert bands(by_name(parse(f"metrics: {{faithfulness: {written}}}"))["faithfulness"]) == expected


def test_a_written_band_below_a_default_floor_is_refused(violations):
    """A floor is never lowered in silence to make room for a written `warn`."""
    (found,) = violations("metrics: {faithfulness: {warn: 0.5}}")
    assert (found.field, found.code) == ("metrics.faithfulness.warn", "order")


def test_any_other_metric_informs_with_the_general_bands(parse):
    """A known metric outside the five does not block unless the file says kpi."""
    checks = by_name(parse("metrics: {recall: {}, evidence_coverage: {kpi: true, fail: 0.8}}"))
    assert (checks["recall"].kpi, bands(checks["recall"])) == (False, ("0.60", "0.75", "0.85"))
    assert checks["evidence_coverage"].kpi
    assert checks["evidence_coverage"].warn == Decimal("0.8")


def test_kpi_false_informs(parse):
    """A real boolean is believed."""
    assert not by_name(parse("metrics: {faithfulness: {kpi: false}}"))["faithfulness"].kpi


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("metrics: {faithfullness: {fail: 0.9}}", "unknown_metric"),
        ("metrics: {faithfulness: {kpi: 'false'}}", "type"),
        ("metrics: {faithfulness: {fail: '0.8'}}", "type"),
        ("metrics: {faithfulness: {fail: 75, warn: 85, target: 90}}", "outside_domain"),
        ("metrics: {faithfulness: {fail: -1}}", "outside_domain"),
        ("metrics: {faithfulness: {fial: 0.9}}", "unknown_key"),
        ("metrics: [faithfulness]", "type"),
        ("judge: {modell: x}\nmetrics:\n", "unknown_key"),
        ("judge: [x]\nmetrics:\n", "type"),
    ],
)
def test_mistakes_that_raggate_let_through_are_refused(violations, text, code):
    """Misspelt names, texts for numbers and booleans, percentages, negative floors."""
    assert code in {one.code for one in violations(text)}


def without_a_key(make, score=0.99):
    """A row as it is scored where no judge is configured."""
    judged = ("faithfulness", "answer_relevancy", "answer_correctness")
    return make.row(
        "q1",
        *(make.error(name, "no_judge") for name in judged),
        *(make.scored(f"{name}[lexical]", score) for name in judged),
        make.scored("citation_support", score),
        make.scored("context_coverage", score),
    )


def test_without_a_judge_the_decision_is_incomplete(decide, make):
    """Word overlap is never gated under the name of a judged metric."""
    decision = decide(SCAFFOLD, without_a_key(make))
    assert decision.exit_code == 2
    assert "no_judge" in decision.reason
    shown = {result.check: result for result in decision.checks}
    assert shown["faithfulness[lexical]"].shown == "0.990"
    assert shown["faithfulness[lexical]"].proxy


def judged(make, case_id, faithfulness=0.95, citations=None):
    """A row with a judge's scores."""
    return make.row(
        case_id,
        make.scored("faithfulness", faithfulness),
        make.scored("answer_relevancy", 0.9),
        make.scored("answer_correctness", 0.9),
        citations or make.scored("citation_support", 0.9),
        make.scored("context_coverage", 0.9),
    )


def test_with_a_judge_it_passes_and_fails_by_its_bands(decide, make):
    """0 when every band holds, 1 when a kpi mean is below its floor."""
    assert decide(SCAFFOLD, judged(make, "a"), judged(make, "b")).exit_code == 0
    failed = decide(SCAFFOLD, judged(make, "a", 0.0), judged(make, "b", 0.9))
    assert failed.exit_code == 1
    assert "faithfulness: mean 0.450 is below fail 0.75" in failed.reason


def test_a_target_that_stops_citing_cannot_pass(decide, make):
    """A missing citation field is invalid, and an invalid kpi row is incomplete."""
    rows = [judged(make, "a"), judged(make, "b", citations=make.invalid("citation_support", "missing_output"))]
    decision = decide(SCAFFOLD, *rows)
    assert decision.exit_code == 2
    assert "citation_support" in decision.reason


def test_a_judge_that_failed_on_some_calls_cannot_pass(decide, make):
    """One judged row of twelve is not an evaluation of twelve."""
    row = judged(make, "b").replace(scores=(make.error("faithfulness"), *judged(make, "b").scores[1:]))
    assert decide(SCAFFOLD, judged(make, "a"), row).exit_code == 2
