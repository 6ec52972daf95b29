"""Standard output that cannot take a decision with it when it breaks."""

from __future__ import annotations

import io
from typing import IO


class Outlet(io.TextIOBase):
    """Writes to a stream until that fails; `problem` then says why, and what follows is dropped.

    A reader who went away (`assay gate … | head -1`) or a full disk must not change what was decided. Whoever closes
    `sys.stdout`, a target for example, closes nothing.
    """

    def __init__(self, stream: IO[str] | None) -> None:
        self._stream = stream
        self.problem: OSError | ValueError | None = None

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """That of the stream."""
        return getattr(self._stream, "encoding", None) or "utf-8"

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """How the stream writes what its encoding does not have."""
        return getattr(self._stream, "errors", None)

    def isatty(self) -> bool:
        """Whether the stream is a terminal."""
        return self._stream is not None and not self._stream.closed and self._stream.isatty()

    def fileno(self) -> int:
        """The descriptor of the stream."""
        if self._stream is None:
            raise io.UnsupportedOperation("standard output is closed")
        return self._stream.fileno()

    def writable(self) -> bool:
        """Always."""
        return True

    def write(self, text: str) -> int:
        """Write, or drop what can no longer be written."""
        if self.problem is None:
            try:
                if self._stream is None:
                    raise ValueError("it is closed")
                self._stream.write(text)
            except (OSError, ValueError) as error:
                self.problem = error
        return len(text)

    def flush(self) -> None:
        """Hand on what the stream holds back."""
        if self.problem is None and self._stream is not None:
            try:
                self._stream.flush()
            except (OSError, ValueError) as error:
                self.problem = error

    def close(self) -> None:
        """Flush; the stream stays open."""
        self.flush()

    @property
    def failure(self) -> str | None:
        """What a person has to be told; None where nothing failed or the reader went away, which is the reader's choice."""
        if self.problem is None or isinstance(self.problem, BrokenPipeError):
            return None
        return getattr(self.problem, "strerror", None) or str(self.problem)
