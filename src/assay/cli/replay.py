"""`assay replay`: does it come out the same?"""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.options import FILE, json_option, store_option
from assay.records.words import ExitCode


@click.command("replay")
@click.argument("run", metavar="RUN|BUNDLE")
@click.option("--dir", "folder", type=FILE, default=Path(), help="Where the policy's own metrics are looked for.")
@click.option("--accept-redacted", is_flag=True, help="Take scores whose inputs were redacted as recorded.")
@store_option
@json_option
def command(run: str, folder: Path, accept_redacted: bool, store: str, as_json: bool) -> int:
    """Compute every score and decision of a run again, offline, and compare.

    Deterministic metrics are computed from the recorded samples; judges are not asked, their recorded replies are
    read again. Exit 0: identical. Exit 1: something differs; the first difference is shown with both values. Exit
    2: some scores could not be computed again (redacted inputs, another metric definition, no recorded replies).

    \b
    Examples:
      assay replay last
      assay replay release.assay
    """
    from assay.api.replaying import open_record, replay_run
    from assay.report.console import Screen
    from assay.report.replay import write_replay

    result = replay_run(open_record(run, store=store), folder=folder)
    missing = result.incomplete(accept_redacted=accept_redacted)
    screen = Screen.standard()
    if as_json:
        status = "incomplete" if missing else "differs" if result.n_differences else "identical"
        screen.json({"status": status, **result.to_full_dict()})
    else:
        write_replay(screen, result, missing)
    if missing:
        return ExitCode.INCOMPLETE
    return ExitCode.FAILED if result.n_differences else ExitCode.PASSED
