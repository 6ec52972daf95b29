"""Run a new definition beside the old one on what a run stored."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from assay.api import environment
from assay.api.catalog import Catalog
from assay.api.deciding import StoredBaseline, load_policy, named_baseline
from assay.api.explaining import recorded_policy
from assay.api.handle import Run
from assay.api.judging import judge_for
from assay.api.resources import build_resources, chosen_models
from assay.audit.dual import Comparing, Dual, Look, opinion_of_policy, opinion_on_check
from assay.engine.score import score_sample
from assay.errors import ConfigurationError
from assay.gating import Gate
from assay.metrics.base import Metric
from assay.records import Check, Decision, FrozenMap, GroupRules, Policy, Sample, ScoredRow
from assay.records.frozen import EMPTY
from assay.sync import run_sync

POLICIES = (".yaml", ".yml")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """One definition made ready. `decides` is false where the run's policy does not use it."""

    name: str
    policy: Policy
    catalog: Catalog
    metrics: tuple[Metric, ...]
    look: Look
    decides: bool = True


def dual(run: Run, *, old: str | Path, new: str | Path, folder: Path = Path(), judge: Any = None) -> Dual:
    """Judge every row of a run under two metrics or under two policies. Also works inside a running event loop.

    Scores that the run stored are taken as they are; what is missing is computed from the stored samples. A row whose inputs were
    redacted is not scored anew.

    Args:
        run: a stored run.
        old, new: two metrics (`faithfulness[lexical]`), or the paths of two policies.
        folder: where metrics of one's own are looked for.
        judge: for metrics that ask one; by default that of the policy.

    Raises:
        ConfigurationError: a metric and a policy, twice the same, an unknown metric, or a demand that the new metric cannot meet.
    """
    return run_sync(adual(run, old=old, new=new, folder=folder, judge=judge))


async def adual(run: Run, *, old: str | Path, new: str | Path, folder: Path = Path(), judge: Any = None) -> Dual:
    """The async twin of `dual`."""
    sides = _sides(run, str(old), str(new), folder)
    before, after = sides
    compare = Comparing(
        old=_gate(run, before),
        new=_gate(run, after),
        look_old=before.look,
        look_new=after.look,
    )
    metrics = {metric.spec: metric for side in sides for metric in side.metrics}
    policy = after.policy if after.policy.judge is not None else before.policy
    made = judge_for(metrics.values(), judge, policy, calls=run.store, folder=folder)
    resources = build_resources(metrics.values(), store=run.store, judge=made, given=chosen_models(policy))
    for row, sample in run.store.samples(run.id):
        full = await _completed(row, sample, metrics, resources)
        compare.add(full, full)
    return compare.result(
        run_id=run.id,
        names=(before.name, after.name),
        decisions=(_decision(run, compare.old, before), _decision(run, compare.new, after)),
    )


async def _completed(
    row: ScoredRow, sample: Sample, metrics: Mapping[str, Metric], resources: Mapping[str, Any]
) -> ScoredRow:
    """The row with a score of every metric."""
    missing = [metric for spec, metric in metrics.items() if row.score(spec) is None]
    if not missing:
        return row
    if row.redacted:
        added = tuple(metric.failed("the row's inputs were redacted", code="redacted") for metric in missing)
    else:
        added = await score_sample(sample, missing, resources)
    return row.replace(scores=(*row.scores, *added))


def _gate(run: Run, side: _Side) -> Gate:
    earlier = named_baseline(run, side.policy)
    rows = StoredBaseline(earlier, run.manifest.old_ids) if earlier is not None else None
    return Gate(side.policy, side.catalog, baseline=rows)


def _decision(run: Run, gate: Gate, side: _Side) -> Decision | None:
    if not side.decides:
        return None
    summary = run.summary
    return gate.decide(run_status=summary.status, invalid_inputs=summary.invalid_inputs, today=environment.today())


def _sides(run: Run, old: str, new: str, folder: Path) -> tuple[_Side, _Side]:
    kinds = [Path(text).suffix in POLICIES for text in (old, new)]
    if old == new:
        raise ConfigurationError(f"{old} is given twice", hint="give the old and the new definition")
    if all(kinds):
        return _policy_side(old), _policy_side(new)
    if any(kinds):
        raise ConfigurationError(f"{old} and {new} are a policy and a metric", hint="give two of the same kind")
    return _metric_sides(run, old, new, Catalog(folder=folder))


def _policy_side(path: str) -> _Side:
    catalog = Catalog(folder=Path(path).parent)
    policy = load_policy(path, catalog).policy
    metrics = tuple(catalog.metric(text, params) for text, params in policy.measured)
    return _Side(name=path, policy=policy, catalog=catalog, metrics=metrics, look=opinion_of_policy)


def _metric_sides(run: Run, old: str, new: str, catalog: Catalog) -> tuple[_Side, _Side]:
    before, after = catalog.metric(old), catalog.metric(new)
    recorded = recorded_policy(run)
    uses = _checks_of(recorded, before.spec, catalog) if recorded is not None else ()
    if recorded is not None and uses:
        name, policies = uses[0].name, (recorded, _with_metric(recorded, uses, new))
    else:
        name = old
        policies = (_alone(old, name, before, recorded), _alone(new, name, after, recorded))
    metrics = tuple(catalog.metric(text, params) for text, params in policies[0].measured) if uses else (before,)
    first, second = (
        _Side(
            name=text,
            policy=policy,
            catalog=catalog,
            metrics=(*metrics, metric),
            look=opinion_on_check(name),
            decides=bool(uses),
        )
        for text, policy, metric in ((old, policies[0], before), (new, policies[1], after))
    )
    return first, second


def _checks_of(policy: Policy, spec: str, catalog: Catalog) -> tuple[Check, ...]:
    """The checks that measure a metric, those of groups included."""
    grouped = [check for rules in policy.groups.values() for check in rules.checks]
    return tuple(check for check in (*policy.checks, *grouped) if catalog.info(check.metric, check.params).spec == spec)


def _with_metric(policy: Policy, uses: Sequence[Check], metric: str) -> Policy:
    """The policy with another metric in some of its checks, every demand as before."""

    def changed(checks: Sequence[Check]) -> tuple[Check, ...]:
        return tuple(
            check.replace(metric=metric, params=EMPTY, method=None) if check in uses else check for check in checks
        )

    groups = {name: GroupRules(checks=changed(rules.checks)) for name, rules in policy.groups.items()}
    return policy.replace(checks=changed(policy.checks), groups=FrozenMap(groups))


def _alone(text: str, name: str, metric: Metric, recorded: Policy | None) -> Policy:
    """A policy of one check that must hold, where the run's own policy does not use the metric."""
    check = Check(name=name, metric=text, required=metric.info().can_hold, allow_proxy=True, uncalibrated="accept")
    return Policy(checks=(check,), judge=recorded.judge if recorded is not None else None)
