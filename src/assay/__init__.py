"""Assay: decide whether a RAG or LLM application may be released, and defend that decision."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from assay.version import __version__

if TYPE_CHECKING:
    from assay.api import Run, arun, gate, run
    from assay.errors import AssayError
    from assay.records import Case, Decision, Output, Policy, Sample, Score

_LAZY = {
    "run": "assay.api",
    "arun": "assay.api",
    "gate": "assay.api",
    "Run": "assay.api",
    "Case": "assay.records",
    "Output": "assay.records",
    "Sample": "assay.records",
    "Score": "assay.records",
    "Policy": "assay.records",
    "Decision": "assay.records",
    "AssayError": "assay.errors",
}

__all__ = [
    "AssayError",
    "Case",
    "Decision",
    "Output",
    "Policy",
    "Run",
    "Sample",
    "Score",
    "__version__",
    "arun",
    "gate",
    "run",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used, so that `import assay` stays light."""
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'assay' has no attribute {name!r}")
