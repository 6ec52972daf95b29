"""Metrics: one file each, in families. `Registry.built_in()` finds them by name without importing the others."""

from __future__ import annotations

from typing import Any

from assay.metrics.base import Metric
from assay.metrics.custom import FunctionMetric, discrete_metric, numeric_metric, ranking_metric
from assay.metrics.registry import Registry
from assay.records import MetricResult, Score, not_applicable

__all__ = [
    "FunctionMetric",
    "Metric",
    "MetricResult",
    "Registry",
    "Score",
    "discrete_metric",
    "not_applicable",
    "numeric_metric",
    "ranking_metric",
]


def __getattr__(name: str) -> Any:
    """Metric classes by name: `from assay.metrics import EvidenceCoverage` imports that one module."""
    registry = Registry.built_in()
    for spec, path in registry.paths.items():
        if path.endswith(f":{name}"):
            return registry.class_of(spec)
    raise AttributeError(f"module 'assay.metrics' has no attribute {name!r}")
