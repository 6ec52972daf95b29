"""Where in the user's own code an exception was raised."""

from __future__ import annotations

import traceback
from pathlib import Path

_OURS = str(Path(__file__).resolve().parent)
_IMPORT_MACHINERY = "<frozen importlib"


def where_raised(error: BaseException) -> str:
    """`file.py:12 in run` for the innermost line of the user's code, or "" when none is known.

    Only the file's name is given, so that a record does not depend on where a project lies.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}:{error.lineno}"
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith((_OURS, _IMPORT_MACHINERY))
    ]
    own = [frame for frame in frames if not _is_library(frame.filename)] or frames
    return f"{Path(own[-1].filename).name}:{own[-1].lineno} in {own[-1].name}" if own else ""


def _is_library(filename: str) -> bool:
    parts = Path(filename).parts
    return "site-packages" in parts or Path(filename).is_relative_to(_STANDARD_LIBRARY)


_STANDARD_LIBRARY = Path(traceback.__file__).parent
