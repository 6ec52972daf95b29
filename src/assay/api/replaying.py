"""Replay a run from the store or from a bundle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay.api.catalog import Catalog
from assay.api.opening import open_run
from assay.api.resources import build_resources
from assay.audit.bundle_record import BundleRecord, is_bundle
from assay.audit.replay import Replay, replay
from assay.audit.replay_source import Evidence, RunRecord, StoredRecord
from assay.engine.score import score_sample
from assay.errors import ConfigurationError, InputError, StoreError
from assay.metrics.base import Metric
from assay.records import JudgeConfig, Policy, Score
from assay.store import Store
from assay.sync import run_sync


def open_record(name: str | Path, *, store: str | Path | Store) -> RunRecord:
    """A bundle by its path, or a stored run by its name.

    Raises:
        InputError: the bundle does not hold, or there is no file at what is written as a path.
        UnknownNameError, StoreError: no such run.
    """
    if is_bundle(name):
        return BundleRecord.open(name)
    _refuse_path(name)
    run = open_run(str(name), store=store)
    return StoredRecord(run.store, run.id)


def _refuse_path(name: str | Path) -> None:
    """Say of a path what is wrong with it: no run has such a name."""
    path = Path(name)
    if not isinstance(name, Path) and len(path.parts) < 2 and not path.suffix:
        return
    there = path.exists()
    raise InputError(
        f"{name} is not a bundle" if there else f"{name}: there is no such file",
        code="not_a_bundle" if there else "missing_file",
        hint="name a bundle that `assay bundle` wrote, or a stored run by its id or `last`",
    )


def replay_run(record: RunRecord, *, folder: Path = Path(), **resources: Any) -> Replay:
    """Compute a recorded run again, offline. Also works inside a running event loop.

    Args:
        record: what `open_record` gives.
        folder: where a policy's own metrics (`tone.py:tone`) are looked for.
        resources: an `embedder` and a `grounder` for metrics that need one; by default those that a run takes.
    """
    return run_sync(areplay_run(record, folder=folder, **resources))


async def areplay_run(record: RunRecord, *, folder: Path = Path(), **resources: Any) -> Replay:
    """The async twin of `replay_run`."""
    catalog = Catalog(folder=folder)
    policies = recorded_policies(record)
    calls = ReplayedCalls()
    judge = replayed_judge(record, policies[0] if policies else None, calls)
    metrics = known_metrics(record, policies, catalog)
    manifest = record.summary.manifest
    given = {"embedder": manifest.embedder, "grounder": manifest.grounder, **resources}
    handed = build_resources(metrics.values(), store=calls, judge=judge, given=given)

    async def rescore(evidence: Evidence, wanted: Sequence[Metric]) -> Sequence[Score]:
        calls.load(evidence.calls)
        return await score_sample(evidence.sample, wanted, handed)

    return await replay(record, metrics=metrics, rescore=rescore, catalog=catalog)


def recorded_policies(record: RunRecord) -> list[Policy]:
    """The policy that the run was made with, then those that it was decided under; each once, as far as recorded."""
    names = (record.summary.manifest.policy_hash, *(one.policy_hash for one in record.decisions()))
    return [policy for name in dict.fromkeys(names) if (policy := record.policy(name)) is not None]


def known_metrics(record: RunRecord, policies: Iterable[Policy], catalog: Catalog) -> dict[str, Metric]:
    """The run's metrics that are known here, by their printed form."""
    texts: list[tuple[str, Mapping[str, Any]]] = [pair for policy in policies for pair in policy.measured]
    texts += [(text, {}) for text in record.summary.manifest.metrics]
    found: dict[str, Metric] = {}
    for text, params in texts:
        try:
            metric = catalog.metric(text, params)
        except ConfigurationError:
            continue  # counted by the replay as a metric that is not known here
        found.setdefault(metric.spec, metric)
    return found


@dataclass(slots=True)
class ReplayedCalls:
    """The recorded calls of the row in hand; nothing else is known, and nothing is written."""

    usable: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def load(self, calls: Iterable[Mapping[str, Any]]) -> None:
        """Take the calls of the next row."""
        self.usable = {call["request_key"]: call for call in calls if call.get("ok")}

    def cached(self, request_key: str) -> Mapping[str, Any] | None:
        """The recorded call with this key."""
        return self.usable.get(request_key)

    def put_call(self, call: Mapping[str, Any]) -> str:
        """Nothing is asked in a replay.

        Raises:
            StoreError: always.
        """
        raise StoreError("a replay asks no judge", code="replay_asked")


def replayed_judge(record: RunRecord, policy: Policy | None, calls: ReplayedCalls) -> Any:
    """A judge that knows the recorded replies only, with the identity and the settings of the one that gave them."""
    name = record.summary.manifest.judge
    if name is None:
        return None
    from assay.judge import CallMode, make_function_judge, make_judge

    config = recorded_config(record, name, policy)
    if config.model.startswith("python/"):
        return make_function_judge(_never_asked, config=config, calls=calls, mode=CallMode.REPLAY)
    return make_judge(config, calls=calls, environ={}, mode=CallMode.REPLAY)


def recorded_config(record: RunRecord, name: str, policy: Policy | None) -> JudgeConfig:
    """How the judge of a run asked: as its manifest says, else as its policy does under the judge's name."""
    settings = record.summary.manifest.judge_settings
    if settings:
        return JudgeConfig.from_dict(settings)
    recorded = policy.judge if policy is not None else None
    return recorded.replace(model=name) if recorded is not None else JudgeConfig(model=name)


def _never_asked(messages: Any, schema: Any) -> Any:
    raise StoreError("a replay asks no judge", code="replay_asked")
