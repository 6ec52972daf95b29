"""Function words: the short words that carry a language's grammar, and what they show of a text."""

from __future__ import annotations

import re
from functools import cache

from assay.text.tokens import words

CONJUNCTIONS = {
    "en": "and but while whereas yet",
    "de": "und aber sondern während",
    "fr": "et mais tandis alors",
    "es": "y pero mientras",
    "it": "e ma mentre",
    "pt": "e mas enquanto",
    "nl": "en maar terwijl",
}
VERBS = {
    "en": "is are was were be has have had can could may might must shall should will would do does did",
    "de": "ist sind war waren wird werden wurde wurden hat haben hatte hatten kann können muss müssen darf dürfen soll sollen",
    "fr": "est sont était étaient sera seront a ont avait avaient peut peuvent doit doivent fut furent",
    "es": "es son era eran fue fueron será serán ha han había habían puede pueden debe deben está están hay",
    "it": "è sono era erano fu furono sarà saranno ha hanno aveva avevano può possono deve devono",
    "pt": "é são era eram foi foram será serão tem têm tinha tinham pode podem deve devem está estão",
    "nl": "is zijn was waren wordt worden werd werden heeft hebben had hadden kan kunnen moet moeten mag mogen zal zullen",
}
SUBJECTS = {
    "en": "i you he she it we they this that these those there the a an his her its our their your my no",
    "de": "ich du er sie es wir ihr dies diese dieser dieses der die das ein eine sein seine ihre unser kein keine man",
    "fr": "je tu il elle nous vous ils elles on ce cela ces le la les l'on un une son sa ses leur leurs aucun aucune",
    "es": "yo tú él ella ello nosotros ellos ellas usted ustedes este esta esto estos el la los las un una su sus no",
    "it": "io tu lui lei esso essa noi voi loro questo questa il lo la gli le i un una suo sua nessun nessuna non",
    "pt": "eu tu ele ela nós eles elas você vocês este esta isto o a os as um uma seu sua nenhum nenhuma não",
    "nl": "ik jij je hij zij ze het we wij jullie dit dat deze die de een zijn haar hun ons geen men",
}
_SCRIPTS = (
    ("ar", re.compile(r"[\u0620-\u06ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
)
_LEAD = 2
"""By how many function words another language must lead before a text in Latin letters is not taken for English."""


def guess_language(text: str) -> str:
    """The language that a text's function words, or its script, speak for; `en` where nothing speaks clearly for another.

    For choosing word lists (negations, conjunctions, directions), where a wrong guess costs a guard; not for reporting a
    language.

    >>> guess_language("Die Erstattung dauert 30 Tage, und sie ist nicht möglich."), guess_language("It was not a die.")
    ('de', 'en')
    """
    letters = sum(character.isalpha() for character in text)
    for language, script in _SCRIPTS:
        if 2 * len(script.findall(text)) > letters:
            return language
    found = words(text)
    counts = {language: sum(word in known for word in found) for language, known in _known().items()}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] >= counts["en"] + _LEAD else "en"


@cache
def _known() -> dict[str, frozenset[str]]:
    every = (CONJUNCTIONS, VERBS, SUBJECTS)
    return {
        language: frozenset(word for lists in every for word in lists[language].split()) for language in CONJUNCTIONS
    }
