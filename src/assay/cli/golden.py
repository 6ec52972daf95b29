"""`assay golden`: the history of a golden set."""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.options import FILE, json_option, parse_mapping, store_option
from assay.records.words import ExitCode


@click.group("golden")
def command() -> None:
    """Compare versions of a golden set, approve cases, add one from a run, freeze it.

    \b
    Examples:
      assay golden diff main/golden.jsonl evals/golden.jsonl
      assay golden approve evals/golden.jsonl refund-1 --by ann --why "incident 812"
      assay golden add evals/golden.jsonl --from-run last refund-1 --id refund-incident
      assay golden freeze evals/golden.jsonl
    """


@command.command("diff")
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
@click.option("--migration", type=FILE, help="JSON map of old id to new id of renamed cases.")
@click.option("--map", "mapping", multiple=True, metavar="OURS=THEIRS", help="Column mapping; may be repeated.")
@json_option
def diff(old: Path, new: Path, migration: Path | None, mapping: tuple[str, ...], as_json: bool) -> int:
    """Show what was added, removed, renamed and changed from OLD to NEW.

    Exit 2 when a requirement changed and the contract version was not raised, or the migration map does not fit;
    else 0.
    """
    from assay.api.history import diff_files
    from assay.report.console import Screen
    from assay.report.golden import write_golden_diff

    found = diff_files(old, new, migration=migration, mapping=parse_mapping(mapping))
    screen = Screen.standard()
    if as_json:
        screen.json(found.to_full_dict())
    else:
        write_golden_diff(screen, found)
    return ExitCode.PASSED if found.usable else ExitCode.INCOMPLETE


@command.command("approve")
@click.argument("file", type=FILE)
@click.argument("cases", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every case that nobody has reviewed.")
@click.option("--by", required=True, help="Who accepts the cases.")
@click.option("--why", required=True, help="Why they are right.")
@click.option("--on", metavar="YYYY-MM-DD", help="When; today by default.")
def approve(file: Path, cases: tuple[str, ...], everything: bool, by: str, why: str, on: str | None) -> int:
    """Write who reviewed CASES of FILE, when and why. Only their lines of the file change.

    A case that no check can use as it stands is refused.
    """
    from assay.api.history import approve_cases
    from assay.report.console import Screen

    if bool(cases) == everything:
        raise click.UsageError("name the cases, or give --all")
    approved = approve_cases(file, by=by, why=why, on=on, cases=None if everything else cases)
    Screen.standard().text("\n".join(f"approved  {case}" for case in approved) or "every case is reviewed already")
    return ExitCode.PASSED


@command.command("add")
@click.argument("file", type=FILE)
@click.option("--from-run", "run", required=True, metavar="RUN", help="The run that the case comes from.")
@click.argument("case")
@click.option("--id", "new_id", help="Id of the new case; by default the id it had.")
@click.option(
    "--redact",
    multiple=True,
    metavar="RULE",
    help="What to take out: pii, secrets, email, pattern:…, field:…; by default pii and secrets.",
)
@store_option
def add(file: Path, run: str, case: str, new_id: str | None, redact: tuple[str, ...], store: str) -> int:
    """Turn CASE of a run into a case of FILE: redacted, and without a review until somebody approves it."""
    from assay.api import open_run
    from assay.api.history import PERSONAL, add_from_run
    from assay.report.console import Screen
    from assay.report.scores import counted

    added, counts = add_from_run(file, open_run(run, store=store), case, new_id=new_id, redact=redact or PERSONAL)
    screen = Screen.standard()
    screen.text(f"added  {added.id}  to {file}{f'; redacted: {counted(counts)}' if counts else ''}")
    screen.text(
        f"\nRead it, correct what is expected, then: assay golden approve {file} {added.id} --by YOU --why REASON"
    )
    return ExitCode.PASSED


@command.command("freeze")
@click.argument("file", type=FILE)
@click.option("--check", is_flag=True, help="Compare with what was frozen instead of freezing.")
def freeze(file: Path, check: bool) -> int:
    """Write the hashes of FILE and of its cases beside it, so that no case changes unseen.

    `assay gate` and `assay lint` refuse a golden set that differs from its freeze. With --check: exit 0 when nothing
    differs, 1 when a case does, 2 when FILE was never frozen.
    """
    from assay.api.history import freeze_golden, frozen_problems
    from assay.report.console import Screen

    screen = Screen.standard()
    if not check:
        screen.text(f"wrote  {freeze_golden(file)}")
        return ExitCode.PASSED
    problems = frozen_problems(file)
    if problems is None:
        click.echo(f"assay: error: {file} was never frozen (`assay golden freeze {file}`)", err=True)
        return ExitCode.INCOMPLETE
    screen.text("\n".join(problems) or f"{file} is what was frozen")
    return ExitCode.FAILED if problems else ExitCode.PASSED
