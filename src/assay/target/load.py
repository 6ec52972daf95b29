"""From the text of `--target` to a target."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assay.errors import ConfigurationError
from assay.target.base import Target, check_timeout
from assay.target.python import PythonTarget
from assay.target.python_import import Imported, object_in_file, object_in_module

_FORMS = (
    "FILE.py or FILE.py:FUNCTION (FUNCTION is `run` by default)",
    "MODULE:FUNCTION",
    "http://HOST/PATH or https://HOST/PATH",
    "cmd:PROGRAM ARGUMENTS",
)
_FILE = re.compile(r"(?P<file>.+\.py)(?::(?P<name>[\w.]+))?", re.DOTALL)
_MODULE = re.compile(r"(?P<module>[^\W\d]\w*(?:\.[^\W\d]\w*)*):(?P<name>[^\W\d][\w.]*)")


def load_target(text: str, *, timeout: float | None, folder: Path, fields: Mapping[str, str] | None = None) -> Target:
    """The target that `text` names.

    * `evals/target.py`, `evals/target.py:answer`: a function in a file (see `PythonTarget`);
    * `package.module:answer`: a function in a module;
    * `https://host/ask`: an HTTP endpoint (see `HttpTarget`), with the headers in `ASSAY_TARGET_HEADERS`;
    * `cmd:python answer.py`, or `command:…`: a command (see `CommandTarget`).

    Relative paths start at `folder`, which is also the folder of commands and on the import path for modules. `timeout` is in
    seconds, for each call and for the import of Python code before the first; None waits for ever. `fields` is what HTTP
    endpoints and commands are sent.

    Raises:
        ConfigurationError: none of these forms, what it names is not there, or its import does not end within `timeout`.
    """
    text = text.strip()
    kind, _, rest = text.partition(":")
    if kind.lower() in {"http", "https"}:
        from assay.target.http import HttpTarget, headers_from_environment

        return HttpTarget(text, timeout=timeout, headers=headers_from_environment(), fields=fields)
    if kind in {"cmd", "command"}:
        from assay.target.command import CommandTarget

        return CommandTarget(rest, timeout=timeout, folder=folder, fields=fields)
    return _python_target(text, timeout, folder)


def load_object(text: str, *, folder: Path) -> Any:
    """The object that `FILE.py:NAME` or `MODULE:NAME` names, a metric of the user's own for example.

    What its file imports from its own folder must be imported at the top: the folder is on the import path only meanwhile.

    Raises:
        ConfigurationError: neither form, or what it names is not there or cannot be imported.
    """
    imported = _imported(text, folder)
    if imported is None:
        raise ConfigurationError(f"cannot read {text!r}", hint="expected FILE.py:NAME or MODULE:NAME")
    imported.withdraw()
    return imported.value


def _imported(text: str, folder: Path, timeout: float | None = None) -> Imported | None:
    if match := _FILE.fullmatch(text):
        return object_in_file((folder / Path(match["file"]).expanduser()).resolve(), match["name"] or "run", timeout)
    if match := _MODULE.fullmatch(text):
        return object_in_module(match["module"], match["name"], folder.resolve(), timeout)
    return None


def _python_target(text: str, timeout: float | None, folder: Path) -> Target:
    imported = _imported(text, folder, check_timeout(timeout))
    if imported is None:
        raise ConfigurationError(f"cannot read the target {text!r}", hint="expected " + "; or ".join(_FORMS))
    try:
        return PythonTarget(
            imported.value,
            timeout=timeout,
            identity=f"python:{text}",
            import_folder=imported.added_folder,
            source=imported.source,
        )
    except ConfigurationError:
        imported.withdraw()
        raise
