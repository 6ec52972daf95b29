"""Queries and tables."""

METRICS: dict[str, str] = {}
