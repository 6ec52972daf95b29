"""Do the passages support what the answer says."""

METRICS: dict[str, str] = {}
