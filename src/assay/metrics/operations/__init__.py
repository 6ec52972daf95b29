"""Latency, tokens, cost and failures of the target."""

METRICS: dict[str, str] = {}
