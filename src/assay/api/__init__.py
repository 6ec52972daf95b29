"""The public functions. Objects are wired together here and nowhere else."""

from assay.api.deciding import check_results, gate, load_policy
from assay.api.diffing import comparable, diff
from assay.api.explaining import explain
from assay.api.handle import Run
from assay.api.opening import open_run, open_store
from assay.api.project import Project, find_project
from assay.api.running import DEFAULT_STORE, arun, run

__all__ = [
    "DEFAULT_STORE",
    "Project",
    "Run",
    "arun",
    "check_results",
    "comparable",
    "diff",
    "explain",
    "find_project",
    "gate",
    "load_policy",
    "open_run",
    "open_store",
    "run",
]
