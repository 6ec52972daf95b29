"""`assay run`: score a golden set and show the scores."""

from __future__ import annotations

from typing import Any

import click

from assay.cli.evaluating import evaluate, input_files, write_estimate
from assay.cli.options import (
    check_output,
    evaluation_options,
    json_option,
    judging_options,
    output_option,
    store_option,
    write_output,
)
from assay.records.words import ExitCode, RunStatus


@click.command("run")
@evaluation_options
@judging_options
@store_option
@output_option
@json_option
def command(store: str, output: Any, as_json: bool, estimate: bool, **options: Any) -> int:
    """Score a golden set, store the run and show the mean of every metric with its counts.

    Exit 0 when every row was carried out, whatever the values; 2 when the run is partial or a row could not be
    read; 130 when it was interrupted (`--resume last` goes on with it).

    \b
    Examples:
      assay run --dir evals
      assay run --golden golden.jsonl --target app.py:answer --metrics fact_coverage,abstention
      assay run --golden golden.jsonl --outputs outputs.jsonl --policy policy.yaml --json
    """
    output = check_output(output, *input_files(options))
    if estimate:
        write_estimate(options, store=store, as_json=as_json)
        return ExitCode.PASSED
    from assay.report.console import Screen
    from assay.report.scores import run_as_json, write_redacted, write_scores

    run = evaluate(options, store=store)
    summary = run.summary
    aggregates = run.aggregates()
    screen = Screen.standard()
    redacted = run.redacted()
    result = {**run_as_json(summary, aggregates), "redacted": redacted}
    if as_json:
        screen.json(result)
    else:
        write_redacted(screen, redacted)
        write_scores(screen, summary, aggregates)
    write_output(output, result)
    if summary.status is RunStatus.CANCELLED:
        return ExitCode.INTERRUPTED
    complete = summary.status is RunStatus.COMPLETE and not summary.invalid_inputs and summary.rows > 0
    return ExitCode.PASSED if complete else ExitCode.INCOMPLETE
