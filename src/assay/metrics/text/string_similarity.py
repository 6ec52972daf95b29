"""How alike answer and reference are, character by character."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.errors import ConfigurationError
from assay.metrics.parameters import require_normalisation
from assay.metrics.text.reference import ReferenceMetric
from assay.records import MetricResult
from assay.text.normalise import Normalisation
from assay.text.similarity import SIMILARITIES, similarity


@dataclass(frozen=True, kw_only=True)
class StringSimilarity(ReferenceMetric):
    """How alike answer and reference are, character by character: 1 for the same text, 0 for nothing in common.

    `by` is levenshtein (default), damerau or hamming, each 1 - edits / length of the longer text (hamming pads the
    shorter one); or jaro, or jaro_winkler. Higher is better. Both texts are normalised first (`NFC` by default). It
    sees spelling and not meaning: a missing "not" costs three characters. Inputs, not applicable and invalid: see
    `ReferenceMetric`. A blank answer is 0.

    Source: Levenshtein 1966; Damerau 1964; Hamming 1950; Jaro 1989; Winkler 1990. Computed by rapidfuzz.

    >>> StringSimilarity().score(answer="sitting", reference="sittin").reason
    'levenshtein similarity 0.8571'
    """

    name: ClassVar[str] = "string_similarity"
    method: ClassVar[str] = "lexical"
    proxy: ClassVar[bool] = True

    by: str = "levenshtein"
    normalisation: str = "NFC"

    def __post_init__(self) -> None:
        require_normalisation(self.normalisation)
        if self.by not in SIMILARITIES:
            raise ConfigurationError(f"string_similarity: by must be one of {', '.join(SIMILARITIES)}, got {self.by!r}")

    def compute(self, answer: str, reference: str) -> MetricResult:
        """Normalise both and measure."""
        normalise = Normalisation(self.normalisation)
        value = similarity(normalise(answer), normalise(reference), by=self.by)
        return MetricResult(value=float(value), reason=f"{self.by} similarity {float(value):.4f}")
