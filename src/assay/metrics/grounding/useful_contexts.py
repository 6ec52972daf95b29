"""The average precision of a ranking whose passages a judge found useful or not."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from assay.metrics.grounding.context_precision_prompt import USEFUL
from assay.metrics.grounding.evidence import NOTHING_RETRIEVED, Passages
from assay.metrics.inquiry import Inquiry
from assay.metrics.stated import require_reference, stated_question
from assay.metrics.unanswered import nothing
from assay.records import Context, Item, MetricResult
from assay.records.protocols import Judge
from assay.records.reply import BinaryVerdict

_OUTCOMES = {"yes": "useful", "no": "useless", "unknown": "unknown"}


async def useful_precision(judge: Judge, question: object, answer: str, contexts: Sequence[Context]) -> MetricResult:
    """Ask of every passage whether it was of use for `answer`, and average the precision at the useful ones.

    Raises:
        InvalidRowError: the question or the answer is blank.
    """
    asked = stated_question(question)
    require_reference(answer)
    passages = Passages.of(contexts)
    if not passages.texts:
        return nothing("context", NOTHING_RETRIEVED)
    inquiry = Inquiry(judge)
    verdict = await inquiry.ask(USEFUL, question=asked, answer=answer, passages=list(passages.texts))
    answers = iter(verdict.reply.verdicts)
    judged = [next(answers) if context.text.strip() else None for context in contexts]
    useful = [found is not None and found.verdict == "yes" for found in judged]
    ranks = [str(rank) for rank, hit in enumerate(useful, start=1) if hit]
    ranked = enumerate(zip(contexts, judged, precisions(useful), strict=True), start=1)
    result = MetricResult(
        value=float(average_precision(useful)),
        reason=f"useful={sum(useful)}; of={len(useful)}; ranks={','.join(ranks) or 'none'}",
        items=tuple(_item(rank, *one) for rank, one in ranked),
        details={"precision": sum(useful) / len(useful), f"precision@{len(useful)}": f"{sum(useful)}/{len(useful)}"},
    )
    return inquiry.backed(result)


def average_precision(useful: Sequence[bool]) -> Fraction:
    """Mean, over the useful places, of the precision there; 0 where none is useful.

    >>> average_precision([True, False, True]), average_precision([False, True])
    (Fraction(5, 6), Fraction(1, 2))
    """
    at_hits = [Fraction(sum(useful[:rank]), rank) for rank, hit in enumerate(useful, start=1) if hit]
    return sum(at_hits, Fraction(0)) / len(at_hits) if at_hits else Fraction(0)


def precisions(useful: Sequence[bool]) -> list[float | None]:
    """For each place the precision there if it is useful; a useless place counts (as 0) only where no place is useful.

    >>> precisions([True, False, True])
    [1.0, None, 0.6666666666666666]
    """
    if not any(useful):
        return [0.0] * len(useful)
    return [sum(useful[:rank]) / rank if hit else None for rank, hit in enumerate(useful, start=1)]


def _item(rank: int, context: Context, found: BinaryVerdict | None, credit: float | None) -> Item:
    return Item(
        kind="context",
        id=context.id or context.document_id or str(rank),
        text=context.text,
        outcome="blank" if found is None else _OUTCOMES[found.verdict],
        credit=credit,
        reason=None if found is None else found.reason or None,
    )
