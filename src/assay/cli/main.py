"""The `assay` command. Commands are imported when they are called, so that `assay --help` stays light."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from typing import IO, Any

import click

from assay.cli.outlet import Outlet
from assay.errors import AssayError
from assay.records.words import ExitCode
from assay.version import __version__

COMMANDS: dict[str, tuple[str, str]] = {
    "init": ("assay.cli.init", "Scaffold a folder with a golden set, a policy and a target."),
    "run": ("assay.cli.run", "Score a golden set and show the scores; never fails a build."),
    "gate": ("assay.cli.gate", "Decide: score if needed, apply the policy, exit 0, 1 or 2."),
    "check": ("assay.cli.check", "Check one metric against a minimum, one JSON object a row."),
    "score": ("assay.cli.score", "Score a recorded file with any metrics, no configuration."),
    "explain": ("assay.cli.explain", "Show the trail of every failing or invalid check."),
    "diff": ("assay.cli.diff", "Attribute what changed between two runs to its cause."),
    "replay": ("assay.cli.replay", "Compute a run again, offline, and compare."),
    "bundle": ("assay.cli.bundle", "Write a run as one self-contained file."),
    "verify": ("assay.cli.verify", "Check a bundle: every hash, the chain, the signature."),
    "dual": ("assay.cli.dual", "Run a new metric or policy beside the old on a stored run."),
    "selftest": ("assay.cli.selftest", "Spoil good samples and see whether the policy stops them."),
    "judge": ("assay.cli.judge", "Check that a judge can be reached, and what it supports."),
    "golden": ("assay.cli.golden", "Compare, approve, add to and freeze a golden set."),
    "runs": ("assay.cli.runs", "List the stored runs."),
    "metrics": ("assay.cli.metrics", "List the metrics, or define one."),
    "lint": ("assay.cli.lint", "Look for what is wrong or weak in a golden set."),
}
"""Name → module that holds `command`, and the line that `assay --help` prints."""


class LazyGroup(click.Group):
    """A group whose commands are imported on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of one command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(COMMANDS[cmd_name][0]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Add the near matches to the message for an unknown command."""
        from assay.errors import did_you_mean, near_matches

        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            hint = did_you_mean(near_matches(args[0], COMMANDS))
            ctx.fail(f"No such command {args[0]!r}." + (f" {hint.capitalize()}" if hint else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "-V", "--version", prog_name="assay")
def cli() -> None:
    """Decide whether a RAG or LLM application may be released, and defend that decision.

    \b
    Exit codes of every command that decides:
      0  passed (warnings included)
      1  at least one valid score violates the policy
      2  the evaluation is incomplete or malformed (2 wins over 1)

    \b
    Example:
      assay init evals && assay gate --dir evals
    """


def main(arguments: list[str] | None = None) -> None:
    """Entry point: runs a command and turns Assay's own errors into one message and exit code 2.

    A command runs in a process of its own (see `assay.cli.supervise`); what only prints help does not.
    """
    given = sys.argv[1:] if arguments is None else arguments
    if given and given[0] in COMMANDS and not {"-h", "--help"} & set(given):
        from assay.cli.supervise import supervise

        sys.exit(supervise(lambda: _run(given), given))
    sys.exit(_run(given))


def _run(arguments: list[str]) -> int:
    """Run a command; its exit code, whatever becomes of standard output."""
    standard = sys.stdout
    sys.stdout = outlet = Outlet(standard)
    try:
        code = _command(arguments)
    finally:
        sys.stdout = standard
    outlet.flush()
    if outlet.problem is not None:
        _forget(standard)
    if outlet.failure is not None:
        click.echo(f"assay: error: standard output cannot be written: {outlet.failure}", err=True)
        return ExitCode.INCOMPLETE
    return code


def _forget(stream: IO[str] | None) -> None:
    """Send what a broken stream still holds nowhere, so that the interpreter does not fail on it at its end."""
    if stream is not None and not stream.closed:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _command(arguments: list[str]) -> int:
    try:
        result: Any = cli.main(args=arguments, prog_name="assay", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return ExitCode.INTERRUPTED
    except click.ClickException as error:
        error.show()
        return ExitCode.INCOMPLETE
    except AssayError as error:
        from assay.report.tables import printable

        click.echo(f"assay: error: {printable(str(error))}", err=True)
        return ExitCode.INCOMPLETE
    except Exception as error:  # noqa: BLE001 - Python's own exit code for a crash is 1, which says that a release failed
        traceback.print_exc()
        click.echo(
            f"assay: error: Assay broke ({type(error).__name__}); nothing was decided. Please report it", err=True
        )
        return ExitCode.INCOMPLETE
    return int(result) if isinstance(result, int) else ExitCode.PASSED
