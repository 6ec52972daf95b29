"""Words of a text in any script.

A *word* is a run of letters, digits and combining marks, with apostrophes inside (`l'eau`, `doesn't`). A *number* is a word of
its own, with its decimal points, commas and sign (`3.5`, `1,000`, `-4`); a unit written on to it is the next word (`5mg` is `5`,
`mg`). Scripts that do not put spaces between words (Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar) give one word per
character with its marks. Everything else (punctuation, symbols, `_`) separates words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise

from assay.text.normalise import LOOSE, Normalisation

SPACELESS = (
    "\u0e01-\u0e30\u0e32\u0e33\u0e3f-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6"  # Thai, Lao without their marks
    "\u1000-\u102a\u103f\u1050-\u1055\u1780-\u17b3"  # Myanmar, Khmer letters
    "\u3005\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003fffd"  # Han, half-width kana
)
"""Letters of scripts that put no spaces between words, as the inside of a character class."""

_SPACELESS_START = re.compile(f"[{SPACELESS}]")
_NUMBER = r"(?:(?<![\w'.,])-)?\d+(?:[.,]\d+)*"
_GROUPED = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d{1,3}(?:\.\d{3}){2,}")
_DECIMAL = re.compile(r"-?\d+(?:[.,]\d+)?")

_ENGLISH = """
a an the this that these those here there i me my mine we us our ours you your yours he him his she her hers it its they them
theirs who whom whose which what when where why how am is are was were be been being do does did doing done have has had having
will would shall can could of to in on at by for from with as into onto about over under between through during and or but if then
than so because while also just very too such own same some any each both all more most other
"""
_STOP_WORDS = {"en": frozenset(_ENGLISH.split())}
"""Words that carry no content. No negation is among them, and no `may`, `must`, `should`, `only`."""

_SPELLED = {"cannot": "can not", "can't": "can not", "won't": "will not", "shan't": "shall not", "ain't": "is not"}


@cache
def _pattern() -> re.Pattern[str]:
    marks = _ranges("M")
    letter = rf"(?:(?![{SPACELESS}])[^\W\d_])"
    inner = rf"(?:{letter}|[{marks}]|\d|(?<=\d)[.,](?=\d))"
    word = rf"{letter}{inner}*(?:'{letter}{inner}*)*"
    return re.compile(rf"{_NUMBER}|[{SPACELESS}][{marks}]*|{word}")


@cache
def _ascii_pattern() -> re.Pattern[str]:
    inner = r"(?:[a-zA-Z0-9]|(?<=\d)[.,](?=\d))"
    return re.compile(rf"{_NUMBER}|[a-zA-Z]{inner}*(?:'[a-zA-Z]{inner}*)*")


def _ranges(category: str) -> str:
    """The characters of a general category as the inside of a character class; no script has marks above plane 1."""
    found = [code for code in range(0x20000) if unicodedata.category(chr(code))[0] == category]
    starts = [code for code, before in zip(found, [-2, *found], strict=False) if code != before + 1]
    ends = [code for code, after in zip(found, [*found[1:], -2], strict=True) if code + 1 != after]
    return "".join(f"{chr(start)}-{chr(end)}" for start, end in zip(starts, ends, strict=True))


def words(text: str, normalisation: Normalisation = LOOSE) -> list[str]:
    """The words of a text in order, after normalisation.

    >>> words("Don’t pay $1,000.50 for 5mg!")
    ["don't", 'pay', '1,000.50', 'for', '5', 'mg']
    >>> words("東京は晴れ, हिन्दी")
    ['東', '京', 'は', '晴', 'れ', 'हिन्दी']
    """
    normal = normalisation(text)
    pattern = _ascii_pattern() if normal.isascii() else _pattern()
    return pattern.findall(normal)


def word_spans(text: str) -> list[tuple[int, int]]:
    """Where the words of a text as given begin and end.

    >>> word_spans("It's 3.5 km")
    [(0, 4), (5, 8), (9, 11)]
    """
    pattern = _ascii_pattern() if text.isascii() else _pattern()
    return [match.span() for match in pattern.finditer(text)]


def canonical_number(word: str) -> str | None:
    """A number word in one form, or None for another word: `1,000` is `1000`, `3,5` is `3.5`.

    A comma or repeated points before groups of three digits separate thousands; one point or comma before other digits is
    the decimal sign. Zeros stay (`3.10` is not `3.1`, as a version is not). A text of digits that is no number is None.

    >>> [canonical_number(word) for word in ("1,000", "1.000.000", "3,50", "3.10", "10.0.0.1", "x")]
    ['1000', '1000000', '3.50', '3.10', None, None]
    """
    if _GROUPED.fullmatch(word):
        return word.replace(",", "") if "," in word else word.replace(".", "")
    return word.replace(",", ".") if _DECIMAL.fullmatch(word) else None


def content_tokens(text: str, language: str = "en") -> list[str]:
    """The tokens by which the content of two texts is compared, in order.

    Words after loose normalisation; contractions with *not* are spelled out (`doesn't` is `does`, `not`), a possessive `'s` is
    cut off, numbers are in canonical form, and a run of a script without spaces gives its overlapping pairs of characters. Then
    the stop words of the language are dropped (only English has a list). A negation is never dropped, and a text that consists of
    stop words keeps them all.

    >>> content_tokens("The company doesn't share 1,000 records.")
    ['company', 'not', 'share', '1000', 'records']
    >>> content_tokens("No."), content_tokens("It is."), content_tokens("東京都")
    (['no'], ['it', 'is'], ['東京', '京都'])
    """
    normal = LOOSE(text)
    found = _ascii_pattern().findall(normal) if normal.isascii() else _paired(_pattern().finditer(normal))
    tokens = [token for word in found for token in _comparable(word)]
    stop = stop_words(language)
    return [token for token in tokens if token not in stop] or tokens


def stop_words(language: str) -> frozenset[str]:
    """The words of a language that carry no content; none where there is no list."""
    return _STOP_WORDS.get(primary_language(language), frozenset())


def _paired(matches: Iterable[re.Match[str]]) -> Iterator[str]:
    """The words; neighbours of a script without spaces as overlapping pairs, a lone one by itself."""
    run: list[str] = []
    end = -1
    for match in matches:
        if run and (match.start() != end or not _SPACELESS_START.match(match[0])):
            yield from _pairs(run)
            run = []
        if _SPACELESS_START.match(match[0]):
            run.append(match[0])
        else:
            yield match[0]
        end = match.end()
    yield from _pairs(run)


def _pairs(run: list[str]) -> list[str]:
    return [first + second for first, second in pairwise(run)] or run


def primary_language(language: str) -> str:
    """The first subtag of a language tag (BCP 47), in lower case: `pt-BR` is `pt`."""
    return language.replace("_", "-").partition("-")[0].lower()


def _comparable(word: str) -> Iterator[str]:
    number = canonical_number(word)
    if number is not None:
        yield number
    elif word in _SPELLED:
        yield from _SPELLED[word].split()
    elif word.endswith("n't"):
        yield from (word[:-3], "not")
    else:
        yield word.removesuffix("'s")
