"""One metric over one file that holds cases and outputs together; nothing is stored."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from assay.api.catalog import Catalog
from assay.errors import ConfigurationError, InvalidRowError
from assay.golden import read_golden
from assay.metrics.base import Metric
from assay.records.domain import Range
from assay.records.number import to_decimal
from assay.records.output import Output
from assay.records.run import InvalidInput
from assay.records.sample import Sample
from assay.records.score import Score
from assay.records.words import Direction, Status
from assay.sync import run_sync

Emit = Callable[[dict[str, Any]], None]


def check_file(
    path: Path, metric: str, minimum: str, emit: Emit, *, mapping: Mapping[str, str] | None = None, skip: bool = False
) -> None:
    """Emit one JSON-ready object a row: case_id, status, score, minimum, reason, and the method that the metric measures by.

    A row to which the metric does not apply is invalid, because the caller demands this very metric of every row; with
    `skip` it is `not_applicable`.

    Raises:
        ConfigurationError: unknown metric, a metric that needs a judge, or a minimum that is not in its domain.
        InputError: the file cannot be read at all.
    """
    chosen = Catalog().metric(metric)
    floor = read_minimum(chosen, minimum)
    for row in read_golden(path, mapping):
        if isinstance(row, InvalidInput):
            record: dict[str, Any] = {"line": row.line, "reason": row.reason, "status": "invalid"}
            emit({**record, "case_id": row.case_id} if row.case_id is not None else record)
            continue
        sample = Sample(case=row.case, output=row.output if row.output is not None else Output())
        outcome = chosen.evaluate(sample)
        score: Score = run_sync(_wait(outcome)) if inspect.isawaitable(outcome) else outcome
        emit(_record(row.case.id, score, floor, chosen, skip))


def refuse_proxy(metric: str) -> None:
    """Refuse a metric that only approximates what its name promises.

    Raises:
        ConfigurationError: it is a proxy; the hint is the way to use it knowingly.
    """
    chosen = Catalog().metric(metric)
    if chosen.proxy:
        raise ConfigurationError(
            f"{chosen.spec} is a {chosen.method} proxy: it approximates what its name promises",
            code="proxy",
            hint="with --allow-proxy it decides all the same",
        )


def read_minimum(metric: Metric, text: str) -> Decimal:
    """The floor for a metric.

    Raises:
        ConfigurationError: not a decimal, or outside the metric's domain.
    """
    if metric.needs.resources:
        raise ConfigurationError(
            f"{metric.spec} needs a {metric.needs.resources[0]}", hint="use `assay gate` with a policy"
        )
    try:
        floor = to_decimal(text)
    except InvalidRowError as error:
        raise ConfigurationError(f"minimum: {error.message}") from None
    if not isinstance(metric.domain, Range):
        raise ConfigurationError(f"{metric.spec} gives {metric.domain}, not numbers; a minimum has no meaning")
    if not metric.domain.contains_number(Fraction(floor)):
        raise ConfigurationError(f"minimum {floor} is outside the domain {metric.domain} of {metric.spec}")
    return floor


async def _wait(pending: Any) -> Any:
    return await pending


def _record(case_id: str, score: Score, floor: Decimal, metric: Metric, skip: bool) -> dict[str, Any]:
    record: dict[str, Any] = {"case_id": case_id, "method": score.method, "reason": score.reason}
    if score.status is not Status.SCORED:
        absent = score.status is Status.NOT_APPLICABLE
        status = score.status.value if not absent or skip else Status.INVALID.value
        return {**record, "status": status}
    lower = metric.direction is Direction.LOWER
    met = score.number <= Fraction(floor) if lower else score.number >= Fraction(floor)
    limit = "maximum" if lower else "minimum"
    return {**record, "status": "pass" if met else "fail", "score": score.value, limit: float(floor)}
