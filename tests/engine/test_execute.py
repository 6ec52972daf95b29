"""The engine: what is stored, told and skipped."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import pytest

from assay.engine.events import Event, RowFinished, RowUnreadable, ignore
from assay.engine.execute import execute
from assay.engine.plan import Limits, Plan
from assay.errors import BudgetError, StoreError
from assay.metrics.base import Metric
from assay.records import (
    Case,
    InvalidInput,
    MetricResult,
    Output,
    Range,
    RunStatus,
    Sample,
    ScoredRow,
    Status,
    TargetFailure,
)


@dataclass(frozen=True)
class Row:
    position: int
    case: Case
    output: Output | None = None

    @property
    def case_hash(self) -> str:
        return self.case.content_hash


@dataclass
class MemorySink:
    rows: list[ScoredRow] = field(default_factory=list)
    invalid: list[InvalidInput] = field(default_factory=list)
    batches: list[int] = field(default_factory=list)

    def write_rows(self, run_id: str, rows: Sequence[tuple[ScoredRow, Sample]]) -> None:
        self.batches.append(len(rows))
        self.rows += [row for row, _ in rows]

    def write_invalid(self, run_id: str, invalid: Sequence[InvalidInput]) -> None:
        self.invalid += invalid


@dataclass(frozen=True)
class Echo:
    async def call(self, case: Case) -> Output:
        await asyncio.sleep(0)
        if case.id == "bad":
            return Output(failure=TargetFailure(kind="exception", message="boom"))
        return Output(answer=str(case.input))


@dataclass(frozen=True)
class AnswerLength(Metric):
    """Characters of the answer."""

    name: ClassVar[str] = "answer_length"
    domain: ClassVar[Range] = Range(low=0, high=None)

    def measure(self, answer: str) -> MetricResult:
        return MetricResult(value=len(answer), reason=f"{len(answer)} characters")


@dataclass(frozen=True)
class Slow(Metric):
    """Waits before it answers."""

    name: ClassVar[str] = "slow"

    async def measure(self, answer: str) -> float:
        await asyncio.sleep(3600)
        return 1.0


@dataclass(frozen=True)
class Broke(Metric):
    """Has no money left."""

    name: ClassVar[str] = "broke"

    def measure(self, answer: str) -> float:
        raise BudgetError("the budget is spent")


@dataclass(frozen=True)
class BrokenApplicability(Metric):
    """Breaks before `measure`."""

    name: ClassVar[str] = "broken_applicability"

    def applies(self, case: Case) -> str | None:
        raise KeyError("no such field")

    def measure(self, answer: str) -> float:
        return 1.0


def rows_of(*ids: str) -> list[Row]:
    return [Row(position, Case(id=name, input=f"question {name}")) for position, name in enumerate(ids)]


def carry_out(plan: Plan, sink: MemorySink, *, done=frozenset(), listener=ignore):
    return asyncio.run(execute("run-1", plan, sink, done=done, listener=listener))


def test_every_row_is_scored_and_stored_once() -> None:
    """All rows reach the sink, each with its position, whatever the order in which they finish."""
    sink = MemorySink()
    progress = carry_out(Plan(rows=rows_of("a", "b", "c"), target=Echo(), metrics=(AnswerLength(),)), sink)
    assert progress.status is RunStatus.COMPLETE
    assert sorted((row.position, row.case_id, row.scores[0].value) for row in sink.rows) == [
        (0, "a", 10),
        (1, "b", 10),
        (2, "c", 10),
    ]


def test_a_target_failure_is_an_error_score_and_the_run_goes_on() -> None:
    """A failed target never becomes a value, and the other rows are scored."""
    sink = MemorySink()
    carry_out(Plan(rows=rows_of("a", "bad"), target=Echo(), metrics=(AnswerLength(),)), sink)
    by_id = {row.case_id: row for row in sink.rows}
    assert by_id["bad"].scores[0].status is Status.ERROR
    assert by_id["bad"].scores[0].code == "target_error"
    assert by_id["bad"].failure is not None
    assert by_id["a"].scores[0].status is Status.SCORED


def test_an_unreadable_row_is_stored_and_told() -> None:
    """A row that could not be read is never skipped in silence."""
    sink, events = MemorySink(), list[Event]()
    problem = InvalidInput(source="golden.jsonl", line=2, reason="row must be an object")
    progress = carry_out(
        Plan(rows=[*rows_of("a"), problem], target=Echo(), metrics=(AnswerLength(),)), sink, listener=events.append
    )
    assert sink.invalid == [problem]
    assert progress.unreadable == 1
    assert [type(event) for event in events] == [RowUnreadable, RowFinished] or [type(event) for event in events] == [
        RowFinished,
        RowUnreadable,
    ]


def test_a_resumed_run_skips_what_is_stored() -> None:
    """A stored row is neither called nor scored again."""
    sink = MemorySink()
    rows = rows_of("a", "b", "c")
    done = {(0, rows[0].case.content_hash), (2, rows[2].case.content_hash)}
    progress = carry_out(Plan(rows=rows, target=Echo(), metrics=(AnswerLength(),)), sink, done=done)
    assert [row.case_id for row in sink.rows] == ["b"]
    assert progress.skipped == 2


def test_the_deadline_makes_a_partial_run() -> None:
    """When the time is up the run is partial, and what was finished is stored."""
    sink = MemorySink()
    plan = Plan(rows=rows_of("a"), target=Echo(), metrics=(Slow(),), limits=Limits(deadline=0.01))
    assert carry_out(plan, sink).status is RunStatus.PARTIAL
    assert sink.rows == []


def test_cancelling_stores_what_is_finished() -> None:
    """A cancelled run is marked cancelled and keeps its finished rows."""
    sink = MemorySink()

    def endless() -> Iterator[Row]:
        for position in range(10**9):
            yield Row(position, Case(id=str(position), input="q"))

    async def scenario() -> RunStatus:
        started = asyncio.Event()
        plan = Plan(rows=endless(), target=Echo(), metrics=(AnswerLength(),), limits=Limits(flush_seconds=3600))
        task = asyncio.create_task(
            execute("run-1", plan, sink, done=frozenset(), listener=lambda _: started.set())  # type: ignore[arg-type]
        )
        await started.wait()
        task.cancel()
        return (await task).status

    assert asyncio.run(scenario()) is RunStatus.CANCELLED
    assert sink.rows


def test_a_metric_that_breaks_outside_measure_is_an_error_score() -> None:
    """The engine's job boundary keeps the exception's type and text."""
    sink = MemorySink()
    carry_out(Plan(rows=rows_of("a"), target=Echo(), metrics=(BrokenApplicability(), AnswerLength())), sink)
    broken, good = sink.rows[0].scores
    assert (broken.status, broken.code) == (Status.ERROR, "harness")
    assert "KeyError" in broken.reason
    assert good.status is Status.SCORED


def test_a_spent_budget_stops_the_run_and_leaves_the_row_to_be_resumed() -> None:
    """The run is partial, and the row that could not be paid for is not stored."""
    sink = MemorySink()
    progress = carry_out(
        Plan(rows=rows_of("a", "b"), target=Echo(), metrics=(Broke(),), limits=Limits(concurrency=1)), sink
    )
    assert progress.status is RunStatus.PARTIAL
    assert "the budget is spent" in progress.reason
    assert sink.rows == []


@dataclass(frozen=True)
class SpentAtLast(Metric):
    """Has money for every row but the one named `last`, which is the first to be done."""

    name: ClassVar[str] = "spent_at_last"
    domain: ClassVar[Range] = Range(low=0, high=None)

    async def measure(self, answer: str) -> float:
        if answer == "last":
            raise BudgetError("the budget is spent")
        await asyncio.sleep(0.001)
        return 1.0


def test_rows_in_hand_are_finished_when_the_budget_is_spent() -> None:
    """What was under way is paid for, so it is stored; no new row is begun."""
    sink = MemorySink()
    rows = rows_of("a", "last", "b", *map(str, range(20)))
    plan = Plan(rows=rows, target=Repeat(), metrics=(SpentAtLast(),), limits=Limits(concurrency=3))
    assert carry_out(plan, sink).status is RunStatus.PARTIAL
    assert [row.case_id for row in sink.rows] == ["a", "b"]


@dataclass
class Repeat:
    """Answers with the case's id, and remembers how many calls it had at once."""

    now: int = 0
    most: int = 0

    async def call(self, case: Case) -> Output:
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0)
        self.now -= 1
        return Output(answer=case.id)


@pytest.mark.parametrize(("limits", "most"), [(Limits(concurrency=2, rows=9), 2), (Limits(concurrency=5), 5)])
def test_more_rows_than_target_calls_may_be_in_flight(limits: Limits, most: int) -> None:
    """`concurrency` is what the target sees, whatever number of rows is in flight."""
    target, sink = Repeat(), MemorySink()
    carry_out(Plan(rows=rows_of(*map(str, range(30))), target=target, metrics=(AnswerLength(),), limits=limits), sink)
    assert (target.most, len(sink.rows)) == (most, 30)


def test_rows_are_written_in_batches() -> None:
    """No batch is larger than the limit, and together they hold every row."""
    sink = MemorySink()
    plan = Plan(
        rows=rows_of(*map(str, range(25))), target=Echo(), metrics=(AnswerLength(),), limits=Limits(flush_rows=10)
    )
    carry_out(plan, sink)
    assert max(sink.batches) <= 10
    assert sum(sink.batches) == 25


def test_without_target_a_row_needs_its_output() -> None:
    """A row without a recorded output and without a target is a failure of kind missing."""
    sink = MemorySink()
    carry_out(Plan(rows=rows_of("a"), target=None, metrics=(AnswerLength(),)), sink)
    assert sink.rows[0].failure is not None
    assert sink.rows[0].failure.kind == "missing"


def test_a_store_error_stops_the_run() -> None:
    """An error while writing is raised, not swallowed."""

    class Full(MemorySink):
        def write_rows(self, run_id: str, rows: Sequence[tuple[ScoredRow, Sample]]) -> None:
            raise StoreError("the disk is full")

    with pytest.raises(StoreError, match="full"):
        carry_out(Plan(rows=rows_of("a"), target=Echo(), metrics=(AnswerLength(),)), Full())


def test_a_metric_that_exits_before_it_measures_is_an_error() -> None:
    """`sys.exit` in `applies` is a score of the row, and the run goes on."""

    class Leaves(AnswerLength):
        def applies(self, case: Case) -> str | None:
            raise SystemExit(0)

    sink = MemorySink()
    carry_out(Plan(rows=rows_of("a", "b"), target=Echo(), metrics=(Leaves(),)), sink)
    assert [row.scores[0].reason for row in sink.rows] == ["SystemExit: 0", "SystemExit: 0"]
