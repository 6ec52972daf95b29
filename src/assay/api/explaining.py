"""Explain the failing checks of a stored run: who has to act, and what shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from assay.api.catalog import Catalog
from assay.api.deciding import PolicySource, StoredBaseline, catalog_beside, load_policy, read_text
from assay.api.handle import Run
from assay.audit.changed import returned_models
from assay.audit.triage import Diagnosis, Reading, Survey, Trail, survey, triage, unreadable
from assay.audit.triage.survey import expected_ids, read_corpus_ids
from assay.errors import ConfigurationError, UnknownNameError
from assay.gating import Gate
from assay.records import CheckResult, CheckStatus, MetricInfo, Policy, ScoredRow
from assay.records.words import ExitCode

FAILING = (CheckStatus.FAIL, CheckStatus.INCOMPLETE)


@dataclass(frozen=True)
class Explanation:
    """The diagnoses of one run, and what concerns the run as a whole."""

    run_id: str
    policy_version: str
    baseline_id: str | None
    diagnoses: tuple[Diagnosis, ...]
    notes: tuple[str, ...]
    checked: int


def explain(
    run: Run,
    *,
    case: str | None = None,
    check: str | None = None,
    baseline: Run | None = None,
    policy: PolicySource | None = None,
    corpus: str | Path | None = None,
    embedder: Any = None,
    folder: Path = Path(),
) -> Explanation:
    """Why each failing, invalid or error check of a run is not a pass, from the record alone.

    Args:
        run: a stored run.
        case: one case only.
        check: one check only.
        baseline: an earlier run, as the picture of what was right.
        policy: the policy to apply; by default that of the run's last decision, else the one the run was made with.
        corpus: a file with the ids of all documents or passages, one a line.
        embedder: finds evidence by meaning where neither ids nor words do.
        folder: where a recorded policy's metrics of one's own are looked for; those of a policy file stand beside it.

    Raises:
        UnknownNameError: the run has no such case, or the policy no such check; with near matches.
        ConfigurationError: no policy is known.
    """
    explainer = Explainer(run, baseline=baseline, policy=policy, corpus=corpus, embedder=embedder, folder=folder)
    return explainer.explain(case, check)


class Explainer:
    """What `explain` needs, read once; the survey of the whole run only where a diagnosis asks for it."""

    def __init__(
        self,
        run: Run,
        *,
        baseline: Run | None = None,
        policy: PolicySource | None = None,
        corpus: str | Path | None = None,
        embedder: Any = None,
        folder: Path = Path(),
    ) -> None:
        self.run, self.baseline, self.embedder = run, baseline, embedder
        self.policy = policy_of(run, policy)
        self.catalog = Catalog(folder=folder) if policy is None else catalog_beside(policy)
        self.corpus = (
            None if corpus is None else read_corpus_ids(read_text(Path(corpus)).splitlines(), source=str(corpus))
        )
        self._gate = Gate(self.policy, self.catalog)
        self._earlier = StoredBaseline(baseline, run.manifest.old_ids) if baseline is not None else None
        self._old = _OldPolicy.of(run, baseline, self.policy, self.catalog)

    def explain(self, case: str | None = None, check: str | None = None) -> Explanation:
        """The diagnoses of one case or of all, of one check or of all."""
        if check is not None:
            self._require_check(check)
        summary = self.run.summary
        broken = [unreadable(row) for row in summary.invalid_inputs if case in (None, row.case_id) and check is None]
        rows = self.run.rows() if case is None else iter([] if broken else [self.run.row(case)])
        found: list[Diagnosis] = []
        checked = 0
        for row in rows:
            results = [result for result in self._gate.add(row) if check in (None, result.check)]
            checked += len(results)
            found += self._diagnoses(row, results)
        return Explanation(
            run_id=self.run.id,
            policy_version=self.policy.version,
            baseline_id=self.baseline.id if self.baseline is not None else None,
            diagnoses=(*found, *broken),
            notes=tuple(self._notes()) if case is None else (),
            checked=checked + len(broken),
        )

    def _diagnoses(self, row: ScoredRow, results: list[CheckResult]) -> Iterator[Diagnosis]:
        failing = [result for result in results if result.status in FAILING]
        if not failing:
            return
        sample = self.run.sample(row)
        before = self._before(row)
        old = {result.check: result for result in self._old.gate.add(row)} if self._old is not None else {}
        for result in failing:
            yield triage(
                Trail(
                    sample=sample,
                    row=row,
                    result=result,
                    info=self._info(result.metric),
                    survey=self._survey if expected_ids(sample.case) else Survey(),
                    before=before,
                    returned=partial(returned_models, self.run.store),
                    old_policy=self._old.name
                    if self._old is not None and self._old.judges(result.check, old)
                    else None,
                    old_demand=old.get(result.check),
                    embedder=self.embedder,
                )
            )

    def _before(self, row: ScoredRow) -> Reading | None:
        earlier = self._earlier.row(row.case_id) if self._earlier is not None else None
        if earlier is None or self.baseline is None:
            return None
        returned = partial(returned_models, self.baseline.store)
        return Reading(sample=self.baseline.sample(earlier), row=earlier, returned=returned)

    @cached_property
    def _survey(self) -> Survey:
        samples = (sample for _, sample in self.run.store.samples(self.run.id))
        baseline = self.baseline
        earlier = (sample for _, sample in baseline.store.samples(baseline.id)) if baseline is not None else None
        return survey(samples, corpus=self.corpus, earlier=earlier)

    def _info(self, metric: str) -> MetricInfo | None:
        try:
            return self.catalog.info(metric)
        except ConfigurationError:
            return None

    def _require_check(self, name: str) -> None:
        names = dict.fromkeys(check.name for check in self.policy.all_checks)
        if name not in names:
            raise UnknownNameError("check", name, names)

    def _notes(self) -> Iterator[str]:
        """What fails or is incomplete for the run as a whole, beside the cases."""
        for recorded in self.run.decisions()[-1:]:
            decision = recorded.decision
            if recorded.policy_hash != self.policy.content_hash or decision.exit_code is ExitCode.PASSED:
                continue
            for result in decision.checks:
                if result.status in FAILING and result.blocks:
                    yield f"{result.check}: {result.reason}"
            for rule in decision.rules:
                if rule.status in FAILING:
                    yield f"{rule.rule}: {rule.reason}"


@dataclass(frozen=True)
class _OldPolicy:
    """A policy to hold the present one against: the baseline's, else that of an earlier decision on the run."""

    name: str
    gate: Gate
    whole: bool

    @classmethod
    def of(cls, run: Run, baseline: Run | None, policy: Policy, catalog: Catalog) -> _OldPolicy | None:
        """The baseline's policy; without a baseline the last other policy of the run, where its metrics are known here."""
        if baseline is not None:
            old = recorded_policy(baseline)
            return cls("the baseline's policy", Gate(old, catalog), whole=True) if old is not None else None
        earlier = recorded_policy(run, other_than=policy)
        if earlier is None:
            return None
        try:
            return cls(f"the run's earlier policy {earlier.version!r}", Gate(earlier, catalog), whole=False)
        except ConfigurationError:
            return None

    def judges(self, check: str, results: Mapping[str, CheckResult]) -> bool:
        """Whether it has a say on a check. A check that a later decision added says nothing about a demand that moved."""
        return self.whole or check in results


def policy_of(run: Run, given: PolicySource | None = None) -> Policy:
    """The policy given, else that of the run's last decision, else the one that it was made with.

    Raises:
        ConfigurationError: none of them is known.
    """
    if given is not None:
        return load_policy(given, catalog_beside(given)).policy
    found = recorded_policy(run)
    if found is None:
        raise ConfigurationError(
            f"run {run.id} was never decided and was made without a policy", hint="give one with --policy FILE"
        )
    return found


def recorded_policy(run: Run, *, other_than: Policy | None = None) -> Policy | None:
    """The policy of the run's last decision, else the one that it was made with; None where there is neither.

    `other_than` leaves that policy out: what is left is the last that the run was measured by before.
    """
    skipped = other_than.content_hash if other_than is not None else None
    names = [run.manifest.policy_hash, *(recorded.policy_hash for recorded in run.decisions())]
    name = next((name for name in reversed(names) if name != skipped), None)
    return Policy.from_dict(run.store.payload(name)) if name and run.store.has_payload(name) else None
