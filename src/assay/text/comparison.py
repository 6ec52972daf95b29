"""Words of which a claim has one and the evidence its opposite: more or less, before or after, open or closed."""

from __future__ import annotations

from collections.abc import Iterable

from assay.text.tokens import primary_language

_OPPOSITES = {
    "en": (
        ("more greater larger bigger over above exceeds exceeded", "less fewer smaller under below"),
        ("higher", "lower"),
        (
            "increase increases increased rise rises rose grew growth",
            "decrease decreases decreased fall falls fell decline declined",
        ),
        ("before earlier prior", "after later following"),
        ("maximum most", "minimum least"),
        ("longer", "shorter"),
        ("older oldest", "younger youngest newer"),
        ("first", "last"),
        ("faster", "slower"),
        ("best better", "worst worse"),
        ("north northern", "south southern"),
        ("east eastern", "west western"),
        ("open opens opened", "closed closes shut"),
        ("allowed permitted allows permits", "forbidden prohibited banned forbids prohibits"),
        ("included includes including", "excluded excludes excluding"),
        ("accepted accepts", "rejected rejects refused refuses"),
        ("required mandatory", "optional"),
        ("enabled enables", "disabled disables"),
        ("won wins", "lost loses"),
        ("legal", "illegal"),
        ("alive", "dead"),
    ),
    "de": (
        ("mehr größer über", "weniger kleiner unter"),
        ("höher", "niedriger tiefer"),
        ("steigt stieg erhöht gestiegen", "sinkt sank gesenkt gefallen"),
        ("vor früher", "nach später"),
        ("mindestens", "höchstens"),
        ("länger", "kürzer"),
        ("älter", "jünger"),
        ("geöffnet offen", "geschlossen"),
        ("erlaubt zulässig", "verboten unzulässig"),
    ),
    "fr": (
        ("plus supérieur supérieure", "moins inférieur inférieure"),
        ("augmente augmenté hausse", "diminue diminué baisse"),
        ("avant", "après"),
        ("maximum", "minimum"),
        ("ouvert ouverte ouverts ouvertes", "fermé fermée fermés fermées"),
        ("autorisé autorisée", "interdit interdite"),
    ),
    "es": (
        ("más mayor superior", "menos menor inferior"),
        ("aumenta aumentó sube", "disminuye disminuyó baja"),
        ("antes", "después"),
        ("máximo", "mínimo"),
        ("abierto abierta abiertos abiertas", "cerrado cerrada cerrados cerradas"),
        ("permitido permitida", "prohibido prohibida"),
    ),
}


def flipped_direction(first: Iterable[str], second: Iterable[str], language: str = "en") -> tuple[str, str] | None:
    """A word of `first` whose opposite stands in `second`, where neither side has both; with that opposite.

    >>> flipped_direction("open before noon".split(), "open after noon".split())
    ('before', 'after')
    >>> flipped_direction("more than ten".split(), "no less and no more".split()) is None
    True
    """
    ours, theirs = set(first), set(second)
    for pair in _OPPOSITES.get(primary_language(language), ()):
        low, high = (frozenset(side.split()) for side in pair)
        for here, there in ((low, high), (high, low)):
            if ours & here and theirs & there and not ours & there and not theirs & here:
                return min(ours & here), min(theirs & there)
    return None
