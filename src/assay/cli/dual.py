"""`assay dual`: the new definition beside the old."""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.options import FILE, json_option, store_option
from assay.records.words import ExitCode


@click.command("dual")
@click.argument("run", default="last")
@click.option("--old", required=True, metavar="METRIC|POLICY", help="The definition in use.")
@click.option("--new", required=True, metavar="METRIC|POLICY", help="The definition that may replace it.")
@click.option("--dir", "folder", type=FILE, default=Path(), help="Where metrics of one's own are looked for.")
@click.option("--judge", help="Judge as provider/model, for metrics that ask one.")
@store_option
@json_option
def command(run: str, old: str, new: str, folder: Path, judge: str | None, store: str, as_json: bool) -> int:
    """Judge every row of RUN (`last` by default) under two metrics, or under two policies (.yaml).

    Shows each row on which they disagree with both reasons, the agreement, the rows that one of them could not judge,
    and the decision under each. Nothing is decided or recorded: exit 0.

    To watch a new metric on every run until a date, write it into the policy:

    \b
      shadow: {metric: "faithfulness[grounding]", until: 2027-01-31}

    \b
    Examples:
      assay dual last --old fact_coverage --new "fact_coverage[grounding]"
      assay dual last --old policy.yaml --new stricter.yaml
    """
    from assay.api import open_run
    from assay.api.dual import dual
    from assay.report.console import Screen
    from assay.report.dual import write_dual

    result = dual(open_run(run, store=store), old=old, new=new, folder=folder, judge=judge)
    screen = Screen.standard()
    if as_json:
        screen.json(result.to_full_dict())
    else:
        write_dual(screen, result)
    return ExitCode.PASSED
