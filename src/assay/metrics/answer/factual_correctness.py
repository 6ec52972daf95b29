"""Agreement of the answer's claims with the reference's: precision, recall, or their F-beta."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.metrics.answer.factual_correctness_prompt import LEVELS, statements_prompt
from assay.metrics.base import Metric
from assay.metrics.f_beta import require_beta
from assay.metrics.grounding.claim_metric import GroundedClaims, JudgedClaims, asked, no_claims, no_reference_claims
from assay.metrics.grounding.claims import ClaimSupport, JudgeSupport
from assay.metrics.grounding.claims_prompt import SUPPORT
from assay.metrics.grounding.evidence import supported_items, tally
from assay.metrics.grounding.two_sided import ANSWER_CLAIM, REFERENCE_CLAIM, claim_f_beta
from assay.metrics.parameters import require_choice
from assay.metrics.stated import require_reference
from assay.metrics.unanswered import unanswered
from assay.records import MetricResult
from assay.records.prompt import Prompt
from assay.records.protocols import Grounder, Judge

MODES = ("f1", "precision", "recall")


@dataclass(frozen=True)
class FactualAgreement(Metric):
    """The parameters and the arithmetic that both methods share; asks only in the directions that the mode needs."""

    mode: str = "f1"
    beta: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        require_choice("mode", self.mode, MODES)
        require_beta(self.beta)

    async def agreement(self, support: ClaimSupport, answer: str, reference: str, question: str | None) -> MetricResult:
        """The mode's value."""
        require_reference(reference)
        if self.mode == "precision":
            return await _one_way(support, answer, reference, question, kind=ANSWER_CLAIM)
        if self.mode == "recall":
            return await _one_way(support, reference, answer, question, kind=REFERENCE_CLAIM)
        return await claim_f_beta(support, answer, reference, question, self.beta)


@dataclass(frozen=True)
class FactualCorrectness(FactualAgreement, JudgedClaims):
    """Agreement of the answer's claims with the reference's: precision, recall, or (default) their F-beta.

    precision = answer claims that the reference supports / answer claims. recall = reference claims that the answer
    supports / reference claims. f1 = (1 + β²) P R / (β² P + R). Each share is counted in its own claims, so cutting the
    answer finer cannot raise recall. A judge lists the claims and decides on each with a quotation (see `Faithfulness`
    for `strict_quotes`).

    Parameters: `mode` (f1, precision, recall), `beta` (1); `atomicity` (`high` splits sentences into single assertions,
    `low` keeps at most one claim a sentence) and `coverage` (`high` takes every claim, `low` the main ones). With both
    at `high`, the default, the list of claims is the one that other metrics of the same answer use.

    Inputs: `reference` of the case, `answer` of the output; `input` helps to read both. Range 0 to 1, higher is better.
    Not applicable: the case states no reference or must abstain, the answer abstains, or a side whose claims are
    counted makes none. A blank answer is a true 0. Invalid: a blank reference.

    Source: factual correctness of the ragas library; precision and recall as in D. Ru et al., "RAGChecker", NeurIPS
    2024.

    >>> FactualCorrectness(mode="recall").score(reference="Refunds take 30 days.", answer="", judge=None).value
    0.0
    """

    name: ClassVar[str] = "factual_correctness"
    calls: ClassVar[str] = "4 (2 for precision or recall alone)"

    atomicity: str = "high"
    coverage: str = "high"

    def __post_init__(self) -> None:
        super().__post_init__()
        require_choice("atomicity", self.atomicity, LEVELS)
        require_choice("coverage", self.coverage, LEVELS)

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """The statements of the two levels, and support."""
        return (statements_prompt(self.atomicity, self.coverage), SUPPORT)

    async def measure(
        self,
        answer: str,
        reference: str,
        *,
        judge: Judge,
        input: Any = None,  # noqa: A002 - the field's name
        abstained: bool | None = None,
    ) -> MetricResult:
        """Compare answer and reference."""
        statements = statements_prompt(self.atomicity, self.coverage)
        support = JudgeSupport(judge, strict_quotes=self.strict_quotes, statements=statements)
        return unanswered(answer, abstained) or await self.agreement(support, answer, reference, asked(input))


@dataclass(frozen=True)
class GroundedFactualCorrectness(FactualAgreement, GroundedClaims):
    """Agreement of the answer's clauses with the reference's, as an offline grounder finds.

    Formula, modes, range and edges: see `FactualCorrectness`.

    Source: as `FactualCorrectness`; P. Laban et al., "SummaC", TACL 2022, for units cut by rule.
    """

    name: ClassVar[str] = "factual_correctness"

    async def measure(
        self, answer: str, reference: str, *, grounder: Grounder, abstained: bool | None = None
    ) -> MetricResult:
        """Compare answer and reference."""
        support = self.support(grounder)
        return unanswered(answer, abstained) or await self.agreement(support, answer, reference, None)


async def _one_way(support: ClaimSupport, text: str, against: str, question: str | None, *, kind: str) -> MetricResult:
    claims = await support.split(text, question=question)
    if not claims:
        return support.backed(no_claims() if kind == ANSWER_CLAIM else no_reference_claims())
    checked = await support.check(claims, [against])
    supported = sum(claim.supported for claim in checked)
    return support.backed(
        MetricResult.of_ratio(supported, len(checked), reason=tally(checked), items=supported_items(checked, kind=kind))
    )
