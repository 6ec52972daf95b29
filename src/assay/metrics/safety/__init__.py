"""Leaks, injections, refusals."""

METRICS: dict[str, str] = {}
