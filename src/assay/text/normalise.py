"""Text made comparable in stated steps. The steps' names are part of every signature that rests on them.

Steps, each a name:

* `NFC`, `NFKC`: Unicode normal form (UAX #15). NFKC also folds compatibility characters: `①` to `1`, `ﬁ` to `fi`.
* `visible`: drops default-ignorable characters (zero-width spaces and joiners, soft hyphens, direction marks, byte-order marks,
  variation selectors).
* `marks`: typographic apostrophes, quotation marks, hyphens and dashes become their ASCII forms.
* `digits`: decimal digits of every script become 0 to 9, the Arabic decimal and thousands signs a point and a comma.
* `numbers`: commas that separate thousands are removed: `1,000` becomes `1000`.
* `casefold`: full Unicode case folding, canonical caseless form (Unicode standard, D145).
* `space`: every run of white space becomes one blank; outer white space is removed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
_EMPTY_CELL = "\u2800"
_UNSEEN = frozenset({"Cc", "Cf", "Mc", "Me", "Mn", "Zl", "Zp", "Zs"})
_DIGIT = re.compile(r"[^\D0-9]")
_MARKS = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛ʼ＇", "'"),
        **dict.fromkeys("“”„‟«»「」『』＂", '"'),
        **dict.fromkeys("‐‑‒–—―−－", "-"),
    }
)
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_SEPARATORS = str.maketrans({"٫": ".", "٬": ","})
_MARK, _SEPARATOR = (re.compile(f"[{''.join(map(chr, table))}]") for table in (_MARKS, _SEPARATORS))
"""To find what is translated: on a long text several times faster than translating every letter."""


def _casefold(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())


_STEPS: dict[str, Callable[[str], str]] = {
    "NFC": lambda text: unicodedata.normalize("NFC", text),
    "NFKC": lambda text: unicodedata.normalize("NFKC", text),
    "visible": lambda text: _IGNORABLE.sub("", text),
    "marks": lambda text: _MARK.sub(lambda match: match[0].translate(_MARKS), text),
    "digits": lambda text: _DIGIT.sub(
        lambda match: str(unicodedata.digit(match[0])),
        _SEPARATOR.sub(lambda sign: sign[0].translate(_SEPARATORS), text),
    ),
    "numbers": lambda text: _THOUSANDS.sub(lambda match: match[0].replace(",", ""), text),
    "casefold": _casefold,
    "space": lambda text: " ".join(text.split()),
}


def is_blank(text: str) -> bool:
    """Whether a reader sees nothing: only white space, controls, invisible characters, empty Braille cells and lone marks.

    >>> is_blank(" \u200b\\n"), is_blank("\u0301"), is_blank("0")
    (True, True, False)
    """
    return all(letter == _EMPTY_CELL or unicodedata.category(letter) in _UNSEEN for letter in _IGNORABLE.sub("", text))


@dataclass(frozen=True, slots=True)
class Normalisation:
    """A named sequence of steps; calling it applies them in order, and its text lists them.

    >>> loose = Normalisation("NFC+visible+casefold+space")
    >>> loose("  Cafe\u0301\u200b\\n STRASSE ") == loose("café straße")
    True
    >>> str(loose)
    'NFC+visible+casefold+space'

    Raises:
        ValueError: a step that does not exist.
    """

    name: str

    def __post_init__(self) -> None:
        unknown = [step for step in self.steps if step not in _STEPS]
        if unknown:
            raise ValueError(f"unknown normalisation step {unknown[0]!r}; the steps are {', '.join(_STEPS)}")

    @property
    def steps(self) -> tuple[str, ...]:
        """The names of the steps, in order."""
        return tuple(self.name.split("+")) if self.name else ()

    def __call__(self, text: str) -> str:
        for step in self.steps:
            text = _STEPS[step](text)
        return text

    def __str__(self) -> str:
        return self.name


EXACT = Normalisation("")
"""The text as given."""

CANONICAL = Normalisation("NFC")
"""Equal for canonically equivalent texts, and for no others."""

LOOSE = Normalisation("NFC+visible+casefold+marks+digits+space")
"""What a reader would call the same words: case, spacing, typography and invisible characters do not count."""

STATED = Normalisation("NFC+visible+casefold+marks+digits+numbers+space")
"""As `LOOSE`, and a number is the same with and without separators of thousands."""


def align(text: str, normalisation: Normalisation) -> tuple[str, list[int]]:
    """The normalised text, and for each of its characters the offset in `text` that it comes from; one more entry at the end.

    The text is cut before every character that cannot combine with the one before it, so a span `[a, b)` of the normalised
    text comes from `text[offsets[a]:offsets[b]]`. White space is folded, but not removed at the ends, so that offsets stay true.

    >>> normal, offsets = align("Cafe\u0301  au lait", LOOSE)
    >>> normal, offsets[5:]
    ('café au lait', [7, 8, 9, 10, 11, 12, 13, 14])
    """
    steps = Normalisation("+".join(step for step in normalisation.steps if step != "space"))
    fold_space = "space" in normalisation.steps
    characters: list[str] = []
    offsets: list[int] = []
    for start, end in _clusters(text):
        piece = steps(text[start:end])
        if fold_space and piece.isspace():
            piece = "" if characters and characters[-1] == " " else " "
        characters.extend(piece)
        offsets.extend([start] * len(piece))
    offsets.append(len(text))
    return "".join(characters), offsets


def _clusters(text: str) -> list[tuple[int, int]]:
    cuts = [
        index
        for index, character in enumerate(text)
        if index == 0 or not _joins(character) or text[index - 1].isspace()  # no mark composes with white space
    ]
    return list(pairwise([*cuts, len(text)]))


def _joins(character: str) -> bool:
    """Whether a character can compose with the one before it: a mark, or a medial or final Hangul letter."""
    return character > "\u02ff" and (unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff")
