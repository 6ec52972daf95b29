"""Carry out a plan: rows in, scored rows into the store, events to whoever listens.

A few workers share one iterator, so memory does not grow with the number of rows. Finished rows are written in batches, at
least every second; a kill loses at most the batch in hand, and a resumed run skips what is stored.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from assay.engine.events import Listener, RowFinished, RowUnreadable
from assay.engine.plan import Done, Plan, Row
from assay.engine.score import score_sample, scored_row
from assay.errors import BudgetError
from assay.records.output import Output, TargetFailure
from assay.records.run import InvalidInput, ScoredRow
from assay.records.sample import Sample
from assay.records.words import RunStatus

PAUSE_EVERY = 256
"""Rows after which a worker that never waits lets the loop run, so that Ctrl-C is heard."""


class Sink(Protocol):
    """Where finished rows go."""

    def write_rows(self, run_id: str, rows: Sequence[tuple[ScoredRow, Sample]]) -> None:
        """Store rows in one transaction."""
        ...

    def write_invalid(self, run_id: str, invalid: Sequence[InvalidInput]) -> None:
        """Store rows that could not be read."""
        ...


@dataclass(slots=True)
class Progress:
    """How far a run has come, and why no further; the only mutable state of the engine."""

    rows: int = 0
    unreadable: int = 0
    skipped: int = 0
    status: RunStatus = RunStatus.RUNNING
    reason: str = ""


@dataclass(slots=True)
class _Writer:
    """Collects finished rows and writes them in batches."""

    run_id: str
    sink: Sink
    flush_rows: int
    flush_seconds: float
    waiting: list[tuple[ScoredRow, Sample]] = field(default_factory=list)
    last: float = field(default_factory=time.monotonic)

    def add(self, row: ScoredRow, sample: Sample) -> None:
        self.waiting.append((row, sample))
        if len(self.waiting) >= self.flush_rows or time.monotonic() - self.last >= self.flush_seconds:
            self.flush()

    def flush(self) -> None:
        batch, self.waiting = self.waiting, []
        if batch:
            self.sink.write_rows(self.run_id, batch)
        self.last = time.monotonic()


async def execute(run_id: str, plan: Plan, sink: Sink, *, done: Done, listener: Listener) -> Progress:
    """Score every row that is not `done`.

    Returns:
        The progress with status complete, partial (the deadline passed or the budget was spent) or cancelled (the task was
        cancelled, as Ctrl-C does). Whatever was finished is stored; rows in hand are not, so that a resumed run scores them.

    Raises:
        StoreError: a stored row belongs to another version of its case, or the store cannot be written.
    """
    limits = plan.limits
    progress = Progress(skipped=len(done))
    writer = _Writer(run_id, sink, limits.flush_rows, limits.flush_seconds)
    execution = _Execution(plan, done, writer, listener, progress, asyncio.Semaphore(max(1, limits.concurrency)))
    try:
        async with asyncio.timeout(limits.deadline) as clock:
            await execution.work_all()
        progress.status = RunStatus.PARTIAL if progress.reason else RunStatus.COMPLETE
    except TimeoutError:
        if not clock.expired():
            raise
        progress.status = RunStatus.PARTIAL
        progress.reason = f"the deadline of {limits.deadline:g} seconds passed"
    except asyncio.CancelledError:
        progress.status = RunStatus.CANCELLED
        progress.reason = "interrupted"
    finally:
        writer.flush()
    return progress


@dataclass(frozen=True, slots=True)
class _Execution:
    """The workers and what they share."""

    plan: Plan
    done: Done
    writer: _Writer
    listener: Listener
    progress: Progress
    targets: asyncio.Semaphore

    async def work_all(self) -> None:
        feed = self._feed()
        limits = self.plan.limits
        workers = [asyncio.create_task(self._work(feed)) for _ in range(max(1, limits.rows or limits.concurrency))]
        try:
            for finished in asyncio.as_completed(workers):
                await finished
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    def _feed(self) -> Generator[Row, None, None]:
        """The rows that still have to be scored; unreadable rows are stored and told on the way."""
        resuming = len(self.done) > 0
        for row in self.plan.rows:
            if isinstance(row, InvalidInput):
                self.progress.unreadable += 1
                self.writer.sink.write_invalid(self.writer.run_id, [row])
                self.listener(RowUnreadable(row))
            elif not resuming or (row.position, row.case_hash) not in self.done:
                yield row

    async def _work(self, feed: Generator[Row, None, None]) -> None:
        for row in feed:
            sample = Sample(case=row.case, output=await self._output(row))
            scores = await score_sample(sample, self.plan.metrics, self.plan.resources)
            if spent := next((score.reason for score in scores if score.code == BudgetError.code), None):
                self.progress.reason = spent
                feed.close()  # no new row; those in hand go on, so that no call in flight is paid for in vain
                return
            scored = scored_row(row, sample, scores)
            self.writer.add(scored, sample)
            self.progress.rows += 1
            self.listener(RowFinished(scored))
            if self.progress.rows % PAUSE_EVERY == 0:
                await asyncio.sleep(0)

    async def _output(self, row: Row) -> Output:
        if row.output is not None:
            return row.output
        if self.plan.target is None:
            message = "no output is recorded beside the case and no target is given"
            return Output(failure=TargetFailure(kind="missing", message=message))
        async with self.targets:
            return await self.plan.target.call(row.case)
