"""Apply a policy to a stored run. Nothing is scored again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.api import environment
from assay.api.catalog import Catalog
from assay.api.handle import Run
from assay.errors import ConfigurationError, UnknownNameError
from assay.gating import Gate, ParsedPolicy, parse_policy
from assay.metrics.base import Metric
from assay.records.decision import CheckResult, Decision
from assay.records.frozen import EMPTY
from assay.records.policy import Policy
from assay.records.run import ScoredRow


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedPolicy:
    """A policy file as it was read once, with the metrics that it can name: what happens to the file later changes nothing."""

    parsed: ParsedPolicy
    catalog: Catalog

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """What has to be scored for the policy."""
        return tuple(self.catalog.metric(text, params) for text, params in self.parsed.policy.measured)


PolicySource = Policy | LoadedPolicy | str | Path
"""A policy, or the path of a policy file."""


def read_policy(path: str | Path) -> LoadedPolicy:
    """Read a policy file, and load its own metrics, before a target can touch either.

    Raises:
        ConfigurationError, ViolationsError: as `load_policy` does.
    """
    catalog = Catalog(folder=Path(path).parent.absolute())
    loaded = LoadedPolicy(parsed=load_policy(path, catalog), catalog=catalog)
    _ = loaded.metrics
    return loaded


def load_policy(source: PolicySource, catalog: Catalog | None = None) -> ParsedPolicy:
    """Read a policy file strictly.

    Raises:
        ConfigurationError: the file is missing or is not UTF-8 text.
        ViolationsError: everything that is wrong in it, each with its place.
    """
    if isinstance(source, LoadedPolicy):
        return source.parsed
    if isinstance(source, Policy):
        parsed = ParsedPolicy(policy=source, warnings=())
    else:
        path = policy_file(source)
        parsed = parse_policy(read_text(path), source=str(path), catalog=catalog or catalog_beside(source))
    _check_judge_options(parsed.policy)
    return parsed


def _check_judge_options(policy: Policy) -> None:
    """Refuse options that no judge has, and secrets among them, before the policy is stored anywhere."""
    if policy.judge is None or not policy.judge.options:
        return
    from assay.gating.settings_schema import has_credentials
    from assay.judge.options import read_options

    read_options(policy.judge.options)
    if has_credentials(policy.judge.options):
        raise ConfigurationError("judge.base_url holds credentials, which do not belong in a policy", code="secret")


def catalog_beside(source: PolicySource) -> Catalog:
    """The catalog for a policy: its `file.py:name` metrics are looked for beside the policy file."""
    if isinstance(source, LoadedPolicy):
        return source.catalog
    return Catalog() if isinstance(source, Policy) else Catalog(folder=policy_file(source).parent)


def policy_file(source: Any) -> Path:
    """The path of a policy file.

    Raises:
        ConfigurationError: not a path.
    """
    if not isinstance(source, (str, Path)):
        raise ConfigurationError(
            f"the policy is a {type(source).__name__}",
            code="policy_type",
            hint="give the path of a policy file, or a Policy (`Policy.from_dict` makes one from a mapping)",
        )
    return Path(source)


def read_text(path: Path) -> str:
    """The UTF-8 text of a file, without a byte-order mark.

    Raises:
        ConfigurationError: missing, a folder, unreadable, or not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise ConfigurationError(f"{path} does not exist", hint="check the path", code="missing_file") from None
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{path} is not UTF-8 text (byte {error.start})", hint="save it as UTF-8") from None
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}", code="unreadable_file") from error


def gate(run: Run, policy: PolicySource, *, baseline: Run | None = None, record: bool = True) -> Decision:
    """Apply a policy to a run and record the decision.

    Args:
        run: a stored run; it is not scored again.
        policy: a policy or the path of one; it may differ from the one that the run was made with.
        baseline: the earlier run that the policy's baseline rule compares with, whatever run the rule names.
        record: whether the decision is kept with the run.

    Raises:
        ConfigurationError, ViolationsError: the policy is wrong, the run is to be its own baseline, or the policy has no
            baseline rule that could compare with the one given.
        StoreError: the decision cannot be kept, or is gone again.
    """
    catalog = catalog_beside(policy).knowing(run.metrics)
    parsed = load_policy(policy, catalog)
    earlier = baseline or named_baseline(run, parsed.policy)
    if earlier is not None and earlier.id == run.id:
        hint = "name an earlier run by its id; `assay runs` lists them"
        raise ConfigurationError(f"the baseline is run {run.id} itself", code="own_baseline", hint=hint)
    if baseline is not None and parsed.policy.run.baseline is None:
        raise ConfigurationError(
            f"the policy has no baseline rule, so nothing would be compared with run {baseline.id}",
            code="no_baseline_rule",
            hint=f"add `run: {{baseline: {{run: {baseline.id}, margin: 0.02}}}}` to the policy",
        )
    decision = decide(run, parsed, catalog, baseline=earlier)
    if record:
        run.store.put_payload(parsed.policy.to_dict())
        run.store.write_decision(run.id, decision, policy_hash=parsed.policy.content_hash, decided=environment.now())
        run.store.prove_decision(run.id, decision)
    return decision


def named_baseline(run: Run, policy: Policy) -> Run | None:
    """The run that the policy's baseline rule names, where the store has it; without it the rule is incomplete."""
    rule = policy.run.baseline
    if rule is None:
        return None
    try:
        return Run(run.store, run.store.find(rule.run).manifest.run_id)
    except UnknownNameError:
        return None


def decide(run: Run, parsed: ParsedPolicy, catalog: Catalog, *, baseline: Run | None = None) -> Decision:
    """The decision, not recorded."""
    rows = StoredBaseline(baseline, run.manifest.old_ids) if baseline is not None else None
    judge = Gate(parsed.policy, catalog, baseline=rows)
    for row in run.rows():
        judge.add(row)
    summary = run.summary
    decision = judge.decide(run_status=summary.status, invalid_inputs=summary.invalid_inputs, today=environment.today())
    return decision.replace(warnings=(*parsed.warnings, *decision.warnings))


def check_results(
    run: Run, policy: Policy, catalog: Catalog | None = None
) -> Iterator[tuple[ScoredRow, tuple[CheckResult, ...]]]:
    """Every row with what each check says about it: the trail that `explain` shows."""
    judge = Gate(policy, catalog or Catalog())
    for row in run.rows():
        yield row, judge.add(row)


@dataclass(frozen=True)
class StoredBaseline:
    """The rows of an earlier run, for the gate's comparison. `old_ids`: what cases that were renamed were called then."""

    run: Run
    old_ids: Mapping[str, str] = EMPTY

    @property
    def identity(self) -> str:
        """The run's id."""
        return self.run.id

    def row(self, case_id: str) -> ScoredRow | None:
        """The row of a case, or None where that run does not have it."""
        try:
            return self.run.row(self.old_ids.get(case_id, case_id))
        except UnknownNameError:
            return None
