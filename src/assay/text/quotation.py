"""Whether the quotation behind a verdict really stands in the passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.text.quotes import find_quote
from assay.text.tokens import content_tokens, stop_words, words

SUPPORTED = "supported"
UNQUOTED = "unsupported by quotation"
LEAST_WORDS = 3
"""A quotation of fewer words says too little by itself, `is` stands in nearly every passage."""
SHARED_WORDS = 2
"""A shorter quotation must share this many content words with its claim, as `30 days` does with *Refunds take 30 days*."""


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
    verdict: str, quote: str | None, passages: Sequence[str], *, claim: str = "", strict_quotes: bool = True
) -> CheckedVerdict:
    """Check one verdict. Only `supported` needs a quotation; every other word is returned as it is.

    The quotation is compared after normalising white space, case and typographic variants, with a small edit distance but the
    same numbers and negations (`assay.text.quotes.find_quote`). A quotation with `…` or `...` in it is checked piece by piece
    within one passage. It must also say something: three words or more, not all of them stop words; or two content words that
    the `claim` shares; or the whole claim or the whole passage, however short. With `strict_quotes=False` a missing, wrong or
    trivial quotation is noted and the verdict stands.

    >>> check_quotation("supported", "within 30  days", ["Refunds: within 30 days."]).passage
    1
    >>> check_quotation("supported", "within 90 days", ["Refunds: within 30 days."]).outcome
    'unsupported by quotation'
    >>> check_quotation("supported", "are", ["Refunds are paid."], claim="Refunds are not paid.").note
    'the quotation says too little'
    """
    if verdict != SUPPORTED:
        return CheckedVerdict(outcome=verdict)
    if quote is None or not quote.strip():
        note = "no quotation was given"
    elif (found := _located(quote, passages)) is None:
        note = "the quotation stands in no passage"
    elif _says_something(quote, claim, passages):
        return found
    else:
        note = "the quotation says too little"
    return CheckedVerdict(outcome=UNQUOTED if strict_quotes else verdict, note=note)


def _says_something(quote: str, claim: str, passages: Sequence[str]) -> bool:
    said = words(quote)
    if len(said) >= LEAST_WORDS and not stop_words("en").issuperset(said):
        return True
    shared = (set(content_tokens(quote)) & set(content_tokens(claim))) - stop_words("en")
    return len(shared) >= SHARED_WORDS or any(said == words(text) for text in (claim, *passages) if text.strip())


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
