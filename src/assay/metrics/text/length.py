"""How long the answer is."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.base import Metric
from assay.metrics.text.reference import as_text
from assay.records import Direction, MetricResult, Range
from assay.text.sentences import sentence_spans
from assay.text.tokens import words

UNITS = ("words", "characters", "sentences")


@dataclass(frozen=True, kw_only=True)
class Length(Metric):
    """How long the answer is, in words, characters or sentences (`of`). From 0 upwards; neither way is better.

    Words are Unicode words (each character in scripts without spaces), characters are code points after NFC without
    white space at the ends, sentences are split by Assay's rules for every script. A blank answer is 0. Input:
    `answer`. Invalid: a value that is not text.

    Source: Unicode Standard Annexes 15 (NFC) and 29 (words, of which ours is a simplification).

    >>> Length().score(answer="It takes 30 days.").value
    4
    """

    name: ClassVar[str] = "length"
    domain: ClassVar[Range] = Range(low=0, high=None)
    direction: ClassVar[Direction] = Direction.NONE
    unit: ClassVar[str] = "words, characters or sentences"

    of: str = "words"

    def __post_init__(self) -> None:
        check_unit(self.name, self.of)

    def measure(self, answer: Any) -> MetricResult:
        """Count."""
        count = length_of(as_text(answer, "answer"), self.of)
        return MetricResult(value=count, reason=f"{count} {self.of}")


def check_unit(name: str, of: str) -> None:
    """Refuse a unit that does not exist.

    Raises:
        ConfigurationError: names the metric and the units.
    """
    if of not in UNITS:
        raise ConfigurationError(f"{name}: of must be one of {', '.join(UNITS)}, got {of!r}")


def length_of(text: str, of: str) -> int:
    """The number of words, characters or sentences of a text."""
    if of == "words":
        return len(words(text))
    if of == "sentences":
        return len(sentence_spans(text))
    return len(unicodedata.normalize("NFC", text).strip())
