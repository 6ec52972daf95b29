"""Open what is stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from assay.api.handle import Run
from assay.errors import ConfigurationError
from assay.store import OpenMode, Store


def store_at(location: Any) -> Store:
    """The store at a path or database URL, made where there is none; an open one as it is.

    Raises:
        ConfigurationError: neither a store nor the place of one.
        StoreError: it cannot be made or used.
    """
    return location if isinstance(location, Store) else Store.open(_place(location))


def _place(location: Any) -> str | Path:
    if not isinstance(location, (str, Path)):
        raise ConfigurationError(
            f"the store is a {type(location).__name__}, {location!r}",
            code="store_type",
            hint="give a path, a database URL or an open Store",
        )
    return location


def open_store(location: str | Path) -> Store:
    """A store that exists.

    Raises:
        ConfigurationError: not the place of a store.
        StoreError: it is missing, locked, damaged or of another schema version.
    """
    return Store.open(_place(location), mode=OpenMode.WRITE)


def open_run(name: str, *, store: str | Path | Store) -> Run:
    """A stored run by id, unique prefix, or `last`.

    Raises:
        UnknownNameError: the store has no such run; carries the near matches.
        StoreError: the store cannot be opened.
    """
    opened = store if isinstance(store, Store) else open_store(store)
    return Run(opened, opened.find(name).manifest.run_id)
