"""Everything that flows is plain data: equal, hashable, copied, pickled, strict JSON both ways, never NaN."""

from __future__ import annotations

import copy
import json
import math
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidRowError
from assay.records import (
    Attribution,
    Case,
    Citation,
    Claim,
    Context,
    Item,
    MetricResult,
    Output,
    Ratio,
    Review,
    Sample,
    Score,
    ScoredRow,
    Status,
    TargetFailure,
    Usage,
    freeze,
)
from assay.records.canonical import canonical_json, content_hash, sha256_text
from assay.records.record import Record

NUMBERS = st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
EXTRA = st.dictionaries(st.text(max_size=4), JSON, max_size=3)
TEXT = st.text(max_size=12)
NAMES = st.text(min_size=1, max_size=6).filter(str.strip)


def optional(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | values


def several(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(values, max_size=3).map(tuple)


CASES = st.builds(
    Case,
    id=NAMES,
    input=TEXT | several(EXTRA),
    reference=optional(TEXT),
    required_claims=optional(several(st.builds(Claim, id=NAMES, text=TEXT))),
    expected_facts=optional(several(TEXT)),
    must_abstain=optional(st.booleans()),
    blocking=st.booleans(),
    reviewed=optional(st.builds(Review, by=TEXT)),
    extra=EXTRA,
)
OUTPUTS = st.builds(
    Output,
    answer=optional(TEXT),
    contexts=optional(several(st.builds(Context, text=TEXT, id=optional(TEXT), extra=EXTRA))),
    citations=optional(several(st.builds(Citation, id=TEXT, start=optional(st.integers(0, 9)), extra=EXTRA))),
    attributions=optional(several(st.builds(Attribution, claim_id=TEXT, supported=st.booleans()))),
    abstained=optional(st.booleans()),
    tool_calls=optional(several(EXTRA)),
    latency_ms=optional(st.floats(0, 1e9)),
    usage=optional(st.builds(Usage, input_tokens=optional(st.integers(0, 10**9)))),
    failure=optional(st.builds(TargetFailure, kind=TEXT, message=TEXT)),
    extra=EXTRA,
)
ITEMS = st.builds(Item, kind=TEXT, outcome=TEXT, credit=optional(st.floats(0, 1)), details=EXTRA)
VALUES = st.floats(-1e6, 1e6) | st.text(max_size=4) | st.lists(st.text(max_size=3), max_size=3).map(tuple)
SCORES = st.builds(
    Score, metric=NAMES, status=st.just(Status.SCORED), value=VALUES, items=several(ITEMS), details=EXTRA
) | st.builds(Score, metric=NAMES, status=st.sampled_from([Status.INVALID, Status.ERROR]), reason=TEXT)
RECORDS = CASES | OUTPUTS | SCORES | st.builds(Sample, case=CASES, output=OUTPUTS)


def refuse(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


@given(RECORDS)
def test_written_and_read_back_equal(record: Record) -> None:
    """Strict JSON and built-in types both give back an equal record with the same name."""
    text = record.to_json()
    json.loads(text, parse_constant=refuse)
    for again in (
        type(record).from_json(text),
        type(record).from_dict(json.loads(text)),
        type(record).from_dict(record.to_dict()),
    ):
        assert again == record
        assert again.content_hash == record.content_hash
        assert hash(again) == hash(record)


@given(RECORDS)
def test_copied_and_pickled_equal(record: Record) -> None:
    """Copies, deep copies and pickles are equal and hash alike."""
    for again in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert again == record
        assert hash(again) == hash(record)


@given(RECORDS)
def test_the_name_is_the_hash_of_the_canonical_text(record: Record) -> None:
    """Anyone can recompute the name with the standard library."""
    text = json.dumps(record.to_dict(), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    assert record.to_json() == text
    assert record.content_hash == sha256_text(text) == content_hash(json.loads(text))


@pytest.mark.parametrize(
    "record",
    [
        Case(id="1", extra={"a": [1, {"b": 2}]}),
        Output(extra={"a": {}}, tool_calls=({"name": "f"},)),
        Score(metric="m", status=Status.INVALID, reason="r"),
        MetricResult(value=0.5, details={"x": 1}),
        ScoredRow(position=0, case_id="1", case_hash="a", output_hash="b", scores=()),
    ],
)
def test_records_cannot_be_changed(record: Record) -> None:
    """A field cannot be set."""
    field = record.__struct_fields__[0]
    with pytest.raises(AttributeError):
        setattr(record, field, "other")


def test_free_fields_are_taken_over_as_values() -> None:
    """Changing the dict that was handed in changes nothing; the held one refuses to change."""
    given_extra: dict[str, Any] = {"list": [1, 2], "map": {"a": 1}}
    case = Case(id="1", extra=given_extra)
    given_extra["list"].append(3)
    given_extra["new"] = 1
    assert case.extra == {"list": (1, 2), "map": {"a": 1}}
    for change in (lambda: case.extra.update(a=1), lambda: case.extra.pop("list"), case.extra["map"].clear):
        with pytest.raises(TypeError, match="read-only"):
            change()


def test_defaults_are_not_written() -> None:
    """A field that holds its default is left out, so that a new optional field changes no name."""
    assert Case(id="1").to_json() == '{"id":"1"}'
    assert Output().to_dict() == {}
    assert Case(id="1", blocking=False).to_json() == '{"blocking":false,"id":"1"}'


def test_not_stated_and_stated_empty_differ() -> None:
    """None is not stated; an empty list was stated; they stay apart in the file and in the name."""
    none, empty = Case(id="1"), Case(id="1", expected_facts=())
    assert none != empty
    assert none.content_hash != empty.content_hash
    assert Case.from_json(empty.to_json()).expected_facts == ()


@pytest.mark.parametrize(
    ("data", "fragment"),
    [
        ({}, "id"),
        ({"id": 1}, "id"),
        ({"id": "1", "colour": "red"}, "colour"),
        ({"id": "1", "must_abstain": "yes"}, "must_abstain"),
        ({"id": "1", "required_claims": [{"text": "x"}]}, "required_claims"),
        ([], "object"),
    ],
)
def test_reading_is_strict_and_names_the_path(data: Any, fragment: str) -> None:
    """Unknown, missing and mistyped fields are refused with the record and the path."""
    for read in (Case.from_dict, lambda value: Case.from_json(json.dumps(value))):
        with pytest.raises(InvalidRowError, match=f"Case: .*{fragment}") as caught:
            read(data)
        assert caught.value.code == "schema"


@pytest.mark.parametrize("text", ["", "{", '{"id": NaN}', '{"id":"1","extra":{"a":NaN}}', '{"id":"1"} x'])
def test_reading_refuses_what_is_no_json(text: str) -> None:
    """Broken text, NaN and trailing text are refused."""
    with pytest.raises(InvalidRowError, match="Case"):
        Case.from_json(text)


BAD = [math.nan, math.inf, -math.inf]


@pytest.mark.parametrize("bad", BAD)
def test_nan_cannot_be_constructed(bad: float) -> None:
    """No field of any record takes NaN or infinity, however deep."""
    attempts = (
        lambda: Case(id="1", extra={"a": [{"b": bad}]}),
        lambda: Output(latency_ms=bad),
        lambda: Output(extra={"a": bad}),
        lambda: Context(text="x", score=bad),
        lambda: Usage(usd=bad),
        lambda: Item(kind="k", outcome="o", credit=bad),
        lambda: Item(kind="k", outcome="o", weight=bad),
        lambda: Score(metric="m", status=Status.SCORED, value=bad),
        lambda: Score(metric="m", status=Status.INVALID, details={"a": bad}),
        lambda: MetricResult(value=0.5, details={"a": (bad,)}),
        lambda: MetricResult(value=bad),
        lambda: freeze({"a": bad}),
    )
    for attempt in attempts:
        with pytest.raises(InvalidRowError):
            attempt()
    with pytest.raises(ValueError, match="JSON"):
        canonical_json([bad])


def test_a_score_has_a_value_exactly_when_scored() -> None:
    """A score without a value is not scored, a score that is not scored has none, and a ratio is its value."""
    with pytest.raises(InvalidRowError, match="cannot have the value None"):
        Score(metric="m", status=Status.SCORED)
    with pytest.raises(InvalidRowError, match=r"cannot have the value 0\.0"):
        Score(metric="m", status=Status.ERROR, value=0.0)
    with pytest.raises(InvalidRowError, match="is not the ratio 1/3"):
        Score(metric="m", status=Status.SCORED, value=0.33, ratio=Ratio(numerator=1, denominator=3))
    with pytest.raises(InvalidRowError, match="boolean"):
        Score(metric="m", status=Status.SCORED, value=True)


def test_replace_gives_a_changed_copy() -> None:
    """The original stays as it was, and checks run on the copy."""
    case = Case(id="1")
    assert case.replace(group="g") == Case(id="1", group="g")
    assert case.group is None
