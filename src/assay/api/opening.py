"""Open what is stored."""

from __future__ import annotations

from pathlib import Path

from assay.api.handle import Run
from assay.store import OpenMode, Store


def open_store(location: str | Path) -> Store:
    """A store that exists.

    Raises:
        StoreError: it is missing, locked, damaged or of another schema version.
    """
    return Store.open(location, mode=OpenMode.WRITE)


def open_run(name: str, *, store: str | Path | Store) -> Run:
    """A stored run by id, unique prefix, or `last`.

    Raises:
        UnknownNameError: the store has no such run; carries the near matches.
        StoreError: the store cannot be opened.
    """
    opened = store if isinstance(store, Store) else open_store(store)
    return Run(opened, opened.find(name).manifest.run_id)
