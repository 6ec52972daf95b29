"""The public functions. Objects are wired together here and nowhere else."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assay.api.deciding import check_results, gate, load_policy, read_policy
    from assay.api.diffing import comparable, diff
    from assay.api.estimating import estimate
    from assay.api.explaining import explain
    from assay.api.handle import Run
    from assay.api.opening import open_run, open_store
    from assay.api.project import Project, find_project
    from assay.api.running import DEFAULT_STORE, arun, run

_MODULES = {
    "DEFAULT_STORE": "running",
    "Project": "project",
    "Run": "handle",
    "arun": "running",
    "check_results": "deciding",
    "comparable": "diffing",
    "diff": "diffing",
    "estimate": "estimating",
    "explain": "explaining",
    "find_project": "project",
    "gate": "deciding",
    "load_policy": "deciding",
    "open_run": "opening",
    "open_store": "opening",
    "read_policy": "deciding",
    "run": "running",
}

__all__ = [
    "DEFAULT_STORE",
    "Project",
    "Run",
    "arun",
    "check_results",
    "comparable",
    "diff",
    "estimate",
    "explain",
    "find_project",
    "gate",
    "load_policy",
    "open_run",
    "open_store",
    "read_policy",
    "run",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used: whoever gates does not wait for what explains and compares."""
    if name in _MODULES:
        return getattr(importlib.import_module(f"assay.api.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'assay.api' has no attribute {name!r}")
