"""A progress bar as a listener of the engine; the engine does not know it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from assay.report.console import Screen


@contextmanager
def progress_listener(stream: IO[str], *, quiet: bool) -> Iterator[Callable[[Any], None]]:
    """A listener that draws on `stream` while it is a terminal, and does nothing otherwise."""
    screen = Screen.on(stream)
    if quiet or not screen.is_terminal:
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("scoring"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[note]}"),
    )
    with Progress(*columns, console=screen.console(), transient=True) as progress:
        task = progress.add_task("scoring", total=None, note="")
        failed = 0

        def listen(event: Any) -> None:
            nonlocal failed
            kind = type(event).__name__
            if kind == "RunStarted":
                progress.update(task, total=event.expected_rows, completed=event.resumed_rows)
            elif kind == "RowFinished":
                failed += event.row.failure is not None
                progress.update(task, advance=1, note=f"{failed} target failures" if failed else "")

        yield listen
