"""`assay selftest`: would the policy see it?"""

from __future__ import annotations

from typing import Any

import click

from assay.cli.evaluating import policy_path
from assay.cli.options import evaluation_options, json_option, parse_mapping
from assay.records.words import ExitCode


@click.command("selftest")
@evaluation_options
@click.option("--limit", type=click.IntRange(1), default=10, show_default=True, help="Samples spoiled for each fault.")
@json_option
def command(limit: int, as_json: bool, **options: Any) -> int:
    """Spoil good samples on purpose and report which faults the policy stops, and whom it blames.

    Citations are dropped, answers negated, swapped, invented or refused, contexts emptied, ids made up, the target is
    killed or returns NaN. A fault that gets through is a finding, with the check that would stop it. Exit 0: every
    fault is stopped. Exit 1: some get through. Exit 2: no sample passes the policy, so there is nothing to spoil.

    \b
    Example:
      assay selftest --dir evals
    """
    from assay.api import find_project
    from assay.api.selftesting import selftest
    from assay.engine.plan import Limits
    from assay.report.console import Screen
    from assay.report.selftest import write_selftest

    policy = policy_path(options)
    project = find_project(
        options["folder"], golden=options["golden"], target=options["target"], outputs=options["outputs"]
    )
    if project.golden is None:
        raise click.UsageError("no golden set; use --golden FILE, or --dir FOLDER")
    result = selftest(
        project.golden,
        policy=policy,
        limit=limit,
        judge=options["judge"],
        target=project.target,
        outputs=project.outputs,
        mapping=parse_mapping(options["mapping"]),
        timeout=options["timeout"],
        limits=Limits(concurrency=options["concurrency"], deadline=options["deadline"]),
    )
    screen = Screen.standard()
    if as_json:
        screen.json(result.to_full_dict())
    else:
        write_selftest(screen, result)
    return ExitCode.FAILED if result.findings else ExitCode.PASSED
