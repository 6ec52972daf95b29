"""`assay lint`: what is wrong or weak in a golden set."""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.options import FILE, json_option, parse_mapping
from assay.records.words import ExitCode


@click.command("lint")
@click.argument("file", type=FILE)
@click.option("--policy", type=FILE, help="Also find cases to which none of this policy's checks applies.")
@click.option("--map", "mapping", multiple=True, metavar="OURS=THEIRS", help="Column mapping; may be repeated.")
@json_option
def command(file: Path, policy: Path | None, mapping: tuple[str, ...], as_json: bool) -> int:
    """Look for duplicates, near-duplicates, cases with nothing to check, sparse requirements, rows without review,
    mixed contracts and confusable characters.

    Exit 2 when the file cannot be used (unreadable rows, or a finding of severity error), else 0.

    \b
    Example:
      assay lint evals/golden.jsonl --policy evals/policy.yaml
    """
    from assay.api.linting import lint_file
    from assay.report.console import Screen
    from assay.report.findings import findings_table

    findings = lint_file(file, policy=policy, mapping=parse_mapping(mapping))
    screen = Screen.standard()
    if as_json:
        screen.json([finding.to_dict() for finding in findings])
    elif findings:
        screen.table(findings_table(findings))
    else:
        screen.text(f"{file}: nothing found")
    return ExitCode.INCOMPLETE if any(finding.severity == "error" for finding in findings) else ExitCode.PASSED
