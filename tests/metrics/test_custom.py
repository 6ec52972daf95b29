"""A plain function becomes a metric, and whatever it does becomes a status."""

from __future__ import annotations

import asyncio
import copy
import json
import math
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import ConfigurationError, InvalidRowError, JudgeError
from assay.metrics import (
    FunctionMetric,
    MetricResult,
    Score,
    discrete_metric,
    not_applicable,
    numeric_metric,
    ranking_metric,
)
from assay.records import Case, Labels, Output, Range, Ranking, Ratio, Sample, Status


@numeric_metric(name="share", allowed_values=(0.0, 1.0))
def share(part: int, whole: int) -> float:
    """The share of a part."""
    return part / whole


@numeric_metric()
def anything(value: Any) -> Any:
    return value


@discrete_metric(name="tone", allowed_values=["polite", "neutral", "rude"], passing=["polite", "neutral"])
def tone(value: Any) -> Any:
    return value


@ranking_metric(name="order", allowed_values=3)
def order(value: Any) -> Any:
    return value


@numeric_metric(name="broken_ratio", allowed_values=(0.0, 1.0))
def broken_ratio() -> float:
    return 1.2


@numeric_metric(name="later")
async def later(value: float) -> float:
    await asyncio.sleep(0)
    return value


def test_a_plain_value_is_wrapped() -> None:
    """A number becomes a scored result with the metric's identity; the reason is empty text."""
    result = share.score(part=1, whole=4)
    assert (result.status, result.value, result.reason) == (Status.SCORED, 0.25, "")
    assert (result.metric, result.method, result.version) == ("share", "exact", "1")
    assert result.key is not None


def test_a_result_keeps_reason_ratio_and_details() -> None:
    """What the function says beside the value stands on the score."""

    @numeric_metric(name="counted")
    def counted(part: int, whole: int) -> MetricResult:
        return MetricResult.of_ratio(part, whole, reason=f"{part} of {whole}", details={"seen": [part, whole]})

    result = counted.score(part=3, whole=10)
    assert (result.value, result.reason, result.ratio) == (0.3, "3 of 10", Ratio(numerator=3, denominator=10))
    assert result.details["seen"] == (3, 10)


@pytest.mark.parametrize("value", [0, 1, 0.0, 1.0, 0.5])
def test_both_ends_of_a_range_are_valid(value: float) -> None:
    """0 and 1 lie in [0, 1]."""
    assert anything.score(value=value).value == value


def test_the_folder_of_the_file_is_no_part_of_the_definition():
    """A metric loaded from a file keeps its signature in another checkout; another function has another."""

    def tone(answer):
        return 1.0

    signatures = []
    for module in ("tone_0123abcd", "tone_89efcdab", "voice_0123abcd"):
        tone.__module__ = module
        signatures.append(numeric_metric()(tone).signature())
    assert signatures[0] == signatures[1] != signatures[2]
    assert "|function:tone." in signatures[0]


@pytest.mark.parametrize("value", [1.2, -0.1, math.nan, math.inf, -math.inf, True, False, "0.5", None, [0.5], 1 + 2j])
def test_what_is_no_number_in_range_is_invalid(value: Any) -> None:
    """Outside the range, not finite, a bool or another type: no value, and the reason says what was expected."""
    result = anything.score(value=value)
    assert (result.status, result.value, result.code) == (Status.INVALID, None, "outside_domain")
    assert "in range [0.0, 1.0], got" in result.reason


def test_reason_of_a_value_outside_the_range() -> None:
    """The stated fragment, word for word."""
    result = broken_ratio.score()
    assert result.value is None
    assert result.reason == "expected value in range [0.0, 1.0], got 1.2"


def test_numpy_numbers_are_numbers() -> None:
    """A numpy scalar is converted; a numpy bool is still no number."""
    numpy = pytest.importorskip("numpy")
    result = anything.score(value=numpy.float32(0.5))
    assert (result.value, type(result.value)) == (0.5, float)
    assert type(anything.score(value=numpy.int64(1)).value) is int
    assert anything.score(value=numpy.bool_(True)).status is Status.INVALID
    assert order.score(value=numpy.array(["a", "b", "c"])).value == ("a", "b", "c")


def test_a_range_object_gives_its_ends() -> None:
    """`range(1, 6)` allows 1 to 5; an empty one is refused when the metric is made."""

    @numeric_metric(allowed_values=range(1, 6))
    def stars(value: int) -> int:
        return value

    assert stars.domain == Range(low=1, high=5)
    assert stars.score(value=5).value == 5
    assert stars.score(value=6).status is Status.INVALID
    with pytest.raises(ConfigurationError, match="empty"):
        numeric_metric(allowed_values=range(0))


@pytest.mark.parametrize("value", ["polite", "neutral", "rude"])
def test_labels_of_the_list_are_valid(value: str) -> None:
    """Every allowed label is a value."""
    assert tone.score(value=value).value == value


@pytest.mark.parametrize("value", ["Polite", "", None, 1, True, ["polite"]])
def test_other_labels_are_invalid(value: Any) -> None:
    """Anything else is not, and the reason lists the labels."""
    result = tone.score(value=value)
    assert (result.status, result.value) == (Status.INVALID, None)
    assert "expected one of ['polite', 'neutral', 'rude']" in result.reason


def test_default_labels() -> None:
    """Pass and fail by default, of which pass holds."""
    metric = discrete_metric()(tone.function)
    assert metric.domain == Labels(allowed=("pass", "fail"), passing=("pass",))


@pytest.mark.parametrize(
    ("value", "valid"),
    [
        (["a", "b", "c"], True),
        (("a", "b", "c"), True),
        (["a", "b"], False),
        (["a", "a", "b"], False),
        (["a", "b", 3], False),
        ("abc", False),
        (None, False),
    ],
)
def test_rankings_have_distinct_entries_of_the_right_number(value: Any, valid: bool) -> None:
    """Length, type and distinctness are checked."""
    result = order.score(value=value)
    assert result.value == (("a", "b", "c") if valid else None)
    assert order.domain == Ranking(length=3)


@pytest.mark.parametrize(
    ("raised", "status", "code", "reason"),
    [
        (ValueError("no such claim"), Status.INVALID, "exception", "ValueError: no such claim"),
        (ZeroDivisionError(), Status.INVALID, "exception", "ZeroDivisionError"),
        (InvalidRowError("blank id", code="blank_id"), Status.INVALID, "blank_id", "blank id"),
        (JudgeError("unreachable"), Status.ERROR, "judge", "unreachable"),
    ],
)
def test_what_the_function_raises_is_a_status(raised: Exception, status: Status, code: str, reason: str) -> None:
    """An exception's type and text survive; an evaluation error is `error`, all else `invalid`."""

    @numeric_metric()
    def raising() -> float:
        raise raised

    result = raising.score()
    assert (result.status, result.value, result.code, result.reason) == (status, None, code, reason)


def test_interrupts_are_not_swallowed() -> None:
    """Ctrl-C and sys.exit go through."""

    @numeric_metric()
    def leaving() -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        leaving.score()


def test_nothing_to_check_can_be_said() -> None:
    """`not_applicable` gives that status with its reason."""

    @numeric_metric()
    def nothing() -> MetricResult:
        return not_applicable("no claims")

    result = nothing.score()
    assert (result.status, result.reason, result.code) == (Status.NOT_APPLICABLE, "no claims", "nothing_to_check")


def test_mistakes_in_the_call_raise() -> None:
    """Missing, unknown and positional arguments are the caller's mistakes, by name."""
    with pytest.raises(TypeError, match=r"missing 'whole'; it takes part=…, whole=…"):
        share.score(part=1)
    with pytest.raises(TypeError, match="unknown argument 'hole'"):
        share.score(part=1, hole=2)
    with pytest.raises(TypeError):
        share.score(1, 2)  # type: ignore[misc]


def test_signatures_that_cannot_be_filled_by_name_are_refused() -> None:
    """Positional-only and variable parameters are an error when the metric is made."""

    def star(*values: float) -> float:
        return sum(values)

    with pytest.raises(TypeError, match=r"\*values"):
        numeric_metric()(star)


def test_the_function_stays_callable() -> None:
    """Calling the metric calls the bare function, without validation."""
    assert isinstance(share, FunctionMetric)
    assert share(3, 2) == 1.5


def test_name_and_documentation() -> None:
    """The name is the decorator's or the function's; the documentation is the function's."""
    assert (share.name, anything.name) == ("share", "anything")
    assert share.info().summary == "The share of a part."
    assert share.info().family == "custom"
    assert share.info().inputs == ("part", "whole")


def test_async_functions_and_twins() -> None:
    """`score`, `ascore` and the batch forms agree, for sync and async functions."""
    rows = [{"value": 0.25}, {"value": 2.0}]
    assert [later.score(**row).value for row in rows] == [0.25, None]
    assert later.batch_score(rows) == asyncio.run(later.abatch_score(rows))
    assert asyncio.run(share.ascore(part=1, whole=2)).value == 0.5


def test_score_works_inside_a_running_loop() -> None:
    """The sync form may be called where a loop already runs, as in a notebook."""

    async def inside() -> Score:
        return later.score(value=0.5)

    assert asyncio.run(inside()).value == 0.5


def test_a_sample_fills_the_arguments() -> None:
    """Free fields of case or output are inputs by name; a missing one is invalid; both sides at once is refused."""
    case = Case(id="1", extra={"part": 1})
    done = share.evaluate(Sample(case=case, output=Output(extra={"whole": 2})))
    assert isinstance(done, Score)
    assert done.value == 0.5
    lacking = share.evaluate(Sample(case=case, output=Output()))
    assert isinstance(lacking, Score)
    assert (lacking.status, lacking.code) == (Status.INVALID, "missing_field")
    doubled = share.evaluate(Sample(case=case, output=Output(extra={"part": 1, "whole": 2})))
    assert isinstance(doubled, Score)
    assert doubled.code == "ambiguous_field"


@pytest.mark.parametrize(
    "result", [share.score(part=1, whole=2), share.score(part=1, whole=0), tone.score(value="rude")]
)
def test_results_are_plain_data(result: Score) -> None:
    """A result can be hashed, pickled, deep-copied, tested for truth and written as strict JSON, and read back equal."""
    assert hash(result) == hash(copy.deepcopy(result))
    assert pickle.loads(pickle.dumps(result)) == result
    assert Score.from_json(result.to_json()) == result
    json.loads(result.to_json(), parse_constant=lambda name: pytest.fail(f"not JSON: {name}"))


def test_metric_results_are_plain_data_too() -> None:
    """The value that a function returns can be hashed and copied; unknown traces are refused."""
    result = MetricResult(value=0.0, reason="none", traces={"input": {"a": 1}, "output": {}})
    assert bool(result)
    assert copy.deepcopy(result) == result == pickle.loads(pickle.dumps(result))
    with pytest.raises(ValueError, match="traces"):
        MetricResult(value=1.0, traces={"prompt": "x"})


def test_a_decorated_metric_can_be_pickled() -> None:
    """A metric made from a function of a module travels by its name."""
    assert pickle.loads(pickle.dumps(share)) is share


def test_metrics_are_values() -> None:
    """The same function gives equal metrics with one hash."""
    again = FunctionMetric(function=share.function, label="share", values=Range(low=0.0, high=1.0))
    assert (again, hash(again)) == (share, hash(share))


@given(st.integers(0, 50), st.integers(1, 50))
def test_a_ratio_in_range_is_its_float(part: int, whole: int) -> None:
    """Whatever the numbers, the value is the quotient or there is none, never NaN."""
    result = share.score(part=part, whole=whole)
    assert result.value == (part / whole if part <= whole else None)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
@pytest.mark.parametrize("wrap", [float, lambda value: MetricResult(value=value)])
def test_a_value_that_is_no_number_makes_the_score_invalid(bad, wrap):
    """Returned plainly or as a result: invalid, with what was got, and the harness is to blame."""
    score = numeric_metric(name="m")(lambda answer: wrap(bad)).score(answer="x")
    assert (score.status, score.code, score.value) == (Status.INVALID, "outside_domain", None)
    assert f"got {bad!r}" in score.reason
