"""Numbers written in words."""

from __future__ import annotations

import re

_SMALL = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
"""
_UNITS = _SMALL.split()
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUES = {word: number for number, word in enumerate(_UNITS)} | {
    word: 10 * ten for ten, word in enumerate(_TENS, start=2)
}
_NUMERAL = re.compile(
    rf"\b(?:(?P<tens>{'|'.join(_TENS)})(?:[-\s](?P<unit>{'|'.join(_UNITS[1:10])}))?|(?P<small>{'|'.join(_UNITS[2:])}))\b",
    re.IGNORECASE,
)


def with_digits(text: str) -> str:
    """The text with English numerals from two to ninety-nine as digits. `one` stays: it is a pronoun as often as a number.

    >>> with_digits("Within thirty days, twenty-one at most, one each.")
    'Within 30 days, 21 at most, one each.'
    """
    return _NUMERAL.sub(_digits, text)


def _digits(match: re.Match[str]) -> str:
    if match["small"]:
        return str(_VALUES[match["small"].lower()])
    return str(_VALUES[match["tens"].lower()] + _VALUES.get((match["unit"] or "").lower(), 0))
