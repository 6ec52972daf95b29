"""Options that several commands share, so that they read and behave the same everywhere."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class _Finite(click.FloatRange):
    """A number in a range; `nan` and `inf` are none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number", param, ctx)
        return number


class _FilePath(click.Path):
    """The path of a file or folder; an empty text, such as that of an unset variable, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("the path is empty (write . for the working folder)", param, ctx)
        return super().convert(value, param, ctx)


FILE = _FilePath(path_type=Path)
_SECONDS = _Finite(min=0, min_open=True)

json_option = click.option("--json", "as_json", is_flag=True, help="Print strict JSON instead of tables.")
store_option = click.option(
    "--store",
    default=".assay/assay.db",
    show_default=True,
    envvar="ASSAY_STORE",
    help="Store file or database URL.",
)
output_option = click.option(
    "-o", "--output", type=FILE, help="Also write the result as JSON to this file (checked before any work)."
)

_FILES = (
    click.option(
        "--dir", "folder", type=FILE, help="Folder with golden set, policy and target under their usual names."
    ),
    click.option("--golden", type=FILE, help="Golden set: .jsonl, .json, .csv or .parquet."),
    click.option("--target", help="System under test: file.py:function, module:function, https://… or cmd:…"),
    click.option("--outputs", type=FILE, help="Recorded outputs instead of a target."),
    click.option("--policy", type=FILE, help="Policy file."),
    click.option("--map", "mapping", multiple=True, metavar="OURS=THEIRS", help="Column mapping; may be repeated."),
)
_RUNNING = (
    click.option(
        "--metrics", help="Metrics, comma-separated; `run` computes these alone, a decision those of its policy too."
    ),
    click.option("--judge", help="Judge as provider/model or file.py:function; wins over the policy."),
    click.option("--embedder", help="Embedder: packaged, local:FOLDER or provider/model; wins over the policy."),
    click.option(
        "--grounder", help="Grounder: lexical, fusion, embedding, nli:MODEL or grounding:MODEL; wins over the policy."
    ),
    click.option(
        "--concurrency", type=click.IntRange(1, 1024), default=8, show_default=True, help="Target calls at once."
    ),
    click.option(
        "--timeout",
        type=_SECONDS,
        default=60.0,
        show_default=True,
        help="Seconds for one target call.",
    ),
    click.option("--deadline", type=_SECONDS, help="Seconds for the whole run."),
    click.option(
        "--migration", type=FILE, help="JSON map of old to new ids of renamed cases: checked, applied and recorded."
    ),
    click.option("--resume", metavar="RUN", help="Go on with an interrupted run (`last` or an id)."),
    click.option("-q", "--quiet", is_flag=True, help="No progress bar."),
)

_JUDGING = (
    click.option(
        "--judge-mode",
        type=click.Choice(["live", "record", "replay"]),
        help="live asks what is not recorded yet, record asks everything once more, replay asks nobody.",
    ),
    click.option("--budget-usd", type=_Finite(min=0), help="US dollars that the judge may cost over the run."),
    click.option("--budget-calls", type=click.IntRange(min=1), help="Calls that the judge may cost over the run."),
    click.option("--estimate", is_flag=True, help="Print calls, tokens and cost of the judge; ask and spend nothing."),
)


def judging_options(function: F) -> F:
    """How the judge of a run is asked, and what it may cost."""
    return reduce(lambda wrapped, option: option(wrapped), reversed(_JUDGING), function)


def evaluation_options(function: F) -> F:
    """The files of an evaluation and how to run it."""
    return reduce(lambda wrapped, option: option(wrapped), reversed((*_FILES, *_RUNNING)), function)


def parse_mapping(pairs: tuple[str, ...]) -> dict[str, str] | None:
    """`("answer=reply",)` as a mapping.

    Raises:
        click.BadParameter: a pair without `=`, or one name twice.
    """
    mapping: dict[str, str] = {}
    for pair in pairs:
        ours, equals, theirs = pair.partition("=")
        if not equals or not ours.strip() or not theirs.strip():
            raise click.BadParameter(f"{pair!r} is not OURS=THEIRS", param_hint="--map")
        if ours.strip() in mapping:
            raise click.BadParameter(f"{ours.strip()!r} is mapped twice", param_hint="--map")
        mapping[ours.strip()] = theirs.strip()
    return mapping or None


def check_output(path: Path | None, *inputs: str | Path | None) -> Path | None:
    """Where the result goes, whatever becomes of the working folder; refused before any work is paid for.

    Raises:
        click.BadParameter: the folder does not exist, the path cannot be written, or it is one of the `inputs`.
    """
    if path is None:
        return None
    if path.is_dir():
        raise click.BadParameter(f"{path} is a folder", param_hint="--output")
    if not path.parent.is_dir():
        raise click.BadParameter(f"folder {path.parent} does not exist", param_hint="--output")
    for given in inputs:
        if given is not None and path.resolve() == Path(given).resolve():
            raise click.BadParameter(f"{path} is an input of this command and would be lost", param_hint="--output")
    try:
        with path.open("a", encoding="utf-8"):
            pass
    except OSError as error:
        raise click.BadParameter(f"{path} cannot be written: {error.strerror}", param_hint="--output") from error
    return path.absolute()


def write_output(path: Path | None, result: Any) -> None:
    """Write a result as JSON, where `--output` asks for it.

    Raises:
        InputError: the file cannot be written.
    """
    if path is None:
        return
    from assay.errors import InputError
    from assay.report.console import Screen

    try:
        with path.open("w", encoding="utf-8") as stream:
            Screen.on(stream).json(result)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}", code="unwritable_file") from error
