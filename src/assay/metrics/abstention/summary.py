"""The run-level 2x2 of abstention."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from assay.metrics.abstention.abstention import Cell
from assay.records import Aggregate, Score, Status, Tally


def abstention_summary(scores: Iterable[Score]) -> tuple[Aggregate, ...]:
    """Precision, recall, F1, over-refusal rate and answered-unanswerable rate over the `abstention` scores of a run.

    With TP abstained unanswerable, FP over-refusals, FN invented answers and TN answered answerable cases:
    `abstention_precision` TP / (TP + FP), `abstention_recall` TP / (TP + FN), `abstention_f1` 2 TP / (2 TP + FP + FN),
    `over_refusal_rate` FP / (FP + TN), `answered_unanswerable_rate` FN / (FN + TP). A number whose denominator is 0 is undefined,
    with the reason. Only scored rows count; each aggregate carries the tally of all, and the four cells in its details.

    >>> from assay.metrics.abstention.abstention import Abstention
    >>> rows = [Abstention().score(must_abstain=True, answer=text) for text in ("I don't know.", "In 2027.")]
    >>> rate = abstention_summary(rows)[1]
    >>> rate.statistic, rate.value, str(rate.tally)
    ('abstention_recall', 0.5, '2 scored, 0 n/a, 0 invalid, 0 error')
    """
    tally = Tally()
    cells = Counter[str]()
    metric = "abstention"
    for score in scores:
        tally = tally.plus(score.status)
        metric = score.metric
        if score.status is Status.SCORED:
            cells[score.details["cell"]] += 1
    tp, fp = cells[Cell.ABSTAINED_UNANSWERABLE], cells[Cell.OVER_REFUSAL]
    fn, tn = cells[Cell.INVENTED_ANSWER], cells[Cell.ANSWERED_ANSWERABLE]
    counts = {cell.value: cells[cell] for cell in Cell}
    rates = (
        ("abstention_precision", tp, tp + fp, "the target never abstained"),
        ("abstention_recall", tp, tp + fn, "no scored case is unanswerable"),
        ("abstention_f1", 2 * tp, 2 * tp + fp + fn, "nothing was abstained or should have been"),
        ("over_refusal_rate", fp, fp + tn, "no scored case is answerable"),
        ("answered_unanswerable_rate", fn, fn + tp, "no scored case is unanswerable"),
    )
    return tuple(
        Aggregate(
            metric=metric,
            statistic=name,
            tally=tally,
            value=part / whole if whole else None,
            fraction=str(Fraction(part, whole)) if whole else None,
            reason=f"{part}/{whole}" if whole else why,
            details=counts,
        )
        for name, part, whole, why in rates
    )
