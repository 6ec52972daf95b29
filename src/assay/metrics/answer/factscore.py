"""Share of an answer's facts that a knowledge source supports, with a penalty for answers that state few."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from assay.errors import InputError
from assay.metrics.answer.source import source_passages
from assay.metrics.grounding.claim_metric import JudgedClaims, asked, no_claims
from assay.metrics.grounding.evidence import claim_item, tally
from assay.metrics.parameters import require_whole
from assay.metrics.spec import parse_spec
from assay.metrics.unanswered import unanswered
from assay.records import Aggregate, MetricResult, Score, Status, Tally
from assay.records.protocols import Judge
from assay.records.score import recompute


@dataclass(frozen=True)
class FactScore(JudgedClaims):
    """Supported facts over facts of an answer, times exp(1 − γ / facts) where it states at most γ facts.

    The penalty keeps an answer from scoring well by saying little. `details` hold the pair: `raw`, the plain share, and
    `penalty`. `gamma=0` turns the penalty off. Over a run always print `factscore_summary`: the mean beside the share of
    rows that responded at all, because abstentions leave the mean.

    Inputs: `answer` of the output and `reference_contexts` of the case, the knowledge source that facts are held against
    (for support by what was retrieved see `faithfulness`); `input` helps to read the answer. Range 0 to 1, higher is
    better. Calls: one that lists the facts, one that checks them all.

    Not applicable: the case must abstain or states no source, the answer abstains or states no fact. A blank answer is a
    true 0. Invalid: the source is blank. Error: a fact without a verdict.

    Source: S. Min et al., "FActScore: Fine-grained Atomic Evaluation of Factual Precision in Long Form Text Generation",
    EMNLP 2023.
    """

    name: ClassVar[str] = "factscore"
    calls: ClassVar[str] = "2"

    gamma: int = 10

    def __post_init__(self) -> None:
        super().__post_init__()
        require_whole("gamma", self.gamma, low=0)

    async def measure(
        self,
        reference_contexts: Sequence[str],
        answer: str,
        judge: Judge,
        *,
        input: Any = None,  # noqa: A002 - the field's name
        abstained: bool | None = None,
    ) -> MetricResult:
        """List the facts and check each."""
        passages = source_passages(reference_contexts)
        if (result := unanswered(answer, abstained)) is not None:
            return result
        support, question = self.support(judge), asked(input)
        facts = await support.split(answer, question=question)
        if not facts:
            return support.backed(no_claims())
        checked = await support.check(facts, passages.texts, question=question)
        supported, factor = sum(fact.supported for fact in checked), penalty(len(facts), self.gamma)
        items = tuple(claim_item(fact, passages=passages, credit=factor * fact.supported) for fact in checked)
        raw = supported / len(facts)
        return support.backed(
            MetricResult(
                value=recompute(items),
                reason=f"{tally(checked, of='facts')}; raw={raw:.4g}; penalty={factor:.4g}",
                items=items,
                details={"raw": raw, "penalty": factor, "supported": supported, "facts": len(facts)},
            )
        )


def penalty(facts: int, gamma: int) -> float:
    """exp(1 − γ / facts) for an answer of at most γ facts, else 1.

    >>> round(0.8 * penalty(5, 10), 3), penalty(10, 10), penalty(11, 10)
    (0.294, 1.0, 1.0)
    """
    return math.exp(1 - gamma / facts) if facts <= gamma else 1.0


def factscore_summary(scores: Iterable[Score]) -> tuple[Aggregate, Aggregate]:
    """The pair that belongs together: the mean `factscore` of the rows that responded, and their share, `respond_ratio`.

    Rows that responded are those scored; those that did not are the abstentions. Other rows without a value (the case
    must abstain, errors) enter neither number and stand in the tally.

    Raises:
        InputError: a score of another metric.
    """
    statuses, total, silent, metric = Tally(), Fraction(0), 0, FactScore.name
    for score in scores:
        if parse_spec(score.metric).name != FactScore.name:
            raise InputError(f"expected scores of factscore, got one of {score.metric!r}", code="mixed_metrics")
        metric, statuses = score.metric, statuses.plus(score.status)
        silent += score.code == "abstained"
        total += score.number if score.status is Status.SCORED else 0
    responded, asked_for = statuses.scored, statuses.scored + silent
    numbers = {
        "macro": (total / responded if responded else None, "no row responded"),
        "respond_ratio": (Fraction(responded, asked_for) if asked_for else None, "no row could respond"),
    }
    mean, ratio = (
        Aggregate.of_number(
            metric=metric,
            statistic=statistic,
            tally=statuses,
            number=number,
            reason="" if number is not None else undefined,
            responded=responded,
            abstained=silent,
        )
        for statistic, (number, undefined) in numbers.items()
    )
    return mean, ratio
