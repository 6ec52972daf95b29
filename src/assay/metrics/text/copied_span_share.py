"""Share of the answer that is copied word for word from a context."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.base import Metric
from assay.metrics.text.reference import as_text
from assay.records import Context, Direction, Item, MetricResult, not_applicable
from assay.text.tokens import words


@dataclass(frozen=True, kw_only=True)
class CopiedSpanShare(Metric):
    """Share of the answer's words that stand in runs of at least `min_words` words copied from one context.

    Words are Unicode words after loose normalisation, each character in scripts without spaces. A run may not cross
    from one context into another. Range 0 to 1; neither way is better: a support bot may be asked to copy, a summary
    not to. Each copied run is an item.

    Inputs: `answer` and `contexts` (both from the target). Not applicable: an answer without words. No context: a true
    0. Invalid: a value of another form.

    Source: extractive fragment coverage of Grusky et al., Newsroom, NAACL 2018, with a least length.

    >>> metric = CopiedSpanShare(min_words=3)
    >>> metric.score(answer="Sure: refunds take 30 days.", contexts=["Our refunds take 30 days."]).reason
    'copied=4; words=5; runs=1'
    """

    name: ClassVar[str] = "copied_span_share"
    direction: ClassVar[Direction] = Direction.NONE

    min_words: int = 8

    def __post_init__(self) -> None:
        if isinstance(self.min_words, bool) or not isinstance(self.min_words, int) or self.min_words < 1:
            raise ConfigurationError(
                f"copied_span_share: min_words must be a whole number from 1, got {self.min_words!r}"
            )

    def measure(self, answer: Any, contexts: Sequence[Context]) -> MetricResult:
        """Mark the words of the answer that lie in a run found in a context."""
        said = words(as_text(answer, "answer"))
        if not said:
            return not_applicable("the answer has no words")
        known = {run for context in contexts for run in _runs(words(context.text), self.min_words)}
        copied = [False] * len(said)
        for start, run in enumerate(_runs(said, self.min_words)):
            if run in known:
                copied[start : start + self.min_words] = [True] * self.min_words
        spans = list(_spans(copied))
        total = sum(copied)
        return MetricResult.of_ratio(
            total,
            len(said),
            reason=f"copied={total}; words={len(said)}; runs={len(spans)}",
            items=(
                *(
                    Item(
                        kind="span",
                        outcome="copied",
                        text=" ".join(said[start:end]),
                        credit=1.0,
                        weight=float(end - start),
                    )
                    for start, end in spans
                ),
                *(
                    [Item(kind="rest", outcome="own", credit=0.0, weight=float(len(said) - total))]
                    if total < len(said)
                    else ()
                ),
            ),
        )


def _runs(tokens: Sequence[str], size: int) -> Iterator[tuple[str, ...]]:
    return zip(*(tokens[start:] for start in range(size)), strict=False)


def _spans(marks: Sequence[bool]) -> Iterator[tuple[int, int]]:
    start = None
    for index, mark in enumerate([*marks, False]):
        if mark and start is None:
            start = index
        elif not mark and start is not None:
            yield start, index
            start = None
