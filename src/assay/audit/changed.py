"""What differs between two recordings of one case: the case, the output, the retrieval, the definition of the score."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from assay.records import Case, Output, Score

MEASURED_ANEW = ("latency_ms", "usage")
"""Fields of an output that differ from call to call though the target did the same."""

_REQUIREMENTS = (
    "required_claims",
    "expected_facts",
    "expected_citations",
    "expected_context_ids",
    "reference_contexts",
    "must_abstain",
    "must_cite",
    "reference",
    "extra",
)
_BOOKKEEPING = ("id", "contract", "reviewed", "group", "blocking")


class Definition(StrEnum):
    """What of a score's definition can differ."""

    VERSION = "metric version"
    PARAMETERS = "metric parameters"
    METHOD = "method"
    JUDGE = "judge"
    PROMPT = "judge prompt"


def changed_output(first: Output, second: Output) -> tuple[str, ...]:
    """The names of the fields that differ, without those that are measured anew at every call."""
    return tuple(name for name in _differing(first, second) if name not in MEASURED_ANEW)


def changed_retrieval(first: Output, second: Output) -> bool:
    """Whether other passages, or the same ones in another order, were retrieved."""
    ranked = ("retrieved_ids", "retrieved_ids_before")
    return first.contexts != second.contexts or any(first.extra.get(name) != second.extra.get(name) for name in ranked)


def changed_case(first: Case, second: Case) -> tuple[str, ...]:
    """The names of the reviewed fields that differ, without who reviewed it and how it is filed."""
    return tuple(name for name in _differing(first, second) if name not in _BOOKKEEPING)


def changed_requirements(first: Case, second: Case) -> tuple[str, ...]:
    """The fields that differ and say what a right answer must hold."""
    return tuple(name for name in changed_case(first, second) if name in _REQUIREMENTS)


def _differing(first: msgspec.Struct, second: msgspec.Struct) -> tuple[str, ...]:
    return tuple(name for name in first.__struct_fields__ if getattr(first, name) != getattr(second, name))


def changed_definition(first: Score, second: Score) -> tuple[tuple[Definition, str], ...]:
    """How two scores of one metric were defined differently, with both sides in words.

    Read from the signatures, `name|v:1|method:judge:openai/gpt|parameter:value|prompt:…`.

    >>> from assay.records import Status
    >>> old, new = (Score(metric="m", status=Status.SCORED, value=1.0, signature=f"m|v:{v}|method:exact") for v in "12")
    >>> changed_definition(old, new)
    ((<Definition.VERSION: 'metric version'>, '1 -> 2'),)
    """
    if first.signature == second.signature:
        return ()
    before, after = _parts(first.signature), _parts(second.signature)
    keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    named = [(_kind(key, before, after), f"{before.get(key, 'none')} -> {after.get(key, 'none')}", key) for key in keys]
    return tuple(
        (kind, text if kind in (Definition.VERSION, Definition.JUDGE, Definition.METHOD) else f"{key}: {text}")
        for kind, text, key in named
    )


def _parts(signature: str) -> dict[str, str]:
    _, *rest = signature.split("|")
    pairs = [part.partition(":") for part in rest]
    return {key: value for key, _, value in pairs}


def _kind(key: str, before: dict[str, str], after: dict[str, str]) -> Definition:
    if key == "v":
        return Definition.VERSION
    if key == "method":
        judged = any(side.get(key, "").startswith("judge") for side in (before, after))
        return Definition.JUDGE if judged else Definition.METHOD
    return Definition.PROMPT if key.startswith("prompt") else Definition.PARAMETERS
