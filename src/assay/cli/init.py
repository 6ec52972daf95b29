"""`assay init`: a folder to start from."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import click

from assay.cli.options import FILE, json_option

FILES = ("golden.jsonl", "policy.yaml", "policy.high-stakes.yaml", "target.py")


@click.command("init")
@click.argument("folder", type=FILE, default=Path("evals"))
@click.option("--dir", "folder_option", type=FILE, help="The same as FOLDER.")
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@json_option
def command(folder: Path, folder_option: Path | None, force: bool, as_json: bool) -> int:
    """Scaffold FOLDER (evals by default): a golden set, a policy, a stricter policy for high stakes, and a target.

    Files that exist are kept unless --force is given.

    \b
    Example:
      assay init evals && assay gate --dir evals
    """
    folder = folder_option or folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.BadParameter(f"{folder} cannot be made: {error.strerror}", param_hint="FOLDER") from error
    source = resources.files("assay.cli") / "scaffold"
    done: list[tuple[str, Path]] = []
    for name in FILES:
        path = folder / name
        if path.exists() and not force:
            done.append(("kept", path))
            continue
        path.write_text((source / name).read_text(encoding="utf-8"), encoding="utf-8")
        done.append(("wrote", path))
    _report(done, folder, as_json=as_json)
    return 0


def _report(done: list[tuple[str, Path]], folder: Path, *, as_json: bool) -> None:
    if as_json:
        files = [{"file": str(path), "done": word} for word, path in done]
        click.echo(json.dumps({"files": files, "folder": str(folder)}, indent=2))
        return
    for word, path in done:
        click.echo(f"{word:<8}{path}")
    click.echo(f"\nNext: assay gate --dir {folder}")
