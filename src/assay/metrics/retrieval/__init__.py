"""Rankings of passages against reviewed relevance."""

METRICS: dict[str, str] = {}
