"""Where a command's words go: rich on a terminal, plain text in a pipe, ASCII where the encoding has nothing else."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from assay.report.tables import Table, one_line, plain, printable, rich

if TYPE_CHECKING:
    from rich.console import Console

_ASCII = str.maketrans(
    {"…": "...", "·": "-", "—": "-", "–": "-", "≥": ">=", "≤": "<=", "×": "x", "→": "->", "“": '"', "”": '"'}
)


@dataclass(frozen=True)
class Screen:
    """One output stream and what it can show."""

    stream: IO[str]
    is_terminal: bool
    ascii_only: bool

    @classmethod
    def on(cls, stream: IO[str]) -> Screen:
        """Look at a stream: is it a terminal, and can its encoding show more than ASCII?"""
        encoding = (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "")
        terminal = stream.isatty() and os.environ.get("TERM") != "dumb"
        return cls(stream, terminal, not encoding.startswith("utf"))

    @classmethod
    def standard(cls) -> Screen:
        """Standard output as it stands now."""
        return cls.on(sys.stdout)

    def text(self, message: str = "") -> None:
        """One or more lines, uncoloured; on a terminal they are wrapped between words."""
        if self.is_terminal:
            from rich.text import Text

            self.console().print(Text(self.safe(message)))
        else:
            self.stream.write(self.safe(message) + "\n")

    def table(self, table: Table) -> None:
        """A table."""
        if self.is_terminal:
            self.console().print(rich(table, ascii_only=self.ascii_only))
        else:
            self.text(plain(table))

    def styled(self, message: str, style: str) -> None:
        """One line in a style where there is a terminal."""
        message = one_line(message)
        if self.is_terminal:
            from rich.text import Text

            self.console().print(Text(self.safe(message), style=style))
        else:
            self.text(message)

    def json(self, value: Any) -> None:
        """Strict JSON, indented for people to read."""
        text = json.dumps(value, ensure_ascii=self.ascii_only, allow_nan=False, indent=2)
        self.stream.write(text + "\n")

    def json_line(self, value: Any) -> None:
        """Strict JSON on one line with sorted keys."""
        self.stream.write(json.dumps(value, ensure_ascii=self.ascii_only, allow_nan=False, sort_keys=True) + "\n")

    def console(self) -> Console:
        """A rich console on this stream; it minds NO_COLOR by itself."""
        from rich.console import Console

        return Console(file=self.stream, highlight=False, soft_wrap=False)

    def safe(self, message: str) -> str:
        """The message in what the stream's encoding can show, without what steers a terminal."""
        message = printable(message)
        if not self.ascii_only:
            return message.encode("utf-8", "replace").decode("utf-8")
        encoding = getattr(self.stream, "encoding", None) or "ascii"
        return message.translate(_ASCII).encode(encoding, "backslashreplace").decode(encoding)
