"""`assay diff`: why did the decision flip?"""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.options import FILE, json_option, store_option


@click.command("diff")
@click.argument("run_a", metavar="RUN_A")
@click.argument("run_b", metavar="RUN_B")
@click.option(
    "--policy", type=FILE, help="Judge both runs by this policy; by default each by that of its last decision."
)
@click.option("--fail-on", type=click.Choice(["regression"]), help="Exit as a gate does: 1 when RUN_B is worse.")
@click.option("--dir", "folder", type=FILE, default=Path(), help="Where the policy's own metrics are looked for.")
@store_option
@json_option
def command(
    run_a: str, run_b: str, policy: Path | None, fail_on: str | None, folder: Path, store: str, as_json: bool
) -> int:
    """Attribute every check and score that changed from RUN_A to RUN_B to what changed under it.

    Causes: golden set, metric, judge, retrieval, output, policy, environment, or instability (same inputs, other score).
    Only cases with one id and one contract version are compared; the others are listed. Exit 0; with --fail-on
    regression 1 when a blocking check got worse, and 2 when the comparison is incomplete.

    \b
    Examples:
      assay diff 20261201-120102-3f9a1c last
      assay diff 20261124 last --fail-on regression
    """
    from assay.api.diffing import diff
    from assay.api.opening import open_run, open_store
    from assay.records.words import ExitCode
    from assay.report.console import Screen
    from assay.report.diff import write_difference

    screen = Screen.standard()
    with open_store(store) as opened:
        runs = open_run(run_a, store=opened), open_run(run_b, store=opened)
        difference = diff(*runs, policy=policy, folder=folder)
    if as_json:
        screen.json(difference.to_dict())
    else:
        write_difference(screen, difference)
    return difference.exit_code if fail_on is not None else ExitCode.PASSED
