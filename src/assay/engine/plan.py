"""What is to be carried out: rows, a target, metrics and limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from assay.metrics.base import Metric
from assay.records.case import Case
from assay.records.output import Output
from assay.records.run import InvalidInput


class Row(Protocol):
    """A readable row of a golden set: its place, its case, and its output where the file holds both."""

    @property
    def position(self) -> int:
        """Counted from 0 over all rows."""
        ...

    @property
    def case(self) -> Case:
        """The reviewed case."""
        ...

    @property
    def case_hash(self) -> str:
        """The content hash of the case."""
        ...

    @property
    def output(self) -> Output | None:
        """The output recorded beside the case, if any."""
        ...


class Caller(Protocol):
    """The system under test, as far as the engine needs it. Never raises for what the target does."""

    async def call(self, case: Case) -> Output:
        """The output, or an output with its failure."""
        ...


class Done(Protocol):
    """Which rows an earlier attempt of this run has stored."""

    def __contains__(self, row: tuple[int, str]) -> bool:
        """Whether (position, case hash) is stored."""
        ...

    def __len__(self) -> int:
        """How many are stored."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much is done at once, seconds for the whole run, and how much may be lost by a kill.

    `concurrency` is the number of target calls at once. `rows` is the number of rows in flight where that should be larger: a
    judge has a limit of its own, which it can only reach when enough rows wait for it.
    """

    concurrency: int = 8
    rows: int | None = None
    deadline: float | None = None
    flush_rows: int = 1000
    flush_seconds: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """One run's work. `target` may be None when every row holds its output. `own` are the resources that end with the run."""

    rows: Iterable[Row | InvalidInput]
    target: Caller | None
    metrics: tuple[Metric, ...]
    resources: Mapping[str, Any] = field(default_factory=dict)
    own: tuple[Any, ...] = ()
    limits: Limits = Limits()
