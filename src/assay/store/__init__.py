"""Runs, scores, judge calls and decisions on disk: one SQLite file, or PostgreSQL."""

from assay.store.decisions import RecordedDecision
from assay.store.location import OpenMode
from assay.store.scored_rows import Done
from assay.store.store import Store

__all__ = ["Done", "OpenMode", "RecordedDecision", "Store"]
