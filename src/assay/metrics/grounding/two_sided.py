"""Answer and reference held against each other, claim by claim, in both directions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from assay.metrics.f_beta import f_beta
from assay.metrics.grounding.claim_metric import no_claims
from assay.metrics.grounding.claims import CheckedClaim, ClaimSupport
from assay.metrics.grounding.evidence import claim_item
from assay.metrics.stated import require_reference
from assay.records import Item, MetricResult, Ratio
from assay.sync import all_of

ANSWER_CLAIM, REFERENCE_CLAIM = "answer_claim", "reference_claim"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The answer's claims as the reference supports them, and the reference's claims as the answer supports them."""

    answer: tuple[CheckedClaim, ...]
    reference: tuple[CheckedClaim, ...]

    @property
    def precision(self) -> Fraction:
        """Share of the answer's claims that the reference supports."""
        return share(self.answer)

    @property
    def recall(self) -> Fraction:
        """Share of the reference's claims that the answer supports."""
        return share(self.reference)

    @property
    def items(self) -> tuple[Item, ...]:
        """Both sides as evidence."""
        return (
            *(claim_item(claim, kind=ANSWER_CLAIM) for claim in self.answer),
            *(claim_item(claim, kind=REFERENCE_CLAIM) for claim in self.reference),
        )

    @property
    def told(self) -> str:
        """The counts of both sides."""
        return f"precision={counted(self.answer)}; recall={counted(self.reference)}"


async def compared(
    support: ClaimSupport, answer: str, reference: str, question: str | None = None
) -> Comparison | None:
    """Both directions; None where the answer or the reference makes no claim.

    Raises:
        InvalidRowError: the reference is blank.
    """
    require_reference(reference)
    said, wanted = await all_of(support.split(text, question=question) for text in (answer, reference))
    if not said or not wanted:
        return None
    right, told = await all_of((support.check(said, [reference]), support.check(wanted, [answer])))
    return Comparison(right, told)


async def claim_f_beta(
    support: ClaimSupport, answer: str, reference: str, question: str | None = None, beta: float = 1.0
) -> MetricResult:
    """F-beta of precision and recall, each in its own claims; not applicable where a side makes no claim.

    Raises:
        InvalidRowError: the reference is blank.
    """
    both = await compared(support, answer, reference, question)
    if both is None:
        return support.backed(no_claims())
    value = f_beta(both.precision, both.recall, beta)
    result = MetricResult(
        value=float(value),
        ratio=Ratio(numerator=value.numerator, denominator=value.denominator),
        reason=both.told,
        items=both.items,
        details={"precision": float(both.precision), "recall": float(both.recall)},
    )
    return support.backed(result)


def share(claims: Sequence[CheckedClaim]) -> Fraction:
    """Supported claims over all of them, of which there is at least one."""
    return Fraction(sum(claim.supported for claim in claims), len(claims))


def counted(claims: Sequence[CheckedClaim]) -> str:
    """`2/3`: supported claims of all, not reduced."""
    return f"{sum(claim.supported for claim in claims)}/{len(claims)}"
