"""Test a policy with faults that are made on purpose."""

from __future__ import annotations

from typing import Any

from assay.api.catalog import Catalog
from assay.api.deciding import PolicySource, catalog_beside, load_policy
from assay.api.judging import judge_for
from assay.api.resources import build_resources, chosen_models
from assay.api.running import arun, chosen_metrics
from assay.audit.selftest import Rescore, SelfTest, Tester, good_rows
from assay.audit.selftest_mutations import MUTATIONS
from assay.audit.triage import Reading
from assay.engine.score import score_sample
from assay.errors import ConfigurationError
from assay.gating import Gate
from assay.records import Policy, Sample, ScoredRow
from assay.store import Store
from assay.sync import run_sync


def selftest(golden: Any, *, policy: PolicySource, limit: int = 10, judge: Any = None, **options: Any) -> SelfTest:
    """Spoil good samples in every known way and report which faults the policy stops, and whom the triage names.

    The golden set is scored once. Cases that the policy passes are then spoiled, scored and judged again, up to `limit` for each
    fault. Nothing is stored. Also works inside a running event loop.

    Args:
        golden: as for `run`.
        policy: the policy under test.
        limit: samples spoiled for each fault.
        judge: for metrics that ask one.
        options: a `target` or `outputs`, and whatever else `run` takes.

    Raises:
        ConfigurationError: no sample passes the policy, so there is nothing good to spoil.
    """
    return run_sync(aselftest(golden, policy=policy, limit=limit, judge=judge, **options))


async def aselftest(
    golden: Any, *, policy: PolicySource, limit: int = 10, judge: Any = None, **options: Any
) -> SelfTest:
    """The async twin of `selftest`."""
    catalog = catalog_beside(policy)
    parsed = load_policy(policy, catalog).policy
    with Store.open(":memory:") as store:
        made = await arun(golden, policy=policy, judge=judge, store=store, **options)
        rows = (Reading(sample=sample, row=row) for row, sample in store.samples(made.id))
        good = tuple(good_rows(Gate(parsed, catalog), rows))
        if not good:
            raise ConfigurationError(
                f"none of {len(made)} cases passes the policy, so there is nothing good to spoil",
                code="nothing_good",
                hint="`assay gate` shows what is wrong",
            )
        tester = Tester(
            gate=lambda: Gate(parsed, catalog),
            catalog=catalog,
            rescore=_rescorer(parsed, catalog, store, judge),
            good=good,
            has_judge=any(catalog.info(check.metric, check.params).needs_judge for check in parsed.checks),
            limit=limit,
        )
        trials = [await tester.trial(mutation) for mutation in MUTATIONS]
        return SelfTest(policy_version=parsed.version, cases=len(made), good=len(good), trials=tuple(trials))


def _rescorer(policy: Policy, catalog: Catalog, store: Store, judge: Any) -> Rescore:
    metrics = chosen_metrics(None, policy, catalog)
    made = judge_for(metrics, judge, policy, calls=store, folder=catalog.folder)
    resources = build_resources(metrics, store=store, judge=made, given=chosen_models(policy))

    async def rescore(position: int, sample: Sample) -> ScoredRow:
        case, output = sample.case, sample.output
        return ScoredRow(
            position=position,
            case_id=case.id,
            case_hash=case.content_hash,
            output_hash=output.content_hash,
            scores=await score_sample(sample, metrics, resources),
            group=case.group,
            contract=case.contract,
            blocking=case.blocking,
            failure=output.failure,
        )

    return rescore
