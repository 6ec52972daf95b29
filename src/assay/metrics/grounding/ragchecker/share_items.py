"""The claims or chunks of an examination as evidence."""

from __future__ import annotations

from collections.abc import Sequence

from assay.metrics.grounding.claims import CheckedClaim
from assay.metrics.grounding.ragchecker.examination import Examination
from assay.records import Item
from assay.records.score import as_details


def share_items(found: Examination, kind: str, flags: Sequence[bool | None], word: str) -> tuple[Item, ...]:
    """One item for each claim or chunk counted; one without a flag has no credit."""
    outcomes = [{True: word, False: f"not {word}", None: "not counted"}[flag] for flag in flags]
    bare = _chunks(found) if kind == "context" else _claims(found, of_answer=kind == "answer_claim")
    return tuple(
        item.replace(kind=kind, outcome=outcome, credit=None if flag is None else float(flag))
        for item, outcome, flag in zip(bare, outcomes, flags, strict=True)
    )


def _chunks(found: Examination) -> list[Item]:
    passages = found.passages
    return [
        Item(kind="", outcome="", id=name, text=text) for name, text in zip(passages.names, passages.texts, strict=True)
    ]


def _claims(found: Examination, *, of_answer: bool) -> list[Item]:
    texts, other, columns, told = (
        (found.said, found.right, found.said_in, "against_reference")
        if of_answer
        else (found.wanted, found.told, found.wanted_in, "in_answer")
    )
    names = found.passages.names
    return [
        _claim(text, told, other[row] if other else None, [column[row] for column in columns], names)
        for row, text in enumerate(texts)
    ]


def _claim(
    text: str, told: str, against: CheckedClaim | None, chunks: Sequence[CheckedClaim], names: Sequence[str]
) -> Item:
    """One claim with its verdicts against the other text, if it was asked for, and against each chunk.

    Quoted is the first chunk that supports it, else the other text.
    """
    holding = [number for number, verdict in enumerate(chunks) if verdict.supported]
    first = chunks[holding[0]] if holding else None
    quoted = first or against
    reasons = [verdict.reason for verdict in (against, first) if verdict is not None and verdict.reason]
    facts = {
        told: against.outcome if against is not None else None,
        "contexts": [names[number] for number in holding] if chunks else None,
    }
    return Item(
        kind="",
        outcome="",
        text=text,
        reason=reasons[0] if reasons else None,
        quote=quoted.quote if quoted is not None else None,
        source=names[holding[0]] if holding else None,
        details=as_details(facts),
    )
