"""`assay judge`: the judge as a service that can be looked at."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click

from assay.cli.options import FILE, json_option
from assay.records.words import ExitCode


@click.group("judge")
def command() -> None:
    """Look at the judge.

    \b
    Example:
      assay judge check --judge openai/gpt-4.1-mini
    """


@command.command("check")
@click.option("--judge", help="Judge as provider/model; by default that of the policy, else of ASSAY_JUDGE.")
@click.option("--policy", type=FILE, help="Policy with a `judge` section.")
@json_option
def check(judge: str | None, policy: Path | None, as_json: bool) -> int:
    """Ask the judge one question whose answer is known, and say what it supports, costs and needs.

    Costs two or three small calls. Exit 0 when the verdict is right, 2 when the judge cannot be used as it is.

    \b
    Examples:
      assay judge check --judge ollama/llama3.1
      assay judge check --policy policy.yaml
    """
    from assay.api.deciding import load_policy
    from assay.api.judging import check as check_judge
    from assay.report.console import Screen
    from assay.report.judging import write_check

    parsed = load_policy(policy).policy if policy is not None else None
    found = check_judge(judge, policy=parsed, folder=policy.parent if policy is not None and not judge else Path())
    screen = Screen.standard()
    if as_json:
        screen.json(dataclasses.asdict(found))
    else:
        write_check(screen, found)
    return ExitCode.PASSED if found.usable else ExitCode.INCOMPLETE
