"""The answer compared with a reference as text."""

METRICS: dict[str, str] = {}
