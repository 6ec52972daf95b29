"""What the judge of a run would cost, found by carrying the run out with a judge that only counts. Nothing is asked or stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.api.catalog import Catalog
from assay.api.deciding import catalog_beside, load_policy
from assay.api.judging import Choice, choose_judge, chosen_budget, chosen_mode
from assay.api.resources import build_resources
from assay.api.running import Request, as_golden_set, as_target, metrics_of, recorded_outputs
from assay.engine.score import score_sample
from assay.errors import ConfigurationError, StoreError
from assay.golden import GoldenRow
from assay.metrics.base import Metric
from assay.records.case import Case
from assay.records.output import Context, Output
from assay.records.policy import Policy
from assay.records.protocols import CallLog
from assay.records.run import InvalidInput
from assay.records.sample import Sample
from assay.records.words import Status
from assay.store import OpenMode, Store
from assay.sync import run_sync
from assay.target import RecordedTarget, Target

if TYPE_CHECKING:
    from assay.judge import Budget

_WORDS = "The answer stands in for one that the target would give, at the length that such answers usually have. "
STAND_IN_ANSWER = (_WORDS * 3).strip()
STAND_IN_CONTEXTS = 3
SHOWN_BROKEN = 10
_AFTER_THE_LAST_CALL = frozenset({"no_probabilities", "judge_undecided"})
"""Codes of errors that a made-up reply leads to when nothing more would be asked."""
STAND_IN_PASSAGE = (_WORDS * 10).strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEstimate:
    """What would be asked. `recorded` questions are answered by the record and cost nothing; they are not in `calls`.

    `usd` is None where a price is unknown. `notes` say what the figures rest on.
    """

    judge: str
    rows: int = 0
    calls: int = 0
    recorded: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: Decimal | None = Decimal(0)
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As strict JSON."""
        usd = None if self.usd is None else float(self.usd)
        names = ("judge", "rows", "calls", "recorded", "input_tokens", "output_tokens")
        return {**{name: getattr(self, name) for name in names}, "usd": usd, "notes": list(self.notes)}


def estimate(golden: Any, **options: Any) -> RunEstimate:
    """What the judge of `run(golden, **options)` would cost. Also works inside a running event loop.

    Where outputs are recorded the questions are those that would really be asked. A target is not called, since that may
    cost as well: its cases are estimated with the reference, or a text of sixty words, as the answer. Metrics that go on
    with what a judge lists (claims, then verdicts) are followed with one item listed, so that is the least they cost.

    Raises:
        InputError, ConfigurationError, StoreError: as `run` does before any work.
    """
    return run_sync(aestimate(golden, **options))


async def aestimate(golden: Any, **options: Any) -> RunEstimate:
    """The async twin of `estimate`."""
    return await _estimate(Request(golden=golden, **options))


async def _estimate(request: Request) -> RunEstimate:
    catalog = Catalog(folder=request.folder) if request.policy is None else catalog_beside(request.policy)
    policy = load_policy(request.policy, catalog).policy if request.policy is not None else None
    metrics = [one for one in metrics_of(request, policy, catalog) if "judge" in one.needs.resources]
    choice = choose_judge(request.judge, policy, folder=request.folder, policy_folder=catalog.folder)
    if not metrics:
        return RunEstimate(judge="", notes=("no metric asks a judge",))
    if choice is None:
        return RunEstimate(judge="", notes=("no judge is named, so nothing is asked",))
    return await _Counting.of(request, choice, policy, metrics).over(request)


@dataclass(slots=True)
class RecordedCalls:
    """The calls of a store as a record that can be written to without changing the store."""

    store: CallLog | None
    made_up: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    found: set[str] = field(default_factory=set)

    def cached(self, request_key: str) -> Mapping[str, Any] | None:
        """The call with this key: made up already, or recorded by an earlier run."""
        if request_key in self.made_up:
            return self.made_up[request_key]
        call = self.store.cached(request_key) if self.store is not None else None
        if call is not None:
            self.found.add(request_key)
        return call

    def put_call(self, call: Mapping[str, Any]) -> str:
        """Keep a made-up call in memory."""
        self.made_up[call["request_key"]] = call
        return str(call["request_key"])


class _Embedder:
    """Gives every text the same vector: what is embedded does not change what is asked."""

    identity = "stand-in"

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1.0] for _ in texts]


@dataclass(slots=True)
class _Counting:
    """An estimate in the making."""

    choice: Choice
    metrics: Sequence[Metric]
    calls: RecordedCalls
    replays: bool
    limit: Budget | None
    rows: int = 0
    stand_ins: int = 0
    broken: Counter[tuple[str, str]] = field(default_factory=Counter)

    @classmethod
    def of(cls, request: Request, choice: Choice, policy: Policy | None, metrics: Sequence[Metric]) -> _Counting:
        from assay.judge import CallMode

        if not choice.config.model:
            raise ConfigurationError("what a judge of one's own costs is not known here", code="judge", hint="name it")
        mode = chosen_mode(request.judge_mode if choice.ready is None else None, choice)
        budget = chosen_budget(request.budget, policy, choice) if choice.ready is None else None
        store = _opened(request.store) if mode is not CallMode.RECORD else None
        return cls(choice, metrics, RecordedCalls(store), replays=mode is CallMode.REPLAY, limit=budget)

    async def over(self, request: Request) -> RunEstimate:
        from assay.judge import Estimator

        estimator = Estimator(self.choice.config, calls=self.calls)
        identity = estimator.judge.identity
        resources = build_resources(
            self.metrics, store=self.calls, judge=estimator.judge, given={"embedder": _Embedder()}
        )
        target = as_target(request, recorded_outputs(request))
        for row in as_golden_set(request.golden, request.mapping):
            if not isinstance(row, InvalidInput):
                sample = Sample(case=row.case, output=await self._output(row, target))
                self._count(await score_sample(sample, self.metrics, resources))
        if self.replays:
            return RunEstimate(judge=identity, rows=self.rows, notes=("a replay asks nobody",))
        found = estimator.result
        return RunEstimate(
            judge=identity,
            rows=self.rows,
            calls=found.calls,
            recorded=len(self.calls.found),
            input_tokens=found.input_tokens,
            output_tokens=found.output_tokens,
            usd=found.usd if found.calls else Decimal(0),
            notes=tuple(self._notes(found.calls, found.usd)),
        )

    async def _output(self, row: GoldenRow, target: Target | None) -> Output:
        if row.output is not None:
            return row.output
        if isinstance(target, RecordedTarget):
            return await target.call(row.case)
        self.stand_ins += 1
        return stand_in(row.case)

    def _count(self, scores: Sequence[Any]) -> None:
        self.rows += 1
        self.broken.update(
            (score.metric, score.reason)
            for score in scores
            if score.status in (Status.ERROR, Status.INVALID) and score.code not in _AFTER_THE_LAST_CALL
        )

    def _notes(self, calls: int, usd: Decimal | None) -> Iterator[str]:
        if self.stand_ins:
            yield (
                f"the target was not called: {self.stand_ins} answers are stand-ins (the reference, or 60 words; "
                f"the reference contexts, or {STAND_IN_CONTEXTS} passages of 200 words)"
            )
        for (metric, reason), count in self.broken.most_common(SHOWN_BROKEN):
            yield f"{metric}: {count} rows could not be followed to their end: {reason}"
        if calls:
            yield "where a metric asks about items that a judge lists first, one item was assumed: it can be more"
            yield "a server that no run has asked before is asked one to four small questions more"
            yield from self._money(calls, usd)

    def _money(self, calls: int, usd: Decimal | None) -> Iterator[str]:
        if usd is None:
            yield "the price of this judge is unknown; state it under the judge's option `prices`"
        if self.limit is None:
            return
        if self.limit.call_limit is not None and calls > self.limit.call_limit:
            yield f"this is more than the budget of {self.limit.call_limit} calls: the run would stop and be resumable"
        if self.limit.usd_limit is not None and usd is not None and usd > self.limit.usd_limit:
            yield f"this is more than the budget of ${self.limit.usd_limit}: the run would stop and be resumable"


def stand_in(case: Case) -> Output:
    """The output that a target might give to a case: for its length, never for its value."""
    texts = case.reference_contexts or (STAND_IN_PASSAGE,) * STAND_IN_CONTEXTS
    contexts = tuple(Context(text=text, id=f"stand-in-{rank}", rank=rank) for rank, text in enumerate(texts, start=1))
    return Output(answer=case.reference or STAND_IN_ANSWER, contexts=contexts)


def _opened(store: Store | str | Path) -> Store | None:
    """The store with the calls of earlier runs, where there is one."""
    if isinstance(store, Store):
        return store
    try:
        return Store.open(store, mode=OpenMode.READ)
    except StoreError as error:
        if error.code != "store_missing":
            raise
        return None
