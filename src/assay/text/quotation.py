"""Whether the quotation behind a verdict really stands in the passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.text.quotes import find_quote

SUPPORTED = "supported"
UNQUOTED = "unsupported by quotation"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedVerdict:
    """A support verdict after its quotation was looked up.

    `outcome` is the judge's word, or `unsupported by quotation`. `passage` (counted from 1), `start` and `end` say where the
    quotation stands and `edits` how many characters differ from it; `note` says what is wrong with it where something is.
    """

    outcome: str
    passage: int | None = None
    start: int | None = None
    end: int | None = None
    edits: int | None = None
    note: str | None = None

    @property
    def supported(self) -> bool:
        """Whether the verdict stands as support."""
        return self.outcome == SUPPORTED


def check_quotation(
    verdict: str, quote: str | None, passages: Sequence[str], *, strict_quotes: bool = True
) -> CheckedVerdict:
    """Check one verdict. Only `supported` needs a quotation; every other word is returned as it is.

    The quotation is compared after normalising white space, case and typographic variants, with a small edit distance but the
    same numbers and negations (`assay.text.quotes.find_quote`). A quotation with `…` or `...` in it is checked piece by piece
    within one passage. With `strict_quotes=False` a missing or wrong quotation is noted and the verdict stands.

    >>> check_quotation("supported", "within 30  days", ["Refunds: within 30 days."]).passage
    1
    >>> check_quotation("supported", "within 90 days", ["Refunds: within 30 days."]).outcome
    'unsupported by quotation'
    """
    if verdict != SUPPORTED:
        return CheckedVerdict(outcome=verdict)
    found = None if quote is None or not quote.strip() else _located(quote, passages)
    if found is not None:
        return found
    note = "no quotation was given" if quote is None or not quote.strip() else "the quotation stands in no passage"
    return CheckedVerdict(outcome=UNQUOTED if strict_quotes else verdict, note=note)


def _located(quote: str, passages: Sequence[str]) -> CheckedVerdict | None:
    """The passage that holds every piece of the quotation with the fewest edits."""
    pieces = [piece.strip() for piece in quote.replace("...", "…").split("…") if piece.strip()]
    best: CheckedVerdict | None = None
    for number, passage in enumerate(passages, start=1):
        places = [find_quote(piece, passage) for piece in pieces]
        known = [place for place in places if place is not None]
        if not known or len(known) < len(places):
            continue
        edits = sum(place.distance for place in known)
        if best is None or best.edits is None or edits < best.edits:
            start, end = min(place.start for place in known), max(place.end for place in known)
            best = CheckedVerdict(outcome=SUPPORTED, passage=number, start=start, end=end, edits=edits)
    return best
