"""What a text says *not*: a guard for everything that compares texts by their words.

"May share" and "may not share" have nearly the same words. Here each negation is tied to the word that it negates, so that two
texts can be asked whether they contradict one another on a word that they share.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from assay.text.normalise import LOOSE
from assay.text.tokens import canonical_number, content_tokens, primary_language

_NEGATIONS = {
    "en": "no not never none nobody nothing neither nor nowhere without cannot unable hardly",
    "fr": "ne pas jamais aucun aucune rien sans ni non",
    "de": "nicht kein keine keinen keinem keiner keines nie niemals ohne weder nein",
    "es": "no nunca jamás sin ningún ninguna ninguno ni nada tampoco",
    "it": "non mai senza nessun nessuno nessuna né no",
    "pt": "não nunca jamais sem nenhum nenhuma nem",
    "nl": "niet geen nooit zonder noch nee",
    "ru": "не нет ни без никогда нельзя",
    "ar": "لا لم لن ليس ليست بدون دون غير",
    "hi": "नहीं मत बिना न",
}
_IN_SCRIPT = re.compile(r"[不没沒无無未](?![来來])|ない|ません|なかった|ไม่|않|못(?=[하합해했])")
"""Negations of scripts without spaces, and of Korean endings: counted, because they are not words of their own."""

_DENIAL = re.compile(
    r"\b(?:it\s+(?:is|was)|it['’]s)\s+(?:(?:not|never)\s+(?:true|right|correct|the\s+case)|(?:false|untrue|wrong|incorrect))"
    r"\s+(?:that|to\s+say\s+that)\b"
    r"|\bit\s+(?:isn|wasn)['’]t\s+(?:true|right|correct|the\s+case)\s+(?:that|to\s+say\s+that)\b",
    re.IGNORECASE,
)
"""English words before a clause that deny it as a whole."""


@dataclass(frozen=True, slots=True)
class Polarity:
    """The content of a text: words that it states plainly, words that it negates, and how many negations it has in all."""

    plain: frozenset[str]
    negated: frozenset[str]
    count: int

    def contradicts(self, other: Polarity) -> bool:
        """Whether one side negates a word that the other states plainly.

        In scripts without spaces a negation cannot be tied to a word, so there the two sides must hold equally many.
        """
        if not (self.negated or other.negated):
            return self.count != other.count
        return bool(self.plain & (other.negated - other.plain) or other.plain & (self.negated - self.plain))


def negation_words(language: str = "en") -> frozenset[str]:
    """The negations of a language that are words of their own; those of English where the language has no list."""
    return frozenset(_NEGATIONS.get(primary_language(language), _NEGATIONS["en"]).split())


def polarity(text: str, language: str = "en") -> Polarity:
    """Which content words a text states and which it negates.

    A negation negates the next content word; where none follows, the one before it. "It is not true that" before a clause (also
    false, wrong, not the case) negates the first content word of the clause.

    >>> found = polarity("We may not share your data.")
    >>> sorted(found.plain), sorted(found.negated)
    (['data', 'may'], ['share'])
    """
    negations = negation_words(language)
    text = _DENIAL.sub(" not ", text) if primary_language(language) == "en" else text
    plain: list[str] = []
    negated: list[str] = []
    pending = 0
    count = len(_IN_SCRIPT.findall(LOOSE(text)))
    for token in content_tokens(text, language):
        if token in negations:
            pending += 1
            count += 1
        elif pending:
            negated.append(token)
            pending = 0
        else:
            plain.append(token)
    if pending and plain and not negated:
        negated.append(plain.pop())
    return Polarity(frozenset(plain), frozenset(negated), count)


def contradicts(first: str, second: str, language: str = "en") -> bool:
    """Whether one text negates a word that the other states plainly (see `Polarity.contradicts`).

    >>> contradicts("We may share data.", "We may not share data.")
    True
    >>> contradicts("It is not true that refunds take 30 days.", "Refunds take 30 days.")
    True
    >>> contradicts("Refunds take 30 days.", "Refunds take 30 days but are not given on sale items.")
    False
    """
    return polarity(first, language).contradicts(polarity(second, language))


def number_words(text: str) -> list[str]:
    """The numbers of a text in canonical form, in order.

    >>> number_words("From 1,000 to 3.50 by 2026")
    ['1000', '3.50', '2026']
    """
    return [token for token in content_tokens(text) if canonical_number(token) == token]
