"""The manifest of a run: made, stored, and compared before an interrupted run goes on."""

from __future__ import annotations

import inspect
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from assay.api import environment
from assay.errors import ConfigurationError
from assay.golden import file_hash
from assay.metrics.base import Metric
from assay.records.canonical import content_hash
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
    given_target: Any = None,
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
        target_hash=source_hash(given_target, folder=folder),
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


def source_hash(target: Any, *, folder: Path) -> str:
    """SHA-256 over the files that a target's own code stands in: its Python file, or the files that a command names.

    What these import, and a service behind a URL, is not seen. "" where there is no such file.
    """
    files = _files_of(target, folder)
    return content_hash([file_hash(file) for file in files]) if files else ""


def _files_of(target: Any, folder: Path) -> list[Path]:
    if target is None:
        return []
    if not isinstance(target, str):
        code = inspect.unwrap(target) if callable(target) else target
        try:
            file = inspect.getsourcefile(code if inspect.isroutine(code) else type(code))
        except TypeError:  # built in, or made where there is no file
            return []
        return [Path(file)] if file is not None and Path(file).is_file() else []
    kind, _, rest = target.strip().partition(":")
    if kind in {"cmd", "command"}:
        words = shlex.split(rest)
    else:
        file, _, _ = target.strip().rpartition(":")
        module = sys.modules.get(file) if file else None
        words = [target.strip(), file, getattr(module, "__file__", None) or ""]
    return [path for word in dict.fromkeys(words) if word and (path := folder / Path(word).expanduser()).is_file()]
