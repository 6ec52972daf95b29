"""Quotations: where a text quotes, and where a quotation stands in its source."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assay.text.normalise import LOOSE, Normalisation, align
from assay.text.polarity import negation_words, number_words
from assay.text.tokens import SPACELESS, content_tokens

_PAIRS = (("“", "”"), ("„", "[“”]"), ("«", "»"), ("「", "」"), ("『", "』"))
_QUOTED = re.compile(
    "|".join(rf"{opening}(?:(?!\n\s*\n)[^{opening}])*?{closing}" for opening, closing in _PAIRS)
    + r"|(?<!\w)\"(?=\S)(?:(?!\n\s*\n)[^\"])*?(?<=\S)\"(?!\w)"
)
_NUMBER = re.compile(r"[$€£¥]?\.?\d")
_NO_MINUS = r"(?<!^-)(?<!\W-)(?<!^-[$€£¥])(?<!\W-[$€£¥])"
"""Looks back for a sign: a hyphen after nothing, a blank or a mark. After a word or a number it joins, and is no sign."""
_WORD = re.compile(rf"[^\W_{SPACELESS}]")


@dataclass(frozen=True, slots=True)
class Quotation:
    """A quoted passage: its words, and their span inside the marks."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """Where a quotation stands in a source, and how many edits of the normalised text lie between the two."""

    start: int
    end: int
    distance: int


def quotations(text: str) -> list[Quotation]:
    """The passages between real quotation marks (“ ”, „ “, « », 「 」, 『 』, " "), in order; the outer ones where they nest.

    Apostrophes and single marks never quote. A straight mark opens before a word and closes after one, so inches do not quote. A
    passage ends with its paragraph at the latest.

    >>> [found.text for found in quotations('It\\'s “forty days”, isn\\'t it? Or "forty nights".')]
    ['forty days', 'forty nights']
    """
    return [
        Quotation(match.start() + 1, match.end() - 1, text[match.start() + 1 : match.end() - 1])
        for match in _QUOTED.finditer(text)
        if match.end() - match.start() > 2
    ]


def find_phrase(phrase: str, text: str) -> int | None:
    """Where a phrase first stands in a text as whole words, character for character; None when it does not.

    A word is not cut, and neither is a number: `30 days` does not stand in `130 days`, nor `5` in `2.5`. A minus before a number
    is part of it: `5` does not stand in `-5`, but in `2-5` and in `no-5`. In scripts without spaces every place counts.

    >>> find_phrase("cat", "concatenate, cat"), find_phrase("5", "2.5")
    (13, None)
    """
    if not phrase:
        return None
    before = r"(?<!\w)(?<!\d[.,])" if _WORD.match(phrase) else ""
    after = r"(?!\w)(?![.,]\d)" if _WORD.match(phrase[-1]) else ""
    if _NUMBER.match(phrase):
        before += _NO_MINUS
    found = re.search(before + re.escape(phrase) + after, text)
    return found.start() if found else None


def find_quote(
    quote: str, text: str, *, edits_per_hundred: int = 5, normalisation: Normalisation = LOOSE
) -> Found | None:
    """Where a quotation stands in a text, or None.

    Both sides are normalised. An exact passage of whole words is preferred; else the one with the fewest edits (Levenshtein
    distance over all substrings, widened to whole words) is taken, if it needs at most `edits_per_hundred` for each hundred
    characters of the quotation, rounded down, and has the same numbers and negations: a quotation that differs in a figure or
    in a "not" is not found.

    Source: E. W. Myers, "A fast bit-vector algorithm for approximate string matching", JACM 46(3), 1999.

    >>> source = "Refunds are  accepted\\nfor 30 days."
    >>> find_quote("refunds are accepted for 30 days", source)
    Found(start=0, end=33, distance=0)
    >>> find_quote("refunds are acepted for 30 days", source)
    Found(start=0, end=33, distance=1)
    >>> find_quote("refunds are accepted for 90 days", source) is None
    True
    """
    needle = normalisation(quote).strip()
    if not needle:
        return None
    hay, offsets = align(text, normalisation)
    exact = find_phrase(needle, hay)
    if exact is not None:
        return Found(offsets[exact], offsets[exact + len(needle)], 0)
    limit = len(needle) * edits_per_hundred // 100
    if not limit or len(needle) - limit > len(hay):
        return None
    end, distance = _best_end(needle, hay)
    window = hay[max(end - len(needle) - limit, 0) : end]
    start = end - _best_end(needle[::-1], window[::-1])[0]
    whole_start, whole_end = _whole_words(hay, start, end)
    distance += start - whole_start + whole_end - end
    if distance > limit or _facts(hay[whole_start:whole_end]) != _facts(needle):
        return None
    return Found(offsets[whole_start], offsets[whole_end], distance)


def _whole_words(hay: str, start: int, end: int) -> tuple[int, int]:
    """The span, widened to the ends of words that it cuts."""
    while start > 0 and _WORD.match(hay[start - 1]) and _WORD.match(hay[start]):
        start -= 1
    while end < len(hay) and _WORD.match(hay[end]) and _WORD.match(hay[end - 1]):
        end += 1
    return start, end


def _facts(text: str) -> tuple[list[str], list[str]]:
    negations = negation_words()
    return number_words(text), [token for token in content_tokens(text) if token in negations]


def _best_end(pattern: str, text: str) -> tuple[int, int]:
    """The end of the first substring of `text` with the smallest Levenshtein distance to `pattern`, and that distance."""
    everything, top = (1 << len(pattern)) - 1, 1 << (len(pattern) - 1)
    places: dict[str, int] = {}
    for index, character in enumerate(pattern):
        places[character] = places.get(character, 0) | 1 << index
    plus, minus, distance = everything, 0, len(pattern)
    best_end, best = 0, distance
    for index, character in enumerate(text, start=1):
        equal = places.get(character, 0)
        vertical = equal | minus
        horizontal = (((equal & plus) + plus) ^ plus) | equal
        up = minus | (~(horizontal | plus) & everything)
        down = plus & horizontal
        distance += bool(up & top) - bool(down & top)
        up, down = up << 1, down << 1
        plus = (down | ~(vertical | up)) & everything
        minus = up & vertical & everything
        if distance < best:
            best_end, best = index, distance
    return best_end, best
