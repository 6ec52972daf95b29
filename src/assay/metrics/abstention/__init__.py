"""Whether the target declines exactly where it should."""

METRICS: dict[str, str] = {"abstention": "abstention:Abstention"}
