"""Judged by a written criterion or rubric."""

METRICS: dict[str, str] = {}
