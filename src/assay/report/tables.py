"""Tables as data, and two ways to show them: rich on a terminal, aligned plain text in a pipe."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table as RichTable

STYLES = {
    "pass": "green",
    "warn": "yellow",
    "fail": "bold red",
    "incomplete": "bold magenta",
    "inconclusive": "yellow",
    "not_applicable": "dim",
    "scored": "green",
    "invalid": "bold magenta",
    "error": "bold magenta",
    "complete": "green",
    "partial": "yellow",
    "cancelled": "yellow",
    "running": "yellow",
}
"""The colour of a status word. Colour never carries what the word does not say."""


@dataclass(frozen=True, slots=True)
class Table:
    """Column titles and rows of text. Columns named in `right` are aligned to the right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    right: frozenset[str] = frozenset()


def plain(table: Table) -> str:
    """Aligned text without colour or lines; no cell is cut. Wide characters count as two."""
    grid = [table.columns, *table.rows]
    widths = [max(_width(row[index]) for row in grid) for index in range(len(table.columns))]
    lines = [table.title] if table.title else []
    for row in grid:
        cells = [
            _pad(cell, width, name in table.right) for cell, width, name in zip(row, widths, table.columns, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def rich(table: Table, *, ascii_only: bool) -> RichTable:
    """The same as a rich table; status words are coloured."""
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    result = RichTable(title=table.title or None, box=box.ASCII if ascii_only else box.ROUNDED, title_justify="left")
    for column in table.columns:
        result.add_column(column, justify="right" if column in table.right else "left", overflow="fold")
    for row in table.rows:
        result.add_row(*(Text(cell, style=STYLES.get(cell.replace(" ", "_").lower(), "")) for cell in row))
    return result


def listing(title: str, lines: Sequence[str]) -> str:
    """A titled list, or nothing when there are no lines."""
    return "\n".join([title, *(f"  - {line}" for line in lines)]) if lines else ""


def _width(text: str) -> int:
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def _pad(text: str, width: int, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space
