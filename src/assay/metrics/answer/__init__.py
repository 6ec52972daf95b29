"""Is the answer right, complete and to the point."""

METRICS: dict[str, str] = {}
