"""From command-line options to a stored run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from assay.cli.options import parse_mapping


def evaluate(options: dict[str, Any], *, store: str) -> Any:
    """Make the run that the shared options describe, with a progress bar on a terminal; the `Run`.

    Why a run is partial, and how to go on with it, is said on standard error; so is what was recognised, changed or ignored in
    the golden set.
    """
    from assay.api import run
    from assay.report.progress import progress_listener
    from assay.report.tables import one_line

    endings: list[Any] = []
    with progress_listener(sys.stderr, quiet=options["quiet"]) as listener:

        def hear(event: Any) -> None:
            listener(event)
            if type(event).__name__ == "RunFinished" and event.reason:
                endings.append(event)

        made = run(**_arguments(options, store), on_event=hear)
    if not options["quiet"]:
        for note in made.notes:
            click.echo(f"note: {one_line(note)}", err=True)
    for ending in endings:
        command = click.get_current_context().info_name
        again = f"`assay {command} … --resume {made.id}` goes on with it and asks nothing twice"
        click.echo(f"{ending.status.value}: {ending.reason}; {again}", err=True)
    return made


def write_estimate(options: dict[str, Any], *, store: str, as_json: bool) -> None:
    """Print what the judge of the run that the shared options describe would cost."""
    from assay.api.estimating import estimate
    from assay.report import judging
    from assay.report.console import Screen

    found = estimate(**_arguments(options, store))
    screen = Screen.standard()
    if as_json:
        screen.json(found.to_dict())
    else:
        judging.write_estimate(screen, found)


def _arguments(options: dict[str, Any], store: str) -> dict[str, Any]:
    """The arguments of `assay.run` that the shared options stand for."""
    from assay.api import find_project
    from assay.engine.plan import Limits
    from assay.metrics.spec import split_specs

    policy = options["policy"]
    project = find_project(
        options["folder"],
        golden=options["golden"],
        policy=policy if isinstance(policy, Path) else None,
        target=options["target"],
        outputs=options["outputs"],
    )
    if project.golden is None:
        where = f"in {project.folder}" if options["folder"] else "given"
        raise click.UsageError(f"no golden set {where}; use --golden FILE, or --dir FOLDER (`assay init` makes one)")
    return {
        "golden": project.golden,
        "target": project.target,
        "outputs": project.outputs,
        "policy": policy if policy is not None else project.policy,
        _computed(options): split_specs(options["metrics"]) if options["metrics"] is not None else None,
        "judge": options["judge"],
        "embedder": options["embedder"],
        "grounder": options["grounder"],
        "judge_mode": options["judge_mode"],
        "budget": {"usd": options["budget_usd"], "calls": options["budget_calls"]},
        "store": store,
        "mapping": parse_mapping(options["mapping"]),
        "limits": Limits(concurrency=options["concurrency"], deadline=options["deadline"]),
        "timeout": options["timeout"],
        "resume": options["resume"],
        "migration": options["migration"],
        "folder": Path(),
    }


def _computed(options: dict[str, Any]) -> str:
    """What `--metrics` is to `assay.run`: a gate needs the policy's metrics too, a run computes those that are named."""
    return "only" if click.get_current_context().info_name == "run" else "metrics"


def input_files(options: dict[str, Any]) -> tuple[Path, ...]:
    """The files that the shared options name or the folder holds; `--output` must be none of them."""
    from assay.api import find_project

    project = find_project(
        options["folder"], **{name: options[name] for name in ("golden", "policy", "target", "outputs")}
    )
    target = project.target or ""
    script = Path(target if target.endswith(".py") else target.rpartition(":")[0])
    files = (project.golden, project.policy, project.outputs, script, options["migration"])
    return tuple(file for file in files if file is not None and file != Path())


def refuse_unused(options: dict[str, Any], *, with_run: bool) -> None:
    """Refuse options that `--run` leaves without effect.

    Raises:
        click.UsageError: names them.
    """
    unused = [name for name in ("golden", "target", "outputs", "metrics", "resume") if options[name] is not None]
    if with_run and unused:
        listed = ", ".join(f"--{name}" for name in unused)
        raise click.UsageError(f"--run decides on what is stored, so {listed} would do nothing; leave one of them out")


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
