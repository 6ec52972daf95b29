"""How right and complete an answer is: claims that agree with the reference, and closeness of the two texts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.base import Metric
from assay.metrics.f_beta import f_beta, require_beta
from assay.metrics.grounding.claim_metric import GroundedClaims, JudgedClaims, asked
from assay.metrics.grounding.claims import ClaimSupport
from assay.metrics.grounding.two_sided import Comparison, compared
from assay.metrics.signature import Inputs
from assay.metrics.stated import require_reference
from assay.metrics.unanswered import unanswered
from assay.records import Item, MetricResult, Ratio, exact, not_applicable
from assay.records.protocols import Embedder, Grounder, Judge
from assay.records.score import recompute
from assay.text.vectors import cosine

NO_CLAIMS = "the answer or the reference states nothing that could be checked"


@dataclass(frozen=True)
class WeightedCorrectness(Metric):
    """The parameters and the arithmetic that both methods share; asks only for the resources whose weight is above 0."""

    weights: tuple[float, float] = (0.75, 0.25)
    beta: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        require_beta(self.beta)
        object.__setattr__(self, "weights", _weights(self.weights))

    @property
    def needs(self) -> Inputs:
        """Without weight on the claims neither judge nor grounder, without weight on the similarity no embedder."""
        used = {"judge": self.weights[0], "grounder": self.weights[0], "embedder": self.weights[1]}
        every = super().needs
        return replace(every, resources=tuple(name for name in every.resources if used[name]))

    async def correctness(
        self, answer: str, reference: str, question: str | None, support: ClaimSupport | None, embedder: Embedder | None
    ) -> MetricResult:
        """The weighted mean of factuality and similarity."""
        require_reference(reference)
        comparison = None
        if support is not None:
            comparison = await compared(support, answer, reference, question)
            if comparison is None:
                return support.backed(not_applicable(NO_CLAIMS, code="no_claims"))
        similarity = None if embedder is None else cosine(*(await embedder.embed([answer, reference])))
        result = self._combined(comparison, similarity)
        return result if support is None else support.backed(result)

    def _combined(self, comparison: Comparison | None, similarity: float | None) -> MetricResult:
        parts: list[tuple[str, Fraction, Fraction]] = []
        details: dict[str, Any] = {}
        if comparison is not None:
            factuality = f_beta(comparison.precision, comparison.recall, self.beta)
            parts.append(("factuality", factuality, exact(self.weights[0])))
            details = {"factuality": float(factuality), "counts": comparison.told}
        if similarity is not None:
            parts.append(("similarity", exact(max(0.0, similarity)), exact(self.weights[1])))
            details["similarity"] = similarity
        told = "; ".join(f"{name}={float(part):.3f} (weight {float(weight):g})" for name, part, weight in parts)
        items = tuple(_part(*part) for part in parts) if len(parts) > 1 else (_part(*parts[0][:2], Fraction(1)),)
        alone = parts[0][1]
        return MetricResult(
            value=recompute(items),
            ratio=Ratio(numerator=alone.numerator, denominator=alone.denominator) if similarity is None else None,
            reason=told + (f"; {comparison.told}" if comparison else ""),
            items=(*items, *(comparison.items if comparison else ())),
            details=details,
        )


@dataclass(frozen=True)
class AnswerCorrectness(WeightedCorrectness, JudgedClaims):
    """How far an answer agrees with the reference: weighted mean of factuality (claims) and similarity (embeddings).

    factuality = (1 + β²) P R / (β² P + R): P is the share of the answer's claims that the reference supports, R that of
    the reference's claims that the answer supports, each counted in its own claims. similarity = cosine of the two
    embeddings, where a negative one counts as 0. value = (w₁ factuality + w₂ similarity) / (w₁ + w₂). A judge lists the
    claims of both texts and decides on each with a quotation. What has no weight is neither needed nor asked.

    Parameters: `weights` (0.75, 0.25), `beta` (1; above 1 missing claims cost more), `strict_quotes`. Inputs:
    `reference` of the case, `answer` of the output; `input` helps to read both. Range 0 to 1, higher is better.

    Not applicable: the case states no reference or must abstain, the answer abstains, or one side makes no claim. A
    blank answer is a true 0. Invalid: a blank reference.

    Source: S. Es et al., "RAGAS" (EACL 2024) and the answer correctness of that library; here in two directions, each
    in its own units, so that saying one thing in many sentences changes nothing.

    >>> AnswerCorrectness(weights=(1, 0)).needs.resources
    ('judge',)
    """

    name: ClassVar[str] = "answer_correctness"
    calls: ClassVar[str] = "4 (0 without weight on the claims)"

    async def measure(
        self,
        answer: str,
        reference: str,
        *,
        judge: Judge | None = None,
        embedder: Embedder | None = None,
        input: Any = None,  # noqa: A002 - the field's name
        abstained: bool | None = None,
    ) -> MetricResult:
        """Compare answer and reference."""
        support = None if judge is None else self.support(judge)
        early = unanswered(answer, abstained)
        return early or await self.correctness(answer, reference, asked(input), support, embedder)


@dataclass(frozen=True)
class GroundedAnswerCorrectness(WeightedCorrectness, GroundedClaims):
    """How far an answer agrees with the reference, as an offline grounder and an embedder find, clause by clause.

    Formula, parameters, range and edges: see `AnswerCorrectness`.

    Source: as `AnswerCorrectness`; P. Laban et al., "SummaC", TACL 2022, for units cut by rule.
    """

    name: ClassVar[str] = "answer_correctness"

    async def measure(
        self,
        answer: str,
        reference: str,
        *,
        grounder: Grounder | None = None,
        embedder: Embedder | None = None,
        abstained: bool | None = None,
    ) -> MetricResult:
        """Compare answer and reference."""
        support = None if grounder is None else self.support(grounder)
        return unanswered(answer, abstained) or await self.correctness(answer, reference, None, support, embedder)


def _part(name: str, value: Fraction, weight: Fraction) -> Item:
    return Item(kind="part", id=name, outcome=name, credit=float(value), weight=float(weight))


def _weights(value: object) -> tuple[float, float]:
    numbers = tuple(value) if isinstance(value, (list, tuple)) else ()
    fine = len(numbers) == 2 and all(
        isinstance(number, (int, float)) and not isinstance(number, bool) and 0 <= number < float("inf")
        for number in numbers
    )
    if not fine or not any(numbers):
        raise ConfigurationError(
            f"parameter weights must be two numbers (factuality, similarity), none negative and not both 0, got {value!r}"
        )
    return numbers[0], numbers[1]
