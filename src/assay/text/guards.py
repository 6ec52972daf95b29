"""Guards: named, explainable reasons why a passage does not bear out a claim although the words are alike.

Word overlap and small models miss the same things: another figure, another unit, another date, a name that is not there, a "not",
a "more" for a "less". Each guard looks for one of them and says what it saw. A finding *conflicts* when the evidence says
something else in that place; else the evidence merely does not say it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from assay.text.comparison import flipped_direction
from assay.text.dates import dates
from assay.text.normalise import LOOSE, Normalisation
from assay.text.numerals import with_digits
from assay.text.polarity import contradicts
from assay.text.quantities import Quantity, quantities
from assay.text.tokens import content_tokens, primary_language, word_spans, words


class Guard(StrEnum):
    """What a guard looks at."""

    NUMBER = "number"
    DATE = "date"
    UNIT = "unit"
    NAME = "name"
    NEGATION = "negation"
    COMPARISON = "comparison"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a guard saw: `text` of the claim, in words why, and whether the evidence says something else in its place."""

    guard: Guard
    text: str
    reason: str
    conflicts: bool = False

    def __str__(self) -> str:
        return f"{self.guard.value}: {self.reason}"


_PLAIN = Normalisation("NFC+visible+marks+digits")
_LANGUAGES_OF_CAPITALS = frozenset({"de"})
"""Languages that write every noun with a capital, where a capital says nothing."""


def guard_findings(
    claim: str, evidence: Sequence[str], *, closest: str | None = None, language: str = "en"
) -> tuple[Finding, ...]:
    """What speaks against the evidence bearing out the claim, in the order number, unit, date, name, negation, comparison.

    Numbers, units, dates and names are looked up in all of `evidence`. Negation and direction only mean something between
    sentences about the same thing, so they are compared with `closest`, the evidence sentence nearest to the claim, where it is
    given; and only a figure or date of that sentence conflicts. Numbers in words (English, up to ninety-nine) and in digits are
    the same. No unit is converted. Names are capitalised words inside a sentence; German and scripts without capitals have none.

    >>> [str(found) for found in guard_findings("Refunds take 90 days.", ["Refunds take 30 days."])]
    ["number: '90 day' is not in the evidence, which says '30 day'"]
    >>> guard_findings("Refunds take thirty days.", ["Refunds take 30 days."])
    ()
    """
    claim, said = _PLAIN(claim), [_PLAIN(text) for text in evidence if text.strip()]
    if not said:
        return ()
    near = said if closest is None else [_PLAIN(closest)]
    found = [*_dates(claim, said, near), *_numbers(claim, said, near), *_names(claim, said, language)]
    if closest is not None:
        found += [*_negation(claim, closest, language), *_direction(claim, closest, language)]
    return tuple(sorted(found, key=lambda finding: list(Guard).index(finding.guard)))


def _numbers(claim: str, evidence: Sequence[str], near: Sequence[str]) -> list[Finding]:
    there = [quantity for text in evidence for quantity in _quantities(text)]
    values = {quantity.value for quantity in there}
    rivals = [quantity for text in near for quantity in _quantities(text)]
    found: list[Finding] = []
    for wanted in _quantities(claim):
        if wanted.value not in values:
            rival = next((other for other in rivals if wanted.unit and other.unit == wanted.unit), None)
            reason = f"{str(wanted)!r} is not in the evidence" + (f", which says {str(rival)!r}" if rival else "")
            found.append(Finding(Guard.NUMBER, str(wanted), reason, rival is not None))
        elif wanted.unit and not any(
            other.value == wanted.value and other.unit in ("", wanted.unit) for other in there
        ):
            rival = next(other for other in there if other.value == wanted.value)
            reason = f"{str(wanted)!r}, but the evidence says {str(rival)!r}"
            found.append(Finding(Guard.UNIT, str(wanted), reason, conflicts=True))
    return found


def _quantities(text: str) -> list[Quantity]:
    """Numbers that are no parts of dates."""
    whole = dates(text)
    return [
        found
        for found in quantities(with_digits(text))
        if not any(date.states(found.value) for date in whole) or found.unit
    ]


def _dates(claim: str, evidence: Sequence[str], near: Sequence[str]) -> list[Finding]:
    there = [date for text in evidence for date in dates(text)]
    rivals = [date for text in near for date in dates(text)]
    figures = {quantity.value for text in evidence for quantity in quantities(text)}
    found: list[Finding] = []
    for wanted in dates(claim):
        if any(date.covers(wanted) for date in there) or _as_figures(wanted.numbers, figures):
            continue
        rival = next((date for date in rivals if date.rivals(wanted)), None)
        reason = f"{wanted.text!r} is not in the evidence" + (f", which says {rival.text!r}" if rival else "")
        found.append(Finding(Guard.DATE, wanted.text, reason, rival is not None))
    return found


def _as_figures(numbers: Sequence[int], figures: set[Decimal]) -> bool:
    """Whether a bare year stands there as a bare number."""
    return len(numbers) == 1 and Decimal(numbers[0]) in figures


def _names(claim: str, evidence: Sequence[str], language: str) -> list[Finding]:
    if primary_language(language) in _LANGUAGES_OF_CAPITALS:
        return []
    there = {part for text in evidence for word in words(text) for part in (word, word.removesuffix("'s"))}
    joined = LOOSE(" ".join(evidence)).replace("-", "").replace(" ", "")
    dated = {word for date in dates(claim) for word in words(date.text)}
    missing = [name for name in names(claim) if not (LOOSE(name) in dated or _stands(name, there, joined))]
    return [Finding(Guard.NAME, name, f"{name!r} is not in the evidence") for name in dict.fromkeys(missing)]


def _stands(name: str, there: set[str], joined: str) -> bool:
    parts = [word.removesuffix("'s") for word in words(name)]
    return all(part in there or part.rstrip("s") in there for part in parts) or (
        len(name) > 4 and LOOSE(name).replace("-", "") in joined
    )


def names(text: str) -> list[str]:
    """The capitalised words inside the sentences of a text; none where most words are capitalised (a title).

    >>> names("In 1990 the firm moved to Berlin with Ada Lovelace.")
    ['Berlin', 'Ada', 'Lovelace']
    """
    spans = word_spans(text)
    capital = [(start, end) for start, end in spans if text[start].isupper()]
    if 2 * len(capital) > len(spans) + 2:
        return []
    return [text[a:b] for a, b in capital if text[a:b] != "I" and not _begins_sentence(text, a)]


def _begins_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(" \t\n\"'“‘«([-•*")
    return not before or before[-1] in ".!?…:;。！？"


def _negation(claim: str, closest: str, language: str) -> list[Finding]:
    if not contradicts(claim, closest, language):
        return []
    return [Finding(Guard.NEGATION, claim, f"a word is negated on one side only: {closest!r}", conflicts=True)]


def _direction(claim: str, closest: str, language: str) -> list[Finding]:
    flipped = flipped_direction(content_tokens(claim, language) + words(claim), words(closest), language)
    if flipped is None:
        return []
    ours, theirs = flipped
    return [Finding(Guard.COMPARISON, ours, f"{ours!r}, but the evidence says {theirs!r}", conflicts=True)]
