"""Which retrieved contexts are, as text, one of the reviewed reference contexts. What the `[text]` metrics share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.base import Metric
from assay.metrics.parameters import require_normalisation
from assay.records import Case, Context, Item, MetricResult, exact, not_applicable
from assay.text.normalise import Normalisation
from assay.text.similarity import SIMILARITIES, similarity

NOTHING_EXPECTED = "the case states no reference_contexts that are not blank"


@dataclass(frozen=True, slots=True)
class Match:
    """The best counterpart of one passage: its similarity, its position on the other side, and whether that is enough."""

    text: str
    similarity: Fraction
    position: int | None
    enough: bool


@dataclass(frozen=True, kw_only=True)
class ContextMatching(Metric):
    """Contexts compared with reference contexts as text. Base of the `[text]` metrics; subclasses write `compute`.

    Two passages match when their similarity (`by`: levenshtein, damerau, hamming, jaro or jaro_winkler) reaches
    `threshold`, on both sides of the comparison alike; a threshold of 0 is a threshold. Both are normalised first
    (`normalisation`, by default Unicode NFC and white space). A blank passage is no passage, on either side.

    Inputs: `contexts` (from the target) and `reference_contexts` (reviewed). Not applicable: no reference context that
    is not blank. No context retrieved is a true 0. Character similarity is a proxy for "the same passage": it does not
    see that a passage was cut elsewhere (see `context_overlap`).
    """

    method: ClassVar[str] = "lexical"
    proxy: ClassVar[bool] = True

    by: str = "levenshtein"
    threshold: float = 0.5
    normalisation: str = "NFC+space"

    def __post_init__(self) -> None:
        if self.by not in SIMILARITIES:
            raise ConfigurationError(f"{self.name}: by must be one of {', '.join(SIMILARITIES)}, got {self.by!r}")
        if isinstance(self.threshold, bool) or not 0 <= self.threshold <= 1:
            raise ConfigurationError(f"{self.name}: threshold must lie between 0 and 1, got {self.threshold!r}")
        require_normalisation(self.normalisation)

    def measure(self, contexts: Sequence[Context], reference_contexts: Sequence[str]) -> MetricResult:
        """Drop blank passages, then compute."""
        references = [text for text in reference_contexts if text.strip()]
        if not references:
            return not_applicable(NOTHING_EXPECTED)
        return self.compute([context.text for context in contexts if context.text.strip()], references)

    def applies(self, case: Case) -> str | None:
        """The case must state a reference context that is not blank."""
        stated = case.reference_contexts
        return None if stated and any(text.strip() for text in stated) else NOTHING_EXPECTED

    def compute(self, contexts: list[str], references: list[str]) -> MetricResult:
        """The result for passages that are not blank. Subclasses write it."""
        raise TypeError(f"{type(self).__name__} does not define compute()")

    def matches(self, passages: Sequence[str], others: Sequence[str]) -> list[Match]:
        """For each passage its most similar counterpart among the others, the first of equals."""
        normalise = Normalisation(self.normalisation)
        normal = [normalise(other) for other in others]
        return [self._best(text, normalise(text), normal) for text in passages]

    def _best(self, text: str, normal: str, others: Sequence[str]) -> Match:
        best, position = Fraction(0), None
        for index, other in enumerate(others):
            value = similarity(normal, other, by=self.by)
            if position is None or value > best:
                best, position = value, index
        return Match(text, best, position, position is not None and best >= exact(self.threshold))


def match_item(match: Match, **rest: Any) -> Item:
    """The evidence for one passage."""
    details = {"similarity": float(match.similarity)}
    if match.position is not None:
        details["counterpart"] = match.position + 1
    return Item(
        kind="passage", outcome="matched" if match.enough else "unmatched", text=match.text, details=details, **rest
    )
