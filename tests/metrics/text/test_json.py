"""JSON answers: valid, by schema, leaf by leaf."""

from __future__ import annotations

import pytest

from assay.errors import ConfigurationError
from assay.metrics.registry import Registry
from assay.records import Case, Output, Sample, Status

REGISTRY = Registry.built_in()


@pytest.mark.parametrize(
    ("answer", "expected", "reason"),
    [
        ('{"a": [1, 2.5e3, null, true, "é"]}', 1.0, "valid JSON: object"),
        (" 42 ", 1.0, "valid JSON: number"),
        ('"text"', 1.0, "valid JSON: string"),
        ("", 0.0, "not JSON: Expecting value at line 1, column 1"),
        ("   ", 0.0, "not JSON: Expecting value at line 1, column 4"),
        ("{'a': 1}", 0.0, "Expecting property name"),
        ('{"a": NaN}', 0.0, "not JSON: NaN is not a JSON number"),
        ("[1e99999]", 0.0, "out of range"),
        ("-Infinity", 0.0, "not JSON: -Infinity is not a JSON number"),
        ('{"a": 1, "a": 2}', 0.0, "not JSON: the key 'a' is repeated"),
        ('{"a": 1} done', 0.0, "Extra data at line 1, column 10"),
        ('```json\n{"a": 1}\n```', 0.0, "Expecting value"),
        ("[" * 100_000, 0.0, "not JSON: "),
        ("9" * 5000, 1.0, "valid JSON: number"),
    ],
)
def test_validity_is_strict_and_says_where(answer: str, expected: float, reason: str) -> None:
    """RFC 8259, one value and nothing else."""
    score = REGISTRY.parse("json_valid").score(answer=answer)
    assert score.value == expected
    assert reason in score.reason


def test_a_code_fence_is_taken_only_where_allowed() -> None:
    """One fence around the whole answer; text beside it stays wrong."""
    metric = REGISTRY.parse("json_valid(fence=allow)")
    assert metric.score(answer='```json\n{"a": 1}\n```\n').value == 1.0
    assert metric.score(answer='Here:\n```json\n{"a": 1}\n```').value == 0.0


SCHEMA = {
    "type": "object",
    "required": ["days"],
    "properties": {"days": {"type": "integer", "minimum": 1}, "unit": {"enum": ["day", "week"]}},
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("answer", "expected", "reason"),
    [
        ('{"days": 30}', 1.0, "meets the schema"),
        ('{"days": 30.0}', 1.0, "meets the schema"),
        ('{"days": 0, "unit": "year"}', 0.0, "$.days: 0 is less than the minimum of 1; $.unit: 'year' is not one of"),
        ('{"days": true}', 0.0, "$.days: True is not of type 'integer'"),
        ("{}", 0.0, "$: 'days' is a required property"),
        ("", 0.0, "not JSON"),
        ('{"days": 1e999}', 0.0, "out of range"),
    ],
)
def test_every_violation_is_named_with_its_path(answer: str, expected: float, reason: str) -> None:
    """The answer meets the case's schema or the reason says where it does not."""
    score = REGISTRY.parse("json_schema").score(answer=answer, schema=SCHEMA)
    assert score.value == expected
    assert reason in score.reason
    assert len(score.items) == score.reason.count("$")


def test_a_schema_of_the_case_reaches_the_metric_frozen() -> None:
    """Lists of a case are tuples inside; the schema means the same."""
    case = Case(id="1", extra={"schema": SCHEMA})
    metric = REGISTRY.parse("json_schema")
    assert metric.evaluate(Sample(case=case, output=Output(answer='{"unit": "day", "days": 2}'))).value == 1.0
    assert metric.evaluate(Sample(case=Case(id="1"), output=Output(answer="{}"))).status is Status.NOT_APPLICABLE
    given = REGISTRY.parse("json_schema", {"schema": '{"type": "array"}'})
    assert given.evaluate(Sample(case=Case(id="1"), output=Output(answer="[]"))).value == 1.0
    assert REGISTRY.parse(given.spec) == given


@pytest.mark.parametrize("schema", [{"type": "nonsense"}, {"$ref": "https://example.org/x.json"}, ["type"], "text"])
def test_a_schema_that_cannot_be_used_is_invalid(schema: object) -> None:
    """Not a schema, or one that would have to be fetched: the case is at fault, and nothing is fetched."""
    score = REGISTRY.parse("json_schema").score(answer="{}", schema=schema)
    assert (score.status, score.code) == (Status.INVALID, "schema")


def test_a_parameter_that_is_no_json_is_refused() -> None:
    """Before any row."""
    with pytest.raises(ConfigurationError, match="not JSON"):
        REGISTRY.parse("json_schema", {"schema": "{"})


@pytest.mark.parametrize(
    ("answer", "reference", "numerator", "denominator"),
    [
        ('{"a": 1, "b": 2}', '{"b": 2, "a": 1}', 2, 2),
        ("1.0", "1", 1, 1),
        ('"1"', "1", 0, 1),
        ("true", "1", 0, 1),
        ("[1, 2]", "[2, 1]", 0, 2),
        ("[]", "{}", 0, 1),
        ("[]", "[]", 1, 1),
        ('{"a": {}}', '{"a": null}', 0, 1),
        ('{"a": 1, "x": 9}', '{"a": 1}', 1, 2),
        ('{"a.b": 1}', '{"a": {"b": 1}}', 0, 2),
        ("0.1", "0.10", 1, 1),
        ("12345678901234567890123", "12345678901234567890124", 0, 1),
    ],
)
def test_leaves_are_compared_by_path_and_type(answer: str, reference: str, numerator: int, denominator: int) -> None:
    """Key order is free, list order is not, types are never mixed, numbers compare exactly."""
    ratio = REGISTRY.parse("json_match").score(answer=answer, reference=reference).ratio
    assert (ratio.numerator, ratio.denominator) == (numerator, denominator)


def test_extra_leaves_count_unless_ignored() -> None:
    """An answer may say more only where the check says so."""
    both = {"answer": '{"a": 1, "x": 9}', "reference": '{"a": 1}'}
    assert REGISTRY.parse("json_match(extra=ignore)").score(**both).value == 1.0
    assert REGISTRY.parse("json_match").score(**both).reason.endswith("extra=$.x")


def test_a_broken_answer_is_zero_and_a_broken_reference_invalid() -> None:
    """Who is wrong decides."""
    metric = REGISTRY.parse("json_match")
    assert metric.score(answer="{", reference="{}").value == 0.0
    assert metric.score(answer="", reference="{}").value == 0.0
    assert metric.score(answer="{}", reference="{").code == "reference_json"


def test_deep_nesting_is_compared_without_a_crash() -> None:
    """Five hundred levels are fine; a hundred thousand are refused as too deep."""
    deep = "[" * 500 + "]" * 500
    assert REGISTRY.parse("json_match").score(answer=deep, reference=deep).value == 1.0
