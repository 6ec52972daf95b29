"""`assay bundle`: one file that proves a run."""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.options import FILE, check_output, json_option, store_option
from assay.records.words import ExitCode


@click.command("bundle")
@click.argument("run", default="last")
@click.option("-o", "--output", type=FILE, required=True, help="The file to write.")
@click.option(
    "--sign", type=FILE, metavar="KEY.pem", help="Sign with this Ed25519 private key (needs the extra `sign`)."
)
@store_option
@json_option
def command(run: str, output: Path, sign: Path | None, store: str, as_json: bool) -> int:
    """Write RUN (`last` by default) as one self-contained file: cases, outputs, judge calls, scores, policies and
    decisions, each line sealed to the ones before. The same run gives the same bytes on every machine.

    \b
    Examples:
      assay bundle last -o release.assay
      assay bundle last -o release.assay --sign release-key.pem
    """
    if output.is_dir() or not output.parent.is_dir():
        check_output(output)
    from assay.api import open_run
    from assay.api.bundling import bundle
    from assay.report.bundle import written_text
    from assay.report.console import Screen

    written = bundle(open_run(run, store=store), output, sign=sign)
    screen = Screen.standard()
    if as_json:
        screen.json(written.to_full_dict())
    else:
        screen.text(written_text(written))
    return ExitCode.PASSED
