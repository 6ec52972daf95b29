"""What differs between two recordings of one case: the case, the output, the retrieval, the model behind the judge's name."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from assay.records import Case, Output, Score
from assay.store import Store

MEASURED_ANEW = ("latency_ms", "usage")
"""Fields of an output that differ from call to call though the target did the same."""

Returned = Callable[[Score], frozenset[str]]
"""The models that answered behind the judge's name, as their replies said."""

_REQUIREMENTS = (
    "required_claims",
    "expected_facts",
    "expected_citations",
    "expected_context_ids",
    "reference_contexts",
    "must_abstain",
    "must_cite",
    "reference",
)
_BOOKKEEPING = ("id", "contract", "reviewed", "group", "blocking")


def changed_output(first: Output, second: Output) -> tuple[str, ...]:
    """The names of the fields that differ, without those that are measured anew at every call."""
    first, second = (
        output.replace(extra={name: value for name, value in output.extra.items() if name != "reported_latency_ms"})
        for output in (first, second)
    )
    return tuple(name for name in _differing(first, second) if name not in MEASURED_ANEW)


def changed_retrieval(first: Output, second: Output) -> bool:
    """Whether other passages, or the same ones in another order, were retrieved."""
    ranked = ("retrieved_ids", "retrieved_ids_before")
    return first.contexts != second.contexts or any(first.extra.get(name) != second.extra.get(name) for name in ranked)


def changed_case(first: Case, second: Case) -> tuple[str, ...]:
    """The names of the reviewed fields that differ, without who reviewed it and how it is filed."""
    return tuple(name for name in _differing(first, second) if name not in _BOOKKEEPING)


def changed_requirements(first: Case, second: Case) -> tuple[str, ...]:
    """The fields that differ and say what a right answer must hold, each by its own name. Which ids the corpus has is no
    requirement.
    """
    stated = tuple(name for name in changed_case(first, second) if name in _REQUIREMENTS)
    names = dict.fromkeys((*first.extra, *second.extra))
    further = (name for name in names if name != "corpus_ids" and _stated(first, name) != _stated(second, name))
    return (*stated, *further)


def _stated(case: Case, name: str) -> tuple[object, ...]:
    """What a further field holds; absent differs from null."""
    return (case.extra[name],) if name in case.extra else ()


def _differing(first: msgspec.Struct, second: msgspec.Struct) -> tuple[str, ...]:
    return tuple(name for name in first.__struct_fields__ if getattr(first, name) != getattr(second, name))


def returned_models(store: Store, score: Score) -> frozenset[str]:
    """The models that the replies behind a score named as their own; empty where they name none, or no judge was asked.

    Raises:
        StoreError: a recorded call is missing or was changed.
    """
    named = (store.call(name).get("returned_model") for name in score.calls)
    return frozenset(str(model) for model in named if model)


def not_asked(score: Score) -> frozenset[str]:
    """No model, where nobody looks the replies up."""
    return frozenset()


def changed_model(before: frozenset[str], after: frozenset[str]) -> str | None:
    """How the models that answered differ, where both are known.

    >>> changed_model(frozenset({"m-2026-05"}), frozenset({"m-2026-11"}))
    'm-2026-05 -> m-2026-11'
    """
    if not before or not after or before == after:
        return None
    return f"{', '.join(sorted(before))} -> {', '.join(sorted(after))}"
