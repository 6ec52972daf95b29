"""`assay score`: any metrics on a recorded file, without configuration."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from assay.cli.options import FILE, check_output, json_option, output_option, parse_mapping, write_output
from assay.records.words import ExitCode


@click.command("score")
@click.argument("file", type=FILE)
@click.option("--metrics", required=True, help="Comma-separated metrics, such as nDCG@10,rougeL,tool_call_f1.")
@click.option("--outputs", type=FILE, help="Outputs, where FILE holds only the cases.")
@click.option("--map", "mapping", multiple=True, metavar="OURS=THEIRS", help="Column mapping; may be repeated.")
@click.option("--rows", is_flag=True, help="Print every score, one JSON object a row, instead of the means.")
@click.option("--judge", help="Judge as provider/model, for metrics that ask one.")
@output_option
@json_option
def command(
    file: Path,
    metrics: str,
    outputs: Path | None,
    mapping: tuple[str, ...],
    rows: bool,
    judge: str | None,
    output: Any,
    as_json: bool,
) -> int:
    """Score the rows of FILE (case and output together) and show the means with their counts. Nothing is stored.

    \b
    Examples:
      assay score outputs.jsonl --metrics nDCG@10,rougeL,token_f1
      assay score outputs.csv --metrics exact_match --map reference=gold --rows
    """
    output = check_output(output, file, outputs)
    from assay.api import run
    from assay.metrics.spec import split_specs
    from assay.records.words import RunStatus
    from assay.report.console import Screen
    from assay.report.scores import run_as_json, write_scores

    if not file.exists():
        raise click.BadParameter(f"{file} does not exist", param_hint="FILE")
    made = run(
        file,
        outputs=outputs,
        metrics=split_specs(metrics),
        store=":memory:",
        mapping=parse_mapping(mapping),
        judge=judge,
    )
    summary, aggregates = made.summary, made.aggregates()
    screen = Screen.standard()
    if rows:
        for row in made.rows():
            screen.json_line({"case_id": row.case_id, "scores": [score.to_full_dict() for score in row.scores]})
    elif as_json:
        screen.json(run_as_json(summary, aggregates))
    else:
        write_scores(screen, summary, aggregates)
    write_output(output, run_as_json(summary, aggregates))
    complete = summary.status is RunStatus.COMPLETE and not summary.invalid_inputs and summary.rows > 0
    return ExitCode.PASSED if complete else ExitCode.INCOMPLETE
