"""What the ROUGE metrics share: Unicode words, and F1, precision or recall from one count."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from assay.errors import ConfigurationError
from assay.metrics.text.reference import ReferenceMetric
from assay.records import MetricResult, not_applicable

MODES = ("f1", "precision", "recall")


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many units the answer and the reference have, and how many they share."""

    answer: int
    reference: int
    shared: int


@dataclass(frozen=True, kw_only=True)
class Rouge(ReferenceMetric):
    """Units that answer and reference share. Base of the ROUGE metrics; subclasses write `overlap`.

    `mode`: `f1` (default, 2 · shared / (answer + reference)), `precision` (shared / answer) or `recall` (shared /
    reference). Words are Unicode words after loose normalisation (case, typography and invisible characters do not
    count), one per character in scripts without spaces; there is no stemmer, so a word's forms differ in every language
    alike. Identical texts are exactly 1. Range 0 to 1, higher is better. Inputs and invalid: see `ReferenceMetric`. A
    blank answer is 0. Not applicable also when the reference has no unit to share (no word, for `rouge2` fewer than
    two). Overlap does not see a missing "not".
    """

    method: ClassVar[str] = "lexical"
    proxy: ClassVar[bool] = True

    mode: str = "f1"

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ConfigurationError(f"{self.name}: mode must be one of {', '.join(MODES)}, got {self.mode!r}")

    def compute(self, answer: str, reference: str) -> MetricResult:
        """Count the shared units and form the ratio of the mode."""
        found = self.overlap(answer, reference)
        if not found.reference:
            return not_applicable(f"the reference is too short for {self.name}")
        numerator, denominator = {
            "f1": (2 * found.shared, found.answer + found.reference),
            "precision": (found.shared, found.answer),
            "recall": (found.shared, found.reference),
        }[self.mode]
        reason = f"shared={found.shared}; answer={found.answer}; reference={found.reference}"
        if not denominator:
            return MetricResult(value=0.0, reason=reason)
        return MetricResult.of_ratio(numerator, denominator, reason=reason)

    def overlap(self, answer: str, reference: str) -> Overlap:
        """The counts for two texts. Subclasses write it."""
        raise TypeError(f"{type(self).__name__} does not define overlap()")


def ngram_overlap(answer: list[str], reference: list[str], size: int) -> Overlap:
    """Shared runs of `size` words, each occurrence counted once."""
    sides = [Counter(zip(*(tokens[start:] for start in range(size)), strict=False)) for tokens in (answer, reference)]
    return Overlap(sides[0].total(), sides[1].total(), (sides[0] & sides[1]).total())
