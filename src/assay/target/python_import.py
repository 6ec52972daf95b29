"""Importing what the user names, a function or another object, with errors that say where and what to do."""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from assay.errors import ConfigurationError, did_you_mean, near_matches
from assay.target.traceback import where_raised


@dataclass(frozen=True, slots=True)
class Imported:
    """An object, the folder that was put on `sys.path` for it (None where it stood there before), and its module's file."""

    value: Any
    added_folder: str | None
    source: str | None

    def withdraw(self) -> None:
        """Take the folder off `sys.path`."""
        if self.added_folder in sys.path:
            sys.path.remove(self.added_folder)


def object_in_file(path: Path, name: str, timeout: float | None = None) -> Imported:
    """The object `name` of the Python file `path`, whose folder is put on `sys.path`.

    The file is read anew each time, under a module name of its own, so that two files called `target.py` do not meet.

    Raises:
        ConfigurationError: no such file or name (with near matches), or an import that fails, calls `sys.exit` or does not end
            within `timeout` seconds (None: no limit).
    """
    if not path.is_file():
        raise ConfigurationError(f"the file {str(path)!r} does not exist", hint=_near_files(path))
    return _imported(path.parent, functools.partial(_load_file, path), name, path.name, timeout)


def object_in_module(module: str, name: str, folder: Path, timeout: float | None = None) -> Imported:
    """The object `name` of `module`, looked for in `folder` first and then on the import path.

    Raises:
        ConfigurationError: no such module or name (with near matches), or an import that fails, calls `sys.exit` or does not end
            within `timeout` seconds (None: no limit).
    """
    return _imported(folder, functools.partial(_load_module, module, folder), name, module, timeout)


def _imported(folder: Path, load: Callable[[], ModuleType], name: str, source: str, timeout: float | None) -> Imported:
    added = None if str(folder) in sys.path else str(folder)
    if added is not None:
        sys.path.insert(0, added)
    try:
        module = _within(timeout, lambda: _guarded(load, source), source)
        return Imported(_attribute(module, name, source), added, getattr(module, "__file__", None))
    except ConfigurationError:
        if added is not None:
            sys.path.remove(added)
        raise


def _within(timeout: float | None, load: Callable[[], ModuleType], source: str) -> ModuleType:
    """What `load` gives or raises, in a daemon thread that is left behind after `timeout` seconds."""
    if timeout is None:
        return load()
    future: Future[ModuleType] = Future()

    def work() -> None:
        try:
            future.set_result(load())
        except BaseException as error:  # noqa: BLE001 - raised again where the result is asked for
            future.set_exception(error)

    threading.Thread(target=work, name="assay-import", daemon=True).start()
    if not wait({future}, timeout=timeout).done:
        raise ConfigurationError(
            f"importing {source} did not end within {timeout:g} s",
            hint="let the first call load what takes long, or give a longer --timeout",
            code="import_timeout",
        )
    return future.result()


def _load_file(path: Path) -> ModuleType:
    digest = hashlib.sha256(str(path).encode("utf-8", "surrogateescape")).hexdigest()[:8]
    name = f"{path.stem}_{digest}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ConfigurationError(f"{path.name} cannot be imported as a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _load_module(module: str, folder: Path) -> ModuleType:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        names = [path.stem for path in folder.glob("*.py")] + [
            path.parent.name for path in folder.glob("*/__init__.py")
        ]
        raise ConfigurationError(
            f"there is no module {error.name!r} in {str(folder)!r} or on the import path",
            hint=did_you_mean(near_matches(module, names)),
        ) from None


def _guarded(load: Callable[[], ModuleType], source: str) -> ModuleType:
    try:
        return load()
    except ConfigurationError:
        raise
    except SystemExit as error:
        raise ConfigurationError(
            f"importing {source} called sys.exit({error.code!r}) at {where_raised(error)}",
            hint="put what runs as a program under `if __name__ == '__main__':`",
        ) from error
    except Exception as error:
        place = where_raised(error)
        raise ConfigurationError(
            f"importing {source} failed{f' at {place}' if place else ''}: {type(error).__name__}: {error}"
        ) from error


def _attribute(module: ModuleType, dotted: str, source: str) -> Any:
    holder: Any = module
    for part in dotted.split("."):
        if not hasattr(holder, part):
            known = [name for name in dir(holder) if not name.startswith("_")]
            raise ConfigurationError(
                f"{source} has no {dotted!r}", hint=did_you_mean(near_matches(part, known)) or _listed(known)
            )
        holder = getattr(holder, part)
    return holder


def _listed(names: Iterable[str]) -> str:
    return f"it has {', '.join(sorted(names)[:8]) or 'nothing'}"


def _near_files(path: Path) -> str | None:
    if not path.parent.is_dir():
        return f"the folder {str(path.parent)!r} does not exist"
    return did_you_mean(near_matches(path.name, [item.name for item in path.parent.glob("*.py")]))
