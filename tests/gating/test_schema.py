"""A policy is read strictly; every problem is named at once, with its place and a way out."""

from decimal import Decimal

import pytest

from assay.records import BaselineRule, CaseMean, JudgeConfig, Policy

FULL = """\
version: 2026-11-1
judge: {model: openai/gpt-4.1-mini, runs: 3, temperature: 0, aggregate: majority}
checks:
  abstention: {required: true}
  evidence_coverage: {required: true, minimum: 0.85}
  faithfulness: {kpi: true, fail: 0.75, warn: 0.85, target: 0.90, uncalibrated: accept}
  latency: {kpi: true, fail: 2000, warn: 1500, target: 900}
  deep recall: {metric: recall, params: {cutoff: 5}, fail: 0.60}
  cheap: {metric: faithfulness, method: lexical}
run:
  max_invalid: 0
  min_scored: 10
  min_scored_share: 0.9
  min_cases: 20
  baseline: {run: main, margin: 0.02, confidence: 0.95, inconclusive: fail}
groups:
  payments: {checks: {evidence_coverage: {required: true, minimum: 1.0}, fact_coverage: {required: true}}}
case_mean: {metrics: [abstention, evidence_coverage, nDCG@10], minimum: 0.75, empty: 1.0}
shadow: {metric: fact_coverage, minimum: 0.9, until: 2027-01-31}
budget: {usd: 5, calls: 2000}
redact: [email]
"""


def test_the_whole_of_a_policy_is_read(parse):
    """Every section arrives typed; thresholds are the decimals that are written."""
    policy = parse(FULL).policy
    by_name = {check.name: check for check in policy.checks}
    assert policy.version == "2026-11-1"
    assert policy.judge == JudgeConfig(model="openai/gpt-4.1-mini", runs=3, temperature=0.0, aggregate="majority")
    assert by_name["evidence_coverage"].minimum == Decimal("0.85")
    assert str(by_name["faithfulness"].target) == "0.90"
    assert (by_name["deep recall"].metric, by_name["deep recall"].params) == ("recall", {"cutoff": 5})
    assert by_name["cheap"].metric == "faithfulness[lexical]"
    assert policy.run.baseline == BaselineRule(run="main", inconclusive="fail")
    assert policy.run.min_scored_share == Decimal("0.9")
    assert [check.name for check in policy.checks_for("payments")][-1] == "fact_coverage"
    assert {check.name: check for check in policy.checks_for("payments")}["evidence_coverage"].minimum == 1
    assert policy.case_mean == CaseMean(
        metrics=("abstention", "evidence_coverage", "nDCG@10"), minimum=Decimal("0.75"), empty=Decimal("1.0")
    )
    assert [(one.check.metric, one.check.required, one.until) for one in policy.shadow] == [
        ("fact_coverage", True, "2027-01-31")
    ]
    assert policy.budget == {"usd": 5.0, "calls": 2000}


def test_a_policy_survives_json_and_keeps_its_hash(parse):
    """Written and read back it is equal, hashable, and has one content hash."""
    policy = parse(FULL).policy
    again = Policy.from_json(policy.to_json())
    assert again == policy
    assert hash(again) == hash(policy)
    assert again.content_hash == policy.content_hash
    bare = parse("checks: {abstention: {required: true}}").policy
    assert bare.content_hash == Policy(checks=bare.checks).content_hash


def test_what_must_be_measured(parse):
    """Groups, shadows and the mean rule need scores too, each once."""
    assert [text for text, _ in parse(FULL).policy.measured] == [
        "abstention",
        "evidence_coverage",
        "faithfulness",
        "latency",
        "recall",
        "faithfulness[lexical]",
        "fact_coverage",
        "nDCG@10",
    ]


WRONG = """\
version:
checkz: 1
checks:
  evidence_coverage: {required: yes, minimum: "0.8"}
  faithfullness: {kpi: 'false'}
  faithfulness: {kpi: true, fail: 80, warn: 0.7, target: .inf, uncalibrated: maybe}
  answer_relevancy: {method: lexicl}
  likes: {required: true}
  nDCG@10: {kpi: true}
  recall: {params: {cutof: 3}}
  floor: {minimum: 0.5, metric: recall}
  under: {minimum: -0.5, metric: recall, required: true}
  latency: {required: true, minimum: 100}
  fact_coverage: {fail: 0.8, warn: 0.7, requierd: true}
  verdict: {required: true, minimum: 1}
  preference: {required: true}
  length: {fail: 3}
judge: {runs: 2, aggregate: majority, model: m, temperature: 3}
run: {max_invalid: -1, min_cases: 1.5, baseline: {margin: x}}
groups: {x: {}, y: {checks: {abstension: {required: true}}}}
case_mean: {metrics: [nope, recall], minimum: 75}
shadow: {metric: recall, until: soon}
budget: {euro: 3}
"""

EXPECTED = [
    ("1:9", "version", "nothing"),
    ("2:1", "checkz", "'checks'"),
    ("4:33", "checks.evidence_coverage.required", "without quotes"),
    ("4:47", "checks.evidence_coverage.minimum", "remove the quotes: 0.8"),
    ("5:18", "checks.faithfullness", "'faithfulness'"),
    ("5:24", "checks.faithfullness.kpi", "without quotes"),
    ("6:35", "checks.faithfulness.fail", "did you mean 0.80?"),
    ("6:45", "checks.faithfulness.warn", "fail <= warn <= target"),
    ("6:58", "checks.faithfulness.target", "not a number"),
    ("6:78", "checks.faithfulness.uncalibrated", "accept"),
    ("7:30", "checks.answer_relevancy.method", "'lexical'"),
    ("8:21", "checks.likes.required", "add minimum"),
    ("9:18", "checks.nDCG@10.kpi", "fail"),
    ("10:20", "checks.recall", "'cutoff'"),
    ("11:20", "checks.floor.minimum", "required: true"),
    ("12:20", "checks.under.minimum", "outside the range [0.0, 1.0]"),
    ("13:38", "checks.latency.minimum", "write maximum instead"),
    ("14:36", "checks.fact_coverage.warn", "contradicts fail 0.8"),
    ("14:41", "checks.fact_coverage.requierd", "'required'"),
    ("15:38", "checks.verdict.minimum", "labels"),
    ("16:26", "checks.preference.required", "ranking"),
    ("17:18", "checks.length.fail", "no better direction"),
    ("18:15", "judge.runs", "odd"),
    ("18:62", "judge.temperature", "0 to 2"),
    ("19:20", "run.max_invalid", "at least 0"),
    ("19:35", "run.min_cases", "whole number"),
    ("19:50", "run.baseline", "add run"),
    ("19:59", "run.baseline.margin", "number"),
    ("20:13", "groups.x", "overrides nothing"),
    ("20:42", "groups.y.checks.abstension", "'abstention'"),
    ("21:22", "case_mean.metrics", "'nope'"),
    ("21:47", "case_mean.minimum", "outside the range"),
    ("22:33", "shadow.until", "2027-01-31"),
    ("23:10", "budget.euro", "usd"),
]


def test_every_problem_is_named_at_once_with_its_place(violations):
    """Unknown keys and metrics, wrong types, ranges, orders, methods and limits, in one error."""
    found = violations(WRONG)
    table = {(f"{one.line}:{one.column}", one.field): str(one) for one in found}
    for place, field, words in EXPECTED:
        assert (place, field) in table, f"{place} {field} not among {sorted(table)}"
        assert words in table[place, field]
    assert len(found) == len(EXPECTED)
    assert all(one.source == "policy.yaml" for one in found)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("# nothing\n", "empty"),
        ("null\n", "empty"),
        ("- a\n", "type"),
        ("version: 3\n", "no_checks"),
        ("checks: {}\n", "no_checks"),
        ("checks:\n", "no_checks"),
        ("checks: [abstention]\n", "type"),
        ("checks: {abstention: true}\n", "type"),
        ("checks: {abstention: {required: true}}\nmetrics: {faithfulness: {kpi: true}}\n", "two_forms"),
        ("checks: {a: {metric: recall}, b: {metric: recall}}\n", "duplicate_check"),
        ("checks: {recall: {}, recall: {}}\n", "duplicate_key"),
        ("checks: {recall: {required: true, minimum: 0.8%}}\n", "type"),
        ("checks: {recall: {required: true, minimum: }}\n", "type"),
        ("checks: {recall: {required: true, minimum: 1e9999}}\n", "type"),
        ("checks: {recall: {required: true, minimum: .nan}}\n", "not_finite"),
        ("checks: {recall: {required: true, minimum: nan}}\n", "not_finite"),
        ("checks: {recall: {required: 1}}\n", "type"),
        ("checks: {recall: {}}\njudge: {runs: 3}\n", "missing"),
        ("checks: {recall: {}}\njudge: [a]\n", "type"),
        ("checks: {recall: {}}\njudge: {model: m, runs: 0}\n", "outside_domain"),
        ("checks: {recall: {}}\njudge: {model: m, key: secret}\n", "unknown_key"),
        ("checks: {recall: {}}\njudge: {model: m, mode: replya}\n", "value"),
        ("checks: {recall: {}}\njudge: {model: m, options: {base_url: 'https://me:key@host/v1'}}\n", "secret"),
        ("checks: {recall: {}}\njudge: {model: m, options: {base_url: 'https://host/v1?key=abc'}}\n", "secret"),
        ("checks: {recall: {}}\nbudget: {tokens: 5}\n", "unknown_key"),
        ("checks: {recall: {}}\nrun: {baseline: {run: a, confidence: 1}}\n", "outside_domain"),
        ("checks: {recall: {}}\nrun: {min_scored_share: 90}\n", "outside_domain"),
        ("checks: {recall: {}}\nbudget: {usd: -1}\n", "outside_domain"),
        ("checks: {recall: {}}\nbudget: {calls: 0}\n", "outside_domain"),
        ("checks: {recall: {required: true, minimum: 0.5, calibration: q3}}\n", "no_effect"),
        ("checks: {recall: {}}\ncase_mean: {metrics: [], minimum: 0.5}\n", "type"),
        ("checks: {recall: {}}\ncase_mean: {metrics: [recall]}\n", "missing"),
        ("checks: {recall: {}}\ncase_mean: {metrics: [preference], minimum: 0.5}\n", "no_scale"),
        ("checks: {recall: {}}\ncase_mean: {metrics: [recall, recall], minimum: 0.5}\n", "duplicate"),
        ("checks: {recall: {}}\nshadow: {metric: recall}\n", "missing"),
        ("checks: {recall: {params: {cutoff: 1e999}}}\n", "not_finite"),
    ],
)
def test_one_problem_one_code(violations, text, code):
    """Each kind of mistake has a stable code."""
    assert code in [one.code for one in violations(text)]


@pytest.mark.parametrize(
    ("metric", "written", "hint"),
    [
        ("recall", "80", "did you mean 0.80?"),
        ("recall", "99.5", "did you mean 0.995?"),
        ("recall", "80%", "did you mean 0.80?"),
        ("recall", "'0,8'", "write the decimal point: 0.8"),
        ("recall", '"0.8"', "remove the quotes: 0.8"),
        ("recall", "1.0000000000000000001", "the highest that can be demanded is 1"),
        ("recall", "-0.1", "the lowest that can be demanded is 0"),
    ],
)
def test_thresholds_get_a_hint(violations, metric, written, hint):
    """A percentage, a comma and quotes are refused with what was probably meant."""
    (found,) = violations(f"checks: {{{metric}: {{required: true, minimum: {written}}}}}")
    assert found.hint == hint


def test_a_share_for_a_count_gets_a_hint(violations):
    """`max_invalid: 0.1` is a count; what is meant by a share is named."""
    (found,) = violations("checks: {recall: {kpi: true, fail: 0.5}}\nrun: {max_invalid: 0.1}")
    assert found.hint == "this is a count, not a share; a share of the cases is `min_scored_share`"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("checks: {recall: {required: true, minimum: 0}}", "cannot fail"),
        ("checks: {recall: {kpi: true, fail: 0.0}}", "cannot fail"),
        ("checks: {target_error: {required: true, maximum: 1}}", "cannot fail"),
        ("checks: {recall: {fail: 0.5}}", "no check blocks"),
        ("checks: {citation_support: {required: true, minimum: 0.5}}", "allow_proxy"),
        ("checks: {faithfulness: {kpi: true, fail: 0.5}}", "uncalibrated: accept"),
        ("checks: {evidence_coverage: {required: true}}", "abstention"),
    ],
)
def test_what_is_accepted_with_a_warning(parse, text, words):
    """A floor that cannot fail, a policy that cannot block and an undecidable demand are said, not refused."""
    warnings = parse(text).warnings
    assert any(words in warning for warning in warnings), warnings


def test_a_sound_policy_has_no_warnings(parse):
    """The example of the design reads without a word."""
    assert parse(FULL).warnings == ()


def test_the_policy_answers_for_uncalibrated_judges(parse):
    """`uncalibrated: accept` at the top holds for every check that names no calibration."""
    text = "uncalibrated: accept\nchecks: {faithfulness: {kpi: true, fail: 0.5, calibration: c1}, abstention: {required: true}}"
    first, second = parse(text).policy.checks
    assert (first.uncalibrated, first.calibration) == (None, "c1")
    assert second.uncalibrated == "accept"


@pytest.mark.parametrize(
    ("check", "metric"),
    [
        ("faithfulness: {method: lexical}", "faithfulness[lexical]"),
        ("faithfulness: {method: judge}", "faithfulness"),
        ("citation_support: {method: lexical}", "citation_support"),
        ("recall: {method: exact}", "recall"),
        ("'faithfulness[lexical]': {}", "faithfulness[lexical]"),
        ("'faithfulness[lexical]': {method: lexical}", "faithfulness[lexical]"),
    ],
)
def test_a_method_picks_the_implementation(parse, check, metric):
    """The variant where there is one, the plain metric where that is its method; never another one in silence."""
    assert parse(f"checks: {{{check}}}").policy.checks[0].metric == metric
