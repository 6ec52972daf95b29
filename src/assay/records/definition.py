"""How two scores of one metric were defined, and whether they may be set against each other."""

from __future__ import annotations

from enum import StrEnum

from assay.records.record import Record
from assay.records.score import Score


class Definition(StrEnum):
    """What of a score's definition can differ."""

    VERSION = "metric version"
    PARAMETERS = "metric parameters"
    METHOD = "method"
    JUDGE = "judge"
    PROMPT = "judge prompt"


def changed_definition(first: Score, second: Score) -> tuple[tuple[Definition, str], ...]:
    """How two scores of one metric were defined differently, with both sides in words.

    Read from the signatures, `name|v:1|method:judge:openai/gpt|parameter:value|prompt:…`.

    >>> from assay.records.words import Status
    >>> old, new = (Score(metric="m", status=Status.SCORED, value=1.0, signature=f"m|v:{v}|method:exact") for v in "12")
    >>> changed_definition(old, new)
    ((<Definition.VERSION: 'metric version'>, '1 -> 2'),)
    """
    if first.signature == second.signature:
        return ()
    before, after = _parts(first.signature), _parts(second.signature)
    keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    named = [(_kind(key, before, after), f"{before.get(key, 'none')} -> {after.get(key, 'none')}", key) for key in keys]
    if not named:
        return ((Definition.PARAMETERS, f"{first.signature} -> {second.signature}"),)
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


class Incomparable(Record, frozen=True):
    """Why two scores cannot be compared, and the way out."""

    reason: str
    way_out: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.way_out})"


def incomparable(before: Score, after: Score) -> Incomparable | None:
    """Why the scores of one case in two runs may not be set against each other, or None: one rule for the gate and for diff.

    Refused: another judge, another prompt, another version, other parameters, another method.

    >>> from assay.records.words import Status
    >>> old, new = (Score(metric="m", status=Status.SCORED, value=1.0, signature=f"m|v:{v}") for v in "12")
    >>> str(incomparable(old, new))
    'scored by another definition: metric version 1 -> 2 (re-score the baseline with the present metric)'
    """
    changes = changed_definition(before, after)
    if not changes:
        return None
    judged = any(kind in (Definition.JUDGE, Definition.PROMPT) for kind, _ in changes)
    return Incomparable(
        reason="scored by another definition: " + "; ".join(f"{kind.value} {text}" for kind, text in changes),
        way_out="re-score the baseline with the present " + ("judge" if judged else "metric"),
    )


OTHER_CONTRACT = "re-score the baseline with the present golden set"
"""The way out where cases are of another contract version."""
