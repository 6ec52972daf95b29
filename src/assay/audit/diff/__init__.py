"""Why two runs differ: every changed check and score, attributed to what changed under it."""

from assay.audit.diff.cause import Cause, Reason
from assay.audit.diff.change import Change, Facts, Side, changes, rank
from assay.audit.diff.comparable import Obstacle, comparable

__all__ = [
    "Cause",
    "Change",
    "Facts",
    "Obstacle",
    "Reason",
    "Side",
    "changes",
    "comparable",
    "rank",
]
