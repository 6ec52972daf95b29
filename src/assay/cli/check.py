"""`assay check`: one metric against a minimum, one JSON object a row."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from assay.cli.options import FILE, parse_mapping
from assay.records.words import ExitCode


@click.command("check")
@click.argument("file", type=FILE)
@click.option("--metric", default="evidence_coverage", show_default=True, help="The metric to check.")
@click.option(
    "--minimum", help="The floor, a decimal; by default from the environment (MIN_EVIDENCE_COVERAGE, MIN_<METRIC>)."
)
@click.option(
    "--skip-not-applicable", is_flag=True, help="Count a row with nothing to check apart, instead of as invalid."
)
@click.option("--allow-proxy", is_flag=True, help="Let a metric decide that only approximates what its name promises.")
@click.option("--map", "mapping", multiple=True, metavar="OURS=THEIRS", help="Column mapping; may be repeated.")
@click.option("--json", is_flag=True, expose_value=False, help="As everywhere; one JSON object a row is all there is.")
def command(
    file: Path,
    metric: str,
    minimum: str | None,
    skip_not_applicable: bool,
    allow_proxy: bool,
    mapping: tuple[str, ...],
) -> int:
    """Check each row of FILE on its own; rows hold case and output together.

    Prints one JSON object a row: case_id, status (pass, fail, invalid, error or not_applicable), score, minimum,
    method and reason. A proxy decides with --allow-proxy only. Exit 2 when a row is invalid, or when there is
    nothing to check; else 1 when a row is below the minimum; else 0.

    \b
    Examples:
      assay check rows.jsonl --metric evidence_coverage --minimum 0.85
      MIN_EVIDENCE_COVERAGE=0.85 assay check rows.jsonl
    """
    from assay.api.checking import check_file, refuse_proxy
    from assay.report.console import Screen

    variable = f"MIN_{''.join(char if char.isalnum() else '_' for char in metric).upper()}"
    text = minimum if minimum is not None else os.environ.get(variable)
    if text is None:
        raise click.UsageError(f"--minimum is required (or the environment variable {variable})")
    if not allow_proxy:
        refuse_proxy(metric)
    screen = Screen.standard()
    seen = set[str]()

    def emit(record: dict[str, Any]) -> None:
        seen.add(record["status"])
        screen.json_line(record)

    check_file(file, metric, text, emit, mapping=parse_mapping(mapping), skip=skip_not_applicable)
    if seen & {"invalid", "error"}:
        return ExitCode.INCOMPLETE
    if "fail" in seen:
        return ExitCode.FAILED
    if "pass" not in seen:
        click.echo(f"assay: error: {file} holds no row that {metric} can check", err=True)
        return ExitCode.INCOMPLETE
    return ExitCode.PASSED
