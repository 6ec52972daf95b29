"""Which version of the target's own code was called: the hash of its file."""

from __future__ import annotations

import functools
import hashlib
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any


def hash_of_file(path: str | Path | None) -> str | None:
    """Lower-case hexadecimal SHA-256 of a file's bytes; None where there is no such file, or it cannot be read."""
    if path is None:
        return None
    try:
        with Path(path).open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None


def file_of(function: Callable[..., Any]) -> str | None:
    """The file in which a function, or the class of a callable object, is written; None for what no file holds.

    >>> file_of(len) is None
    True
    """
    named = function.func if isinstance(function, functools.partial) else function
    try:
        return inspect.getsourcefile(named if inspect.isroutine(named) or inspect.isclass(named) else type(named))
    except TypeError:  # built into the interpreter
        return None
