"""The judge, the embedder and the grounder that metrics are handed. Built only when a metric asks for one."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable, Mapping
from typing import Any

from assay.metrics.base import Metric
from assay.records.policy import JudgeConfig
from assay.records.protocols import CallLog


def needed_resources(metrics: Iterable[Metric]) -> frozenset[str]:
    """The names of the resources that any of the metrics takes."""
    return frozenset(name for metric in metrics for name in metric.needs.resources)


def build_resources(
    metrics: Iterable[Metric],
    *,
    store: CallLog,
    judge: Any = None,
    config: JudgeConfig | None = None,
    given: Mapping[str, Any],
) -> dict[str, Any]:
    """What the metrics must be handed. A resource that cannot be had is absent: its scores become errors, never guesses.

    Args:
        judge: a ready judge, a callable, or the text `provider/model`; wins over the policy's `judge` section.
        config: the policy's `judge` section.
        given: embedder and grounder handed in by the caller.
    """
    needed = needed_resources(metrics)
    resources = {name: value for name, value in given.items() if value is not None}
    if "judge" in needed and "judge" not in resources:
        made = _judge(judge, config, store)
        if made is not None:
            resources["judge"] = made
    return resources


def _judge(judge: Any, config: JudgeConfig | None, store: CallLog) -> Any:
    if judge is not None and not isinstance(judge, str):
        return judge
    if isinstance(judge, str):
        config = JudgeConfig(model=judge) if config is None else config.replace(model=judge)
    if config is None:
        return None
    from assay.judge import make_judge

    return make_judge(config, calls=store, environ=os.environ)


def installed(package: str) -> bool:
    """Whether an optional package is there, without importing it."""
    return importlib.util.find_spec(package) is not None
