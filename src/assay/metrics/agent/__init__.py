"""Tool calls, trajectories and conversations."""

METRICS: dict[str, str] = {}
