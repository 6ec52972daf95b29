"""The one path from a sample to a score: the order of its questions, and what each answer becomes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from assay.errors import BudgetError, InvalidRowError
from assay.metrics import EvidenceCoverage, Metric
from assay.records import (
    Case,
    Context,
    Direction,
    Item,
    MetricResult,
    Output,
    Range,
    Sample,
    Score,
    Status,
    TargetFailure,
    not_applicable,
)


@dataclass(frozen=True)
class Length(Metric):
    """Length of the answer against the reference.

    Second paragraph.
    """

    name: ClassVar[str] = "length"
    version: ClassVar[str] = "3"
    domain: ClassVar[Range] = Range(low=0, high=None)
    unit: ClassVar[str] = "characters"

    cutoff: int | None = None
    mode: str = "plain"

    def measure(self, reference: str, answer: str, contexts: Any = None) -> MetricResult:
        if answer == "broken":
            raise InvalidRowError("broken row", code="broken")
        if answer == "silent":
            return not_applicable("silence")
        return MetricResult(
            value=len(answer), reason=f"{len(reference)} expected", details={"contexts": bool(contexts)}
        )


@dataclass(frozen=True)
class Asked(Metric):
    """Asks a judge."""

    name: ClassVar[str] = "asked"
    variant: ClassVar[str] = "twice"
    method: ClassVar[str] = "judge"
    calls: ClassVar[str] = "1"

    async def measure(self, answer: str, judge: Any) -> float:
        return float(await judge.ask(answer))


class OneJudge:
    """A judge that always says the same, or runs out of money."""

    identity = "test/one"

    def __init__(self, value: float | None) -> None:
        self.value = value

    async def ask(self, answer: str) -> float:
        await asyncio.sleep(0)
        if self.value is None:
            raise BudgetError("spent")
        return self.value


CASE = Case(id="1", reference="right")
GOOD = Output(answer="fine")


def evaluate(metric: Metric, case: Case = CASE, output: Output = GOOD, **resources: Any) -> Score:
    outcome = metric.evaluate(Sample(case=case, output=output), resources)

    async def wait(pending: Awaitable[Score]) -> Score:
        return await pending

    return outcome if isinstance(outcome, Score) else asyncio.run(wait(outcome))


def test_a_good_row_is_scored_with_its_identity() -> None:
    """Value, reason and details stand beside metric, version, method and signature."""
    score = evaluate(Length())
    assert (score.status, score.value, score.reason) == (Status.SCORED, 4, "5 expected")
    assert (score.metric, score.version, score.method) == ("length", "3", "exact")
    assert score.signature == "length|v:3|method:exact|cutoff:None|mode:plain"


FAILED = Output(failure=TargetFailure(kind="exception", message="boom", type="ValueError"))


@pytest.mark.parametrize(
    ("case", "output", "status", "code"),
    [
        (Case(id="1"), GOOD, Status.NOT_APPLICABLE, "case"),
        (Case(id="1"), FAILED, Status.NOT_APPLICABLE, "case"),
        (Case(id="1"), Output(), Status.NOT_APPLICABLE, "case"),
        (CASE, FAILED, Status.ERROR, "target_error"),
        (CASE, Output(), Status.INVALID, "missing_output"),
        (CASE, Output(answer="broken"), Status.INVALID, "broken"),
        (CASE, Output(answer="silent"), Status.NOT_APPLICABLE, "nothing_to_check"),
        (CASE, Output(answer=""), Status.SCORED, None),
    ],
)
def test_order_of_the_questions(case: Case, output: Output, status: Status, code: str | None) -> None:
    """First the case, then the target's failure, then what it returned, then the measure; an empty answer was returned."""
    score = evaluate(Length(), case, output)
    assert (score.status, score.code) == (status, code)
    assert (score.value is None) == (status is not Status.SCORED)
    assert bool(score.reason)


def test_reasons_name_what_is_missing() -> None:
    """The reason of a score without a value says whose field is not there, and what the target did."""
    assert evaluate(Length(), Case(id="1")).reason == "the case states no reference"
    assert evaluate(Length(), CASE, Output()).reason == "the target returned no answer"
    assert evaluate(Length(), CASE, FAILED).reason == "the target gave no output (exception): boom"


def test_optional_inputs_are_passed_when_there() -> None:
    """A parameter with a default is filled when the sample has it and left alone when not."""
    assert evaluate(Length()).details["contexts"] is False
    assert evaluate(Length(), CASE, GOOD.replace(contexts=(Context(text="x"),))).details["contexts"] is True


def test_a_judge_is_a_resource() -> None:
    """Without a judge: error. With one: its verdict, under its identity. Out of money: error, never a zero."""
    assert evaluate(Asked()).code == "no_judge"
    score = evaluate(Asked(), judge=OneJudge(0.5))
    assert (score.value, score.method, score.metric) == (0.5, "judge:test/one", "asked[twice]")
    assert "judge:test/one" in score.signature
    spent = evaluate(Asked(), judge=OneJudge(None))
    assert (spent.status, spent.code, spent.value) == (Status.ERROR, "budget", None)
    assert evaluate(Asked(), judge=OneJudge(1.5)).code == "outside_domain"


def test_direct_calls_take_resources_by_name() -> None:
    """`score` takes inputs and resources by name, parses them as a file would be, and refuses a lack of either."""
    assert Asked().score(answer="x", judge=OneJudge(1.0)).value == 1.0
    with pytest.raises(TypeError, match="judge"):
        Asked().score(answer="x")
    wrong = Length().score(reference="a", answer="b", contexts="one text")
    assert (wrong.status, wrong.code) == (Status.INVALID, "not_a_list")


def test_the_key_covers_what_can_change_the_value() -> None:
    """Same inputs and parameters, same key; another input, parameter or judge, another key; unread fields do not count."""
    key = evaluate(Length()).key
    assert key is not None
    assert evaluate(Length(), CASE.replace(id="2", group="g"), GOOD.replace(latency_ms=3.0)).key == key
    assert evaluate(Length(), CASE, GOOD.replace(answer="fin")).key != key
    assert evaluate(Length(mode="other")).key != key
    one = Asked().score(answer="x", judge=OneJudge(1.0))
    other = OneJudge(1.0)
    other.identity = "test/other"
    assert Asked().score(answer="x", judge=other).key != one.key


def test_a_metric_prints_its_parameters() -> None:
    """Only what differs from the default is printed; the cut-off has its own sign."""
    assert str(Length()) == "length"
    assert Length(cutoff=3, mode="x y").spec == 'length(mode="x y")@3'
    assert Asked().spec == "asked[twice]"


def test_info_is_the_public_face() -> None:
    """Everything that a gate or a reader needs stands in `info`, as plain data."""
    info = Length(mode="other").info()
    assert info.summary == "Length of the answer against the reference."
    assert (info.unit, info.inputs) == ("characters", ("reference", "answer"))
    assert (info.optional_inputs, info.params, info.family) == (("contexts",), {"mode": "other"}, "custom")
    assert (info.best, info.direction, info.can_hold) == (None, Direction.HIGHER, False)
    assert Asked().info().resources == ("judge",)
    assert EvidenceCoverage().info().family == "coverage"


def test_metrics_are_immutable_values() -> None:
    """Two metrics with the same parameters are equal and hash alike; a parameter cannot be changed."""
    assert Length(cutoff=3) == Length(cutoff=3) != Length()
    assert len({Length(), Length(), Length(cutoff=1)}) == 2
    with pytest.raises(AttributeError):
        Length().cutoff = 3  # type: ignore[misc]


def test_a_metric_without_measure_says_so() -> None:
    """A subclass that forgot `measure` gives an invalid score that names it, not a crash."""

    @dataclass(frozen=True)
    class Forgotten(Metric):
        name: ClassVar[str] = "forgotten"

    with pytest.raises(TypeError, match="cannot be filled by name"):
        Forgotten().score()


def test_items_and_their_sum_stay_on_the_score() -> None:
    """The evidence of a result is kept item by item."""

    @dataclass(frozen=True)
    class Half(Metric):
        name: ClassVar[str] = "half"

        def measure(self, answer: str) -> MetricResult:
            items = (Item(kind="word", outcome="in", credit=1.0), Item(kind="word", outcome="out", credit=0.0))
            return MetricResult.of_ratio(1, 2, reason="1 of 2", items=items)

    assert [item.outcome for item in Half().score(answer="x").items] == ["in", "out"]


class Leaves(Metric):
    """Ends the process, or tries to."""

    name: ClassVar[str] = "leaves"

    def measure(self, answer: str) -> float:
        """Raise what the answer names."""
        raise {"exit": SystemExit(0), "generator": GeneratorExit()}[answer]


class LeavesLater(Leaves):
    """The same, from a coroutine."""

    async def measure(self, answer: str) -> float:  # type: ignore[override]
        """Raise what the answer names."""
        raise {"exit": SystemExit(0), "generator": GeneratorExit()}[answer]


@pytest.mark.parametrize("metric", [Leaves(), LeavesLater()], ids=["sync", "async"])
@pytest.mark.parametrize(("how", "reason"), [("exit", "SystemExit: 0"), ("generator", "GeneratorExit")])
def test_a_metric_that_ends_the_process_is_invalid(metric: Metric, how: str, reason: str) -> None:
    """`sys.exit(0)` inside a metric is its defect, never the end of the evaluation."""
    score = metric.score(answer=how)
    assert (score.status, score.reason) == (Status.INVALID, reason)


def test_ctrl_c_inside_a_metric_is_the_users() -> None:
    """An interrupt is not turned into a score."""

    class Interrupted(Metric):
        name: ClassVar[str] = "interrupted"

        def measure(self, answer: str) -> float:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Interrupted().score(answer="x")
