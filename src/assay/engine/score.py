"""Score one sample with every metric: the job boundary of the engine."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from assay.engine.plan import Row
from assay.metrics.base import BROKEN, Metric
from assay.records.run import ScoredRow
from assay.records.sample import Sample
from assay.records.score import Score


async def score_sample(sample: Sample, metrics: Sequence[Metric], resources: Mapping[str, Any]) -> tuple[Score, ...]:
    """Every metric's score, in the order of `metrics`. Metrics that ask a judge run side by side.

    A metric that breaks outside its `measure` gives an `error` score with the exception's type and text, owner harness.
    """
    scores: list[Score | None] = []
    pending: dict[int, asyncio.Future[Score]] = {}
    for place, metric in enumerate(metrics):
        try:
            outcome = metric.evaluate(sample, resources)
        except BROKEN as error:  # the job boundary
            scores.append(metric.failed(f"{type(error).__name__}: {error}", code="harness"))
            continue
        if inspect.isawaitable(outcome):
            pending[place] = asyncio.ensure_future(outcome)
            scores.append(None)
        else:
            scores.append(outcome)
    if pending:
        for place, score in zip(pending, await _together(list(pending.values())), strict=True):
            scores[place] = score
    return tuple(score for score in scores if score is not None)


async def _together(pending: list[asyncio.Future[Score]]) -> list[Score]:
    try:
        return await asyncio.gather(*pending)
    except asyncio.CancelledError:
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        raise


def scored_row(row: Row, sample: Sample, scores: tuple[Score, ...]) -> ScoredRow:
    """The row as the gate and the store want it."""
    case, output = sample.case, sample.output
    return ScoredRow(
        position=row.position,
        case_id=case.id,
        case_hash=row.case_hash,
        output_hash=output.content_hash,
        scores=scores,
        group=case.group,
        contract=case.contract,
        blocking=case.blocking,
        failure=output.failure,
    )
