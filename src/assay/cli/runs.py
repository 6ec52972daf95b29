"""`assay runs`: what is stored."""

from __future__ import annotations

import click

from assay.cli.options import json_option, store_option


@click.command("runs")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="How many, newest first.")
@store_option
@json_option
def command(limit: int, store: str, as_json: bool) -> int:
    """List the stored runs, newest first, with their status and last decision.

    \b
    Example:
      assay runs --limit 5
    """
    from assay.api import open_store
    from assay.report.console import Screen
    from assay.report.runs import runs_table

    screen = Screen.standard()
    with open_store(store) as opened:
        listed = [(summary, opened.decisions(summary.manifest.run_id)) for summary in opened.runs(limit)]
    if as_json:
        screen.json(
            [
                {**summary.to_full_dict(), "decisions": [recorded.to_full_dict() for recorded in decisions]}
                for summary, decisions in listed
            ]
        )
    elif listed:
        screen.table(runs_table([(summary, [one.decision for one in decisions]) for summary, decisions in listed]))
    else:
        screen.text(f"no runs in {store}")
    return 0
