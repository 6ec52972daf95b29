"""`assay verify`: is the bundle what was sealed?"""

from __future__ import annotations

from pathlib import Path

import click

from assay.cli.options import FILE, json_option
from assay.records.words import ExitCode


@click.command("verify")
@click.argument("file", type=FILE)
@click.option("--key", type=FILE, metavar="PUBLIC.pem", help="The bundle must be signed by this Ed25519 key.")
@json_option
def command(file: Path, key: Path | None, as_json: bool) -> int:
    """Check every hash and record of a bundle, the chain from case to decision, and the signature.

    Exit 0: everything holds. Exit 1: something was changed; line and record are named. Exit 2: the file cannot be
    read, or it is no bundle.

    \b
    Examples:
      assay verify release.assay
      assay verify release.assay --key release-public.pem
    """
    from assay.api.bundling import verify_bundle
    from assay.report.bundle import verified_text
    from assay.report.console import Screen

    result = verify_bundle(file, key=key)
    screen = Screen.standard()
    if as_json:
        screen.json({"holds": result.holds, **result.to_full_dict()})
    else:
        screen.text(verified_text(result))
    return ExitCode.PASSED if result.holds else ExitCode.FAILED
