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


_CONTROLS = {
    code: f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
    for code in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
    if code not in (0x09, 0x0A)
}
_LINE_CONTROLS = {**_CONTROLS, 0x0A: "\\n"}


def printable(text: str) -> str:
    """The text without what steers a terminal or reorders a line: control characters as `\\x1b`. Lines and tabs stay.

    >>> printable("\\x1b[2Jno")
    '\\\\x1b[2Jno'
    """
    return text.translate(_CONTROLS)


def one_line(text: str) -> str:
    """The printable text on one line, so that no text of a target or a file can forge a line of ours.

    >>> one_line("no\\nDECISION PASS")
    'no\\\\nDECISION PASS'
    """
    return text.translate(_LINE_CONTROLS)


@dataclass(frozen=True, slots=True)
class Table:
    """Column titles and rows of text. Columns named in `right` are aligned to the right. A cell is shown on one line."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    right: frozenset[str] = frozenset()


def plain(table: Table) -> str:
    """Aligned text without colour or lines; no cell is cut. Wide characters count as two."""
    grid = [table.columns, *(tuple(one_line(cell) for cell in row) for row in table.rows)]
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
        result.add_row(*(Text(one_line(cell), style=STYLES.get(cell.replace(" ", "_").lower(), "")) for cell in row))
    return result


def listing(title: str, lines: Sequence[str]) -> str:
    """A titled list, each entry on one line, or nothing when there are no lines."""
    return "\n".join([title, *(f"  - {one_line(line)}" for line in lines)]) if lines else ""


def _width(text: str) -> int:
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def _pad(text: str, width: int, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space
