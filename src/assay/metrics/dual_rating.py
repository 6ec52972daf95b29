"""Two differently worded questions, each rated on a few levels; the value is the mean of the two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from assay.metrics.inquiry import Inquiry
from assay.records import Item, MetricResult, Ratio
from assay.records.prompt import Prompt
from assay.records.reply import JudgeReply
from assay.records.score import recompute
from assay.sync import all_of

TOP = 2


class Rating(JudgeReply):
    """A level: 0 not at all, 1 in part, 2 in full."""

    reason: str
    rating: Literal[0, 1, 2]


Question = tuple[Prompt[Rating], Mapping[str, Any]]


async def mean_rating(inquiry: Inquiry, questions: Iterable[Question]) -> MetricResult:
    """Ask all questions at once; the mean of rating / 2, with each rating and its reason as evidence.

    A rating of several runs may be a fraction between two levels.
    """
    asked = list(questions)
    verdicts = await all_of(inquiry.ask(prompt, **inputs) for prompt, inputs in asked)
    ratings = [verdict.reply.rating for verdict in verdicts]
    items = tuple(
        Item(
            kind="rating",
            id=prompt.name,
            outcome=f"{verdict.reply.rating:g} of {TOP}",
            credit=verdict.reply.rating / TOP,
            reason=verdict.reply.reason,
        )
        for (prompt, _), verdict in zip(asked, verdicts, strict=True)
    )
    whole = all(isinstance(rating, int) for rating in ratings)
    result = MetricResult(
        value=recompute(items),
        ratio=Ratio(numerator=sum(ratings), denominator=TOP * len(ratings)) if whole else None,
        reason="; ".join(f"{item.id}={item.outcome}" for item in items),
        items=items,
    )
    return inquiry.backed(result)
