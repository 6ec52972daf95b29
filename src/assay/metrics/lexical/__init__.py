"""Cheap proxies by word overlap. They inform; they block only where a policy says `allow_proxy`."""

METRICS: dict[str, str] = {}
