"""Share of the words of the reference contexts that the retrieved contexts hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.base import Metric
from assay.records import Context, Item, MetricResult, not_applicable
from assay.text.tokens import words


@dataclass(frozen=True, kw_only=True)
class ContextOverlap(Metric):
    """Share of the words of the reference contexts that the retrieved contexts hold, however the passages were cut.

    For each reference context, its words found anywhere among the retrieved ones (each occurrence once), pooled over
    the references. Words are Unicode words after loose normalisation, in every script. Range 0 to 1, higher is better.
    Common words match by accident and order does not count: a proxy that survives another chunk size, not evidence.

    Inputs: `contexts` (from the target) and `reference_contexts` (reviewed). Not applicable: no reference context with
    a word. Nothing retrieved is a true 0.

    Source: multiset token recall, as in ROUGE-1 recall (Lin, 2004).

    >>> ContextOverlap().score(contexts=["Refunds within", "30 days."], reference_contexts=["refunds within 30 days"]).value
    1.0
    """

    name: ClassVar[str] = "context_overlap"
    method: ClassVar[str] = "lexical"
    proxy: ClassVar[bool] = True

    def measure(self, contexts: Sequence[Context], reference_contexts: Sequence[str]) -> MetricResult:
        """Count the reference words that were retrieved."""
        references = [(text, Counter(words(text))) for text in reference_contexts]
        total = sum(expected.total() for _, expected in references)
        if not total:
            return not_applicable("no reference context holds a word")
        retrieved = Counter(word for context in contexts for word in words(context.text))
        found = [(expected & retrieved).total() for _, expected in references]
        return MetricResult.of_ratio(
            sum(found),
            total,
            reason=f"found={sum(found)}; words={total}",
            items=tuple(
                _reference(text, count, expected.total())
                for (text, expected), count in zip(references, found, strict=True)
                if expected
            ),
        )


def _reference(text: str, found: int, size: int) -> Item:
    outcome = "covered" if found == size else "partly" if found else "missing"
    return Item(kind="passage", text=text, outcome=outcome, credit=found / size, weight=float(size))
