"""How hard the answer is to read, by a stated formula."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.base import Metric
from assay.metrics.text.reference import as_text
from assay.records import Direction, MetricResult, Range, not_applicable
from assay.text.sentences import sentence_spans
from assay.text.tokens import primary_language, words

_VOWELS = re.compile(r"[aeiouyáàâäéèêëíìîïóòôöúùûü]+")
_SPOKEN_E = ("le", "ee", "ie", "oe", "ue", "ted", "ded", "eed", "ied")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Counts:
    """What the formulas count: words with a letter, their letters, those of more than six letters, syllables, sentences."""

    words: int
    letters: int
    long_words: int
    syllables: int
    sentences: int


@dataclass(frozen=True, kw_only=True)
class Readability(Metric):
    """How hard the answer is to read, by a stated `formula`. Any number; neither way is better by itself.

    W words with a letter, S sentences, Y syllables, L letters, X words of more than six letters:

    * `lix` (default; European languages written with letters): W/S + 100·X/W. 25 is children's books, 60 is hard.
    * `ari` (English): 4.71·L/W + 0.5·W/S - 21.43, a school grade.
    * `coleman_liau` (English): 5.88·L/W - 29.6·S/W - 15.8, a school grade.
    * `flesch` (English): 206.835 - 1.015·W/S - 84.6·Y/W, reading ease; higher is easier.
    * `flesch_kincaid` (English): 0.39·W/S + 11.8·Y/W - 15.59, a school grade.

    Syllables are counted by rule and not by a dictionary: groups of vowels, without a silent final e or ed, at least
    one a word. (textstat, the library of the field, downloads a pronouncing dictionary when it is used.) Inputs:
    `answer` and, optionally, the case's `language`. Not applicable: no word (so for a blank answer), the case states
    another language than the formula's, or more than half of the answer's letters are not Latin, Greek or Cyrillic.
    Invalid: a value that is not text.

    Source: Björnsson 1968 (LIX); Senter and Smith 1967 (ARI); Coleman and Liau 1975; Flesch 1948; Kincaid et al. 1975.

    >>> Readability().score(answer="The cat sat on the mat.").value
    6.0
    """

    name: ClassVar[str] = "readability"
    domain: ClassVar[Range] = Range(low=None, high=None)
    direction: ClassVar[Direction] = Direction.NONE
    unit: ClassVar[str] = "points of the formula"

    formula: str = "lix"

    def __post_init__(self) -> None:
        if self.formula not in _FORMULAS:
            raise ConfigurationError(
                f"readability: formula must be one of {', '.join(_FORMULAS)}, got {self.formula!r}"
            )

    def measure(self, answer: Any, language: Any = None) -> MetricResult:
        """Count and apply the formula."""
        text = as_text(answer, "answer")
        if language is not None and self.formula != "lix" and primary_language(as_text(language, "language")) != "en":
            return not_applicable(f"{self.formula} is made for English, the case states {language}", code="language")
        counts = count(text)
        if not counts.words:
            return not_applicable("the answer has no word")
        if 2 * len(_ALPHABETIC.findall(text)) < len(_LETTER.findall(text)):
            return not_applicable("most of the answer's letters are not Latin, Greek or Cyrillic", code="script")
        value = _FORMULAS[self.formula](counts)
        return MetricResult(
            value=value,
            reason=f"{self.formula}={value:.2f}; words={counts.words}; sentences={counts.sentences}",
            details={"words": counts.words, "sentences": counts.sentences, "syllables": counts.syllables},
        )


_ALPHABETIC = re.compile(r"[A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u052f\u1e00-\u1fff]")
_FORMULAS: dict[str, Callable[[Counts], float]] = {
    "lix": lambda c: c.words / c.sentences + 100 * c.long_words / c.words,
    "ari": lambda c: 4.71 * c.letters / c.words + 0.5 * c.words / c.sentences - 21.43,
    "coleman_liau": lambda c: 5.88 * c.letters / c.words - 29.6 * c.sentences / c.words - 15.8,
    "flesch": lambda c: 206.835 - 1.015 * c.words / c.sentences - 84.6 * c.syllables / c.words,
    "flesch_kincaid": lambda c: 0.39 * c.words / c.sentences + 11.8 * c.syllables / c.words - 15.59,
}


def count(text: str) -> Counts:
    """What the formulas need of a text."""
    found = [word for word in words(text) if _LETTER.search(word)]
    letters = [len(_LETTER.findall(word)) for word in found]
    return Counts(
        words=len(found),
        letters=sum(letters),
        long_words=sum(size > 6 for size in letters),
        syllables=sum(map(syllables, found)),
        sentences=max(len(sentence_spans(text)), 1),
    )


def syllables(word: str) -> int:
    """Syllables of a lower-case English word, by rule.

    >>> [syllables(word) for word in ("cat", "table", "made", "readability", "the", "asked", "wanted")]
    [1, 2, 1, 5, 1, 1, 2]
    """
    groups = len(_VOWELS.findall(word))
    silent = word.endswith(("e", "ed")) and not word.endswith(_SPOKEN_E)
    return max(groups - silent, 1)
