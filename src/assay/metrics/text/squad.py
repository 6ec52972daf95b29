"""The normalisation of the SQuAD evaluation: case, punctuation, English articles and spaces do not count."""

from __future__ import annotations

import re
import string
import sys
import unicodedata
from functools import cache

_ARTICLES = re.compile(r"\b(a|an|the)\b")


def squad_tokens(text: str) -> list[str]:
    """Lower case, without punctuation of any script, without English articles, split at white space.

    Articles stay where nothing else is left: an answer `A` is not emptied.

    Source: the evaluation script of Rajpurkar et al., SQuAD, EMNLP 2016.

    >>> squad_tokens("The  cat's “hat”!")
    ['cats', 'hat']
    >>> squad_tokens("A")
    ['a']
    """
    bare = unicodedata.normalize("NFC", text).lower().translate(_punctuation())
    return _ARTICLES.sub(" ", bare).split() or bare.split()


@cache
def _punctuation() -> dict[int, None]:
    every = (code for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)).startswith("P"))
    return dict.fromkeys([*map(ord, string.punctuation), *every])
