"""From command-line options to a stored run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from assay.cli.options import parse_mapping


def evaluate(options: dict[str, Any], *, store: str) -> Any:
    """Make the run that the shared options describe, with a progress bar on a terminal; the `Run`."""
    from assay.api import find_project, run
    from assay.engine.plan import Limits
    from assay.metrics.spec import split_specs
    from assay.report.progress import progress_listener

    project = find_project(
        options["folder"],
        golden=options["golden"],
        policy=options["policy"],
        target=options["target"],
        outputs=options["outputs"],
    )
    if project.golden is None:
        where = f"in {project.folder}" if options["folder"] else "given"
        raise click.UsageError(f"no golden set {where}; use --golden FILE, or --dir FOLDER (`assay init` makes one)")
    with progress_listener(sys.stderr, quiet=options["quiet"]) as listener:
        return run(
            project.golden,
            target=project.target,
            outputs=project.outputs,
            policy=project.policy,
            metrics=split_specs(options["metrics"]) if options["metrics"] else None,
            judge=options["judge"],
            store=store,
            mapping=parse_mapping(options["mapping"]),
            limits=Limits(concurrency=options["concurrency"], deadline=options["deadline"]),
            timeout=options["timeout"],
            resume=options["resume"],
            migration=options["migration"],
            folder=Path(),
            on_event=listener,
        )


def require_frozen(options: dict[str, Any]) -> None:
    """Refuse a golden set that is no longer what stands frozen beside it.

    Raises:
        ConfigurationError: a case was changed, added or removed since.
    """
    from assay.api import find_project
    from assay.api.history import require_frozen

    golden = find_project(options["folder"], golden=options["golden"]).golden
    if golden is not None:
        require_frozen(golden)


def policy_path(options: dict[str, Any]) -> Path:
    """The policy that the shared options name or the folder holds.

    Raises:
        click.UsageError: there is none.
    """
    from assay.api import find_project

    project = find_project(options["folder"], policy=options["policy"])
    if project.policy is None:
        raise click.UsageError("no policy; use --policy FILE, or --dir FOLDER with a policy.yaml")
    return project.policy
