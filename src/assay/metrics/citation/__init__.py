"""Do citations point at something retrieved, and at the right thing."""

METRICS: dict[str, str] = {}
