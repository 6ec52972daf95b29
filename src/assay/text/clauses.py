"""From a text to the single claims that it makes: sentences, then clauses. The same on every machine, no model.

A sentence is cut after a semicolon, and at a comma followed by a coordinating conjunction (`, and`, `, but`, `, und`, `, mais`),
but only where both sides can stand alone: each has a finite verb of a short list of common ones, and the right side begins with
a subject (a pronoun, an article, or a capitalised word). So "sells bread and cakes" and "was founded in 1990 and closed in 1999"
stay whole: a clause is never torn from the subject that it needs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from assay.text.function_words import CONJUNCTIONS, SUBJECTS, VERBS, guess_language
from assay.text.sentences import sentence_spans
from assay.text.tokens import content_tokens, primary_language, words

_SEMICOLON = re.compile(r"[;；；]\s*")
_FEWEST_WORDS = 2


@dataclass(frozen=True, slots=True)
class Clause:
    """One claim of a text, word for word, and where it stands: `text[start:end]`."""

    text: str
    start: int
    end: int


def clauses(text: str, *, language: str | None = None, splitter: str = "rules") -> list[Clause]:
    """The claims of a text in order. Questions and pieces without a word are left out.

    Args:
        text: any text; a blank one claims nothing.
        language: a BCP 47 tag; guessed from the function words where it is not given. Conjunctions are known for en, de, fr,
            es, it, pt and nl; other languages are cut into sentences and at semicolons.
        splitter: of sentences, see `sentence_spans`.

    Raises:
        ConfigurationError, MissingExtraError: from the sentence splitter.

    >>> [clause.text for clause in clauses("Refunds take 30 days, but they are not for sale items. Ask support; it is free.")]
    ['Refunds take 30 days, but they are not for sale items.', 'Ask support', 'it is free.']
    >>> [clause.text for clause in clauses("The shop is open on Sunday, and it has a car park.")]
    ['The shop is open on Sunday', 'it has a car park.']
    """
    spoken = primary_language(language or guess_language(text))
    found: list[Clause] = []
    for start, end in sentence_spans(text, splitter):
        if text[start:end].rstrip("\"'”’»)").endswith(("?", "？", "؟")):
            continue
        found += [Clause(text[a:b], a, b) for a, b in _pieces(text, start, end, spoken)]
    return [clause for clause in found if any(character.isalnum() for character in clause.text)]


def _pieces(text: str, start: int, end: int, language: str) -> list[tuple[int, int]]:
    """The sentence's clauses as spans; a cut leaves out the semicolon, or the comma and the conjunction."""
    spans: list[tuple[int, int]] = []
    for left, right in _breaks(text, start, end, language):
        if _stands_alone(text[start:left], text[right:end], language, conjunction=text[left] == ","):
            spans.append((start, left))
            start = right
    return [*spans, (start, end)]


def _breaks(text: str, start: int, end: int, language: str) -> list[tuple[int, int]]:
    """Where a clause may end and the next begin."""
    found = [match.span() for match in _SEMICOLON.finditer(text, start, end)]
    listed = CONJUNCTIONS.get(language)
    if listed is not None:
        pattern = re.compile(rf",\s+(?:{'|'.join(listed.split())})\s+", re.IGNORECASE)
        found += [match.span() for match in pattern.finditer(text, start, end)]
    return sorted(found)


def _stands_alone(left: str, right: str, language: str, *, conjunction: bool) -> bool:
    if not conjunction:
        return all(
            len(content_tokens(side, language)) >= _FEWEST_WORDS or _has_verb(side, language) for side in (left, right)
        )
    return _has_verb(left, language) and _has_verb(right, language) and _begins_with_subject(right, language)


def _has_verb(text: str, language: str) -> bool:
    return not set(VERBS.get(language, "").split()).isdisjoint(words(text))


def _begins_with_subject(text: str, language: str) -> bool:
    first = words(text)[:1]
    return bool(first) and (first[0] in SUBJECTS.get(language, "").split() or text[:1].isupper())
