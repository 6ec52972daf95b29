"""Make a run: open everything, carry out the plan, store what came."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from assay.api import environment
from assay.api.catalog import Catalog, as_metric
from assay.api.deciding import PolicySource, catalog_beside, load_policy
from assay.api.handle import Run
from assay.api.history import checked_migration
from assay.api.judging import Choice, choose_judge, chosen_budget, chosen_mode, settings_of
from assay.api.manifest import begin, manifest_of, to_resume
from assay.api.opening import store_at
from assay.api.recorded import RecordedOutputs, strangers_note
from assay.api.resources import build_resources, chosen_models, name_of, needed_resources
from assay.audit.redaction import Redactor
from assay.audit.redaction_store import DoneByPosition, RedactingStore
from assay.engine.events import Listener, RunFinished, RunStarted, ignore
from assay.engine.execute import execute
from assay.engine.plan import Limits, Plan
from assay.errors import ConfigurationError
from assay.golden import GoldenSet, file_hash, from_rows, read_golden, read_outputs
from assay.metrics.base import Metric
from assay.metrics.spec import split_specs
from assay.records.frozen import EMPTY
from assay.records.policy import Policy
from assay.records.run import Manifest
from assay.records.words import RunStatus
from assay.remote.caller import Lanes
from assay.store import Store
from assay.store.scored_rows import Done
from assay.sync import run_sync
from assay.target import PythonTarget, RecordedTarget, Target, load_target

DEFAULT_STORE = ".assay/assay.db"
Keeper = Store | RedactingStore
"""What takes the rows and judge calls of a run."""
GivenMetrics = Sequence[Metric | type[Metric] | str] | str | None
"""Metrics as a caller names them."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Everything that `run` was asked; see `run` for the meaning of each."""

    golden: Any
    target: Any = None
    outputs: Any = None
    metrics: GivenMetrics = None
    only: GivenMetrics = None
    policy: PolicySource | None = None
    judge: Any = None
    judge_mode: str | None = None
    budget: Mapping[str, Any] | None = None
    embedder: Any = None
    grounder: Any = None
    store: Store | str | Path = DEFAULT_STORE
    mapping: Mapping[str, str] | None = None
    limits: Limits = dataclasses.field(default_factory=Limits)
    timeout: float | None = 60.0
    resume: str | None = None
    migration: Mapping[str, str] | str | Path | None = None
    folder: Path = Path()
    on_event: Listener = ignore

    @property
    def resources(self) -> tuple[Any, ...]:
        """What the caller made ready, and closes."""
        return (self.judge, self.embedder, self.grounder)


def run(golden: Any, **options: Any) -> Run:
    """Score a golden set and store the run. Also works inside a running event loop.

    Args:
        golden: a path, a list of mappings, a data frame, or cases.
        target: the system under test: a callable, or a text such as `app.py:answer`, `https://…` or `cmd:…`.
        outputs: recorded outputs instead of a target: a path, or pairs of case id and output.
        metrics: metrics, their classes or their texts (`"nDCG@10"`), besides those that the policy names. A policy may name a
            metric given here by the name it prints as.
        only: metrics to compute instead of those that the policy names, which then gives its other settings.
        policy: a path or a Policy. It is recorded with the run; `gate` applies it.
        judge: `provider/model`, `file.py:function`, a callable, or a ready judge; wins over the policy's `judge` section. Where
            neither names one, `ASSAY_JUDGE` does.
        judge_mode: `live` asks the judge what is not recorded yet, `record` everything once more, `replay` nothing.
        budget: `usd` and `calls` that the judge may cost over the whole run, resumed or not; each wins over the policy's.
        embedder, grounder: what metrics that need one are handed.
        store: a path, a database URL or an open Store; `.assay/assay.db` by default.
        mapping: our field names to the file's column names.
        limits: target calls at once, a deadline for the run, flush sizes. With a judge more rows are in flight than target
            calls, so that the judge's own `concurrency` is what limits it.
        timeout: seconds for one call of the target.
        resume: the id of an interrupted run to go on with.
        migration: old id to new id of cases that were renamed, or the path of a file with that map. It is checked against the
            golden set, applied to recorded outputs, and kept with the run, so that a baseline is compared under its own ids.
        folder: where relative targets and custom metrics are looked for.
        on_event: told of every row; see `assay.engine.events`.

    Raises:
        InputError, ConfigurationError, StoreError: before any work, with everything that is wrong.
    """
    return run_sync(arun(golden, **options))


async def arun(golden: Any, **options: Any) -> Run:
    """The async twin of `run`."""
    unknown = set(options) - set(Request.__dataclass_fields__)
    if unknown:
        raise TypeError(f"run() got unknown arguments {sorted(unknown)}")
    return await _arun(Request(golden=golden, **options))


async def _arun(request: Request) -> Run:
    catalog = Catalog(folder=request.folder) if request.policy is None else catalog_beside(request.policy)
    catalog = catalog.knowing(given_metrics(request.metrics, catalog))
    policy = load_policy(request.policy, catalog).policy if request.policy is not None else None
    metrics = metrics_of(request, policy, catalog)
    golden = as_golden_set(request.golden, request.mapping)
    migration = checked_migration(request.migration, golden)
    outputs = recorded_outputs(request, migration)
    target = as_target(request, outputs)
    store = store_at(request.store)
    keeper = redacting_store(store, policy)
    stored = to_resume(store, request.resume) if request.resume is not None else None
    run_id = stored.run_id if stored is not None else environment.new_run_id()
    lanes = Lanes()
    choice = _choice(request, metrics, policy, catalog)
    judge = _judge(choice, request, policy, calls=keeper, run_id=run_id, store=store, lanes=lanes) if choice else None
    models = chosen_models(policy, embedder=request.embedder, grounder=request.grounder)
    resources = build_resources(
        metrics,
        store=keeper,
        judge=judge,
        given=models,
        run_id=run_id,
        lanes=lanes,
    )
    manifest = manifest_of(request.golden, target, metrics, policy, folder=request.folder).replace(
        run_id=run_id,
        migration=migration,
        judge=getattr(judge, "identity", None),
        judge_settings=settings_of(judge),
        **{name: name_of(chosen) for name, chosen in models.items()},
    )
    manifest = begin(store, manifest, policy, stored=stored)
    limits = request.limits if choice is None else _limits(request.limits, choice)
    own = tuple(one for one in resources.values() if all(one is not theirs for theirs in request.resources))
    plan = Plan(rows=golden, target=target, metrics=metrics, resources=resources, own=own, limits=limits)
    done = store.done(manifest.run_id)
    status = await _carry_out(
        plan, manifest, keeper, done=done, expected_rows=golden.count_hint, on_event=request.on_event
    )
    notes = golden.notes
    if outputs is not None:
        if status is RunStatus.COMPLETE and isinstance(target, RecordedTarget):
            notes += strangers_note(outputs.strangers(target.unused(), golden))
        keeper.write_invalid(manifest.run_id, outputs.unreadable)
    known = golden.content_hash if status is RunStatus.COMPLETE else None
    store.finish(manifest.run_id, status, finished=environment.now(), golden_hash=known or "")
    return Run(store, manifest.run_id, notes=notes, metrics=metrics)


def _choice(request: Request, metrics: tuple[Metric, ...], policy: Policy | None, catalog: Catalog) -> Choice | None:
    """Who is asked, where a metric asks anybody."""
    if "judge" not in needed_resources(metrics):
        return None
    return choose_judge(request.judge, policy, folder=request.folder, policy_folder=catalog.folder)


def _judge(
    choice: Choice, request: Request, policy: Policy | None, *, calls: Keeper, run_id: str, store: Store, lanes: Lanes
) -> Any:
    budget = chosen_budget(request.budget, policy, choice)
    if request.resume is not None:
        budget.carry_over(store.calls(run_id), run_id=run_id)
    mode = chosen_mode(request.judge_mode, choice)
    return choice.make(calls=calls, mode=mode, budget=budget, run_id=run_id, lanes=lanes)


def _limits(limits: Limits, choice: Choice) -> Limits:
    """Twice as many rows in flight as the judge takes calls, so that its limit is always reached."""
    rows = limits.rows or max(limits.concurrency, 2 * choice.concurrency)
    return dataclasses.replace(limits, rows=rows)


async def _carry_out(
    plan: Plan, manifest: Manifest, keeper: Keeper, *, done: Done, expected_rows: int | None, on_event: Listener
) -> RunStatus:
    by_position = isinstance(keeper, RedactingStore)
    on_event(RunStarted(manifest, expected_rows, len(done)))
    try:
        progress = await execute(
            manifest.run_id, plan, keeper, done=DoneByPosition(done) if by_position else done, listener=on_event
        )
    finally:
        for holder in (plan.target, *plan.own):
            close = getattr(holder, "close", None)
            if close is not None:
                await close()
    rows = progress.rows + progress.skipped
    on_event(RunFinished(progress.status, rows, progress.unreadable, progress.reason))
    return progress.status


def redacting_store(store: Store, policy: Policy | None) -> Keeper:
    """Where rows and calls go: the store, behind the policy's redaction rules where it has some."""
    redactor = Redactor.of(policy.redact if policy is not None else ())
    return RedactingStore(store, redactor) if redactor else store


def metrics_of(request: Request, policy: Policy | None, catalog: Catalog) -> tuple[Metric, ...]:
    """The metrics that a request is to compute; raises as `chosen_metrics` does."""
    if request.only is None:
        return chosen_metrics(request.metrics, policy, catalog)
    return chosen_metrics(
        (*given_metrics(request.metrics, catalog), *given_metrics(request.only, catalog)), None, catalog
    )


def chosen_metrics(given: GivenMetrics, policy: Policy | None, catalog: Catalog) -> tuple[Metric, ...]:
    """The metrics to compute: those given, and those that the policy names.

    Raises:
        ConfigurationError: there are none, one is no metric, or two that differ print as the same name.
    """
    metrics = list(given_metrics(given, catalog))
    if policy is not None:
        metrics += [catalog.metric(text, params) for text, params in policy.measured]
    if not metrics:
        raise ConfigurationError("no metric to compute", hint="give metrics or a policy", code="no_metrics")
    return tuple(distinct(metrics).values())


def given_metrics(given: GivenMetrics, catalog: Catalog) -> tuple[Metric, ...]:
    """The metrics that a caller named: metrics, their classes, or their texts (one text may name several, with commas).

    Raises:
        ConfigurationError: something else.
    """
    if isinstance(given, str):
        given = split_specs(given)
    if isinstance(given, Metric) or not isinstance(given, Iterable | None):
        raise ConfigurationError(
            f"metrics is a {type(given).__name__}", code="metrics", hint="give a list, as in metrics=['nDCG@10']"
        )
    return tuple(_given_metric(one, catalog) for one in given or ())


def _given_metric(given: Any, catalog: Catalog) -> Metric:
    if isinstance(given, str):
        return catalog.metric(given)
    metric = as_metric(given)
    if metric is None:
        raise ConfigurationError(
            f"metrics holds a {type(given).__name__}, {given!r}, which is no metric",
            code="metrics",
            hint="decorate a function with @numeric_metric, or give the metric's text",
        )
    return metric


def distinct(metrics: Iterable[Metric]) -> dict[str, Metric]:
    """Every metric once, by the name it prints as.

    Raises:
        ConfigurationError: two metrics with one name are not the same, so that one would be reported as the other.
    """
    found: dict[str, Metric] = {}
    for metric in metrics:
        first = found.setdefault(metric.spec, metric)
        if type(first) is not type(metric) or first.signature() != metric.signature():
            raise ConfigurationError(
                f"two different metrics print as {metric.spec!r}: {first.signature()} and {metric.signature()}",
                code="ambiguous_metric",
                hint="give your own metric another name, as in @numeric_metric(name='…')",
            )
    return found


def as_golden_set(golden: Any, mapping: Mapping[str, str] | None) -> GoldenSet:
    """A golden set from a path, or from rows in memory."""
    if isinstance(golden, GoldenSet):
        return golden
    if isinstance(golden, (str, Path)):
        return read_golden(golden, mapping)
    return from_rows(golden, mapping)


def recorded_outputs(request: Request, migration: Mapping[str, str] = EMPTY) -> RecordedOutputs | None:
    """The recorded outputs of a file or of pairs in memory, under the present case ids, or None when none are given."""
    given = request.outputs
    if given is None:
        return None
    if isinstance(given, (str, Path)):
        given = read_outputs(given, request.mapping)
    return RecordedOutputs(given.items() if isinstance(given, Mapping) else given, renamed=migration)


def as_target(request: Request, outputs: RecordedOutputs | None) -> Target | None:
    """The target, or recorded outputs in its place; None when the golden set must hold the outputs itself.

    Raises:
        ConfigurationError: both a target and outputs are given.
    """
    if outputs is not None:
        if request.target is not None:
            raise ConfigurationError("both a target and recorded outputs are given", hint="give one of them")
        name = Path(request.outputs).name if isinstance(request.outputs, (str, Path)) else "in memory"
        source_hash = file_hash(request.outputs) if isinstance(request.outputs, (str, Path)) else None
        return RecordedTarget(outputs, identity=f"recorded:{name}", source_hash=source_hash)
    if isinstance(request.target, str):
        return load_target(request.target, timeout=request.timeout, folder=request.folder)
    if request.target is None or hasattr(request.target, "call"):
        ready: Target | None = request.target
        return ready
    return PythonTarget(request.target, timeout=request.timeout)
