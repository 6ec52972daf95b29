"""Did the target decline exactly where it should."""

METRICS: dict[str, str] = {}
