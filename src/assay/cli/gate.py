"""`assay gate`: decide."""

from __future__ import annotations

from typing import Any

import click

from assay.cli.evaluating import evaluate, input_files, policy_path, refuse_unused, require_frozen, write_estimate
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


@click.command("gate")
@evaluation_options
@judging_options
@click.option("--run", "run_name", metavar="RUN", help="Apply the policy to this stored run; nothing is scored again.")
@click.option("--baseline", metavar="RUN", help="Compare with this stored run; wins over the policy's baseline.")
@store_option
@output_option
@json_option
def command(
    store: str,
    output: Any,
    as_json: bool,
    estimate: bool,
    run_name: str | None,
    baseline: str | None,
    **options: Any,
) -> int:
    """Decide whether the release may go out.

    Scores the golden set first, unless --run names a stored run. Exit 0: passed (warnings included). Exit 1: at
    least one valid score violates the policy. Exit 2: the evaluation is incomplete or malformed; 2 wins over 1. With
    --estimate nothing is decided, so it exits with 2.

    \b
    Examples:
      assay gate --dir evals
      assay gate --golden golden.jsonl --outputs outputs.jsonl --policy policy.yaml
      assay gate --run last --policy stricter.yaml
    """
    refuse_unused(options, with_run=run_name is not None)
    output = check_output(output, *input_files(options))
    if estimate:
        write_estimate({**options, "policy": policy_path(options)}, store=store, as_json=as_json)
        return ExitCode.INCOMPLETE
    from assay.api import gate, open_run, read_policy
    from assay.report.console import Screen
    from assay.report.decision import write_decision
    from assay.report.scores import write_redacted

    policy = read_policy(policy_path(options))
    if run_name is not None:
        run = open_run(run_name, store=store)
    else:
        require_frozen(options)
        run = evaluate({**options, "policy": policy}, store=store)
        if run.summary.status is RunStatus.CANCELLED:
            return ExitCode.INTERRUPTED
    decision = gate(run, policy, baseline=open_run(baseline, store=store) if baseline else None)
    redacted = run.redacted()
    result = {"run": run.id, "decision": decision.to_full_dict(), "redacted": redacted}
    screen = Screen.standard()
    if as_json:
        screen.json(result)
    else:
        write_redacted(screen, redacted)
        write_decision(screen, decision, run_id=run.id)
    _summarise(decision, run.id)
    write_output(output, result)
    return decision.exit_code


def _summarise(decision: Any, run_id: str) -> None:
    """Write the step summary; a decision does not depend on it."""
    from assay.report.github import write_step_summary

    try:
        write_step_summary(decision, run_id=run_id)
    except OSError as error:
        click.echo(f"warning: the step summary {error.filename} cannot be written: {error.strerror}", err=True)
