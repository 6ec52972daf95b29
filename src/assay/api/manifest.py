"""The manifest of a run: made, stored, and compared before an interrupted run goes on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from assay.api import environment
from assay.errors import ConfigurationError
from assay.golden import file_hash
from assay.metrics.base import Metric
from assay.records.policy import Policy
from assay.records.run import Manifest
from assay.records.words import RunStatus
from assay.store import Store
from assay.target import Target


def manifest_of(
    golden: Any,
    target: Target | None,
    metrics: Iterable[Metric],
    policy: Policy | None,
    *,
    folder: Path,
) -> Manifest:
    """What a new run is made of, as far as it is known before anything is asked."""
    source = golden if isinstance(golden, (str, Path)) else None
    metrics = tuple(metrics)
    return Manifest(
        run_id=environment.new_run_id(),
        started=environment.now(),
        library=environment.library(),
        golden_source=Path(source).name if source else "in memory",
        golden_file_hash=file_hash(source) if source else "",
        target=target.identity if target else "recorded beside the cases",
        target_hash=getattr(target, "source_hash", None) or "",
        metrics=tuple(metric.spec for metric in metrics),
        signatures={metric.spec: metric.signature() for metric in metrics},
        policy_hash=policy.content_hash if policy else "",
        policy_version=policy.version if policy else "",
        git_commit=environment.git_commit(folder),
        environment=environment.facts(),
    )


def begin(store: Store, manifest: Manifest, policy: Policy | None, *, stored: Manifest | None) -> Manifest:
    """Store the manifest of a new run, or reopen the run to resume after checking that it is the same work."""
    if policy is not None:
        store.put_payload(policy.to_dict())
    if stored is None:
        store.begin(manifest)
        return manifest
    check_resumable(stored, manifest)
    store.reopen(stored.run_id)
    return stored


_DECISIVE = {
    "golden_file_hash": "the golden set",
    "signatures": "a metric",
    "target": "the target",
    "target_hash": "the target's source",
    "judge": "the judge",
    "embedder": "the embedder",
    "grounder": "the grounder",
    "library": "the version of Assay",
}
"""What must be the same for rows to belong to one run, and what it is called."""


def check_resumable(stored: Manifest, wanted: Manifest) -> None:
    """Refuse to go on with a run as if it were another.

    Raises:
        ConfigurationError: the golden set, a metric, the target or the judge is not what the run began with.
    """
    differing = [words for name, words in _DECISIVE.items() if getattr(stored, name) != getattr(wanted, name)]
    if differing:
        raise ConfigurationError(
            f"run {stored.run_id} cannot be resumed: {', '.join(differing)} changed since it began",
            code="not_resumable",
            hint="start a new run without --resume",
        )


def to_resume(store: Store, name: str) -> Manifest:
    """What the run to go on with began with.

    Raises:
        UnknownNameError: there is no such run.
        ConfigurationError: it is complete.
    """
    summary = store.find(name)
    run_id = summary.manifest.run_id
    if summary.status is RunStatus.COMPLETE:
        raise ConfigurationError(
            f"run {run_id} is already complete, so there is nothing to go on with",
            code="run_complete",
            hint=f"`assay gate --run {run_id}` decides on it; a new run needs no --resume",
        )
    return summary.manifest
