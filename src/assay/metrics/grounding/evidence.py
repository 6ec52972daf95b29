"""From passages and checked claims to the items of a score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assay.metrics.grounding.claims import CheckedClaim
from assay.records import Context, Item

NOTHING_RETRIEVED = "nothing was retrieved"


@dataclass(frozen=True, slots=True)
class Passages:
    """The passages that hold text, and what each is called: its id, its document's id, or its place counted from 1."""

    texts: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, contexts: Iterable[Context]) -> Passages:
        """The contexts that are not blank; a blank one is no passage.

        >>> Passages.of([Context(text=" "), Context(text="a"), Context(text="b", id="d7")]).names
        ('2', 'd7')
        """
        kept = [(place, context) for place, context in enumerate(contexts, start=1) if context.text.strip()]
        return cls(
            texts=tuple(context.text for _, context in kept),
            names=tuple(context.id or context.document_id or str(place) for place, context in kept),
        )

    def name(self, number: int | None) -> str | None:
        """The name of a passage counted from 1."""
        return None if number is None else self.names[number - 1]


def claim_item(
    claim: CheckedClaim,
    *,
    kind: str = "claim",
    passages: Passages | None = None,
    credit: float | None = None,
    outcome: str | None = None,
) -> Item:
    """A claim as evidence: its text, the verdict, the quotation, the passage it rests on, the reason."""
    return Item(
        kind=kind,
        text=claim.text,
        outcome=outcome or claim.outcome,
        credit=credit,
        reason=claim.reason or None,
        quote=claim.quote,
        source=passages.name(claim.passage) if passages is not None else None,
        details=dict(claim.details),
    )


def supported_items(
    claims: Iterable[CheckedClaim], *, kind: str = "claim", passages: Passages | None = None
) -> tuple[Item, ...]:
    """One item for each claim, with credit 1 where it is supported."""
    return tuple(claim_item(claim, kind=kind, passages=passages, credit=float(claim.supported)) for claim in claims)


def tally(claims: Sequence[CheckedClaim], *, of: str = "claims") -> str:
    """The reason of a ratio: `supported=1; claims=3; unknown=1; unsupported by quotation=1`.

    >>> tally([CheckedClaim(text="a", outcome="unknown"), CheckedClaim(text="b", outcome="supported")])
    'supported=1; claims=2; unknown=1'
    """
    supported = sum(claim.supported for claim in claims)
    others = sorted({claim.outcome for claim in claims if not claim.supported})
    rest = (f"{outcome}={sum(claim.outcome == outcome for claim in claims)}" for outcome in others)
    return "; ".join((f"supported={supported}", f"{of}={len(claims)}", *rest))
