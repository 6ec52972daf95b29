"""Share of the answer's quotations that stand in a context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.base import Metric
from assay.metrics.text.reference import as_text
from assay.records import Context, Item, MetricResult, not_applicable
from assay.text.quotes import Quotation, find_quote, quotations
from assay.text.tokens import words


@dataclass(frozen=True, kw_only=True)
class QuotedSpans(Metric):
    """Share of the answer's quotations that stand in a context.

    A quotation stands between real quotation marks (“ ”, „ “, « », 「 」, 『 』, " "); apostrophes, back-ticks and single
    marks never quote. Those of fewer than `min_words` words are names or scare quotes and are left out. A quotation
    must stand in *one* context, as whole words; letter case, spacing, typography and invisible characters do not count.
    `edits_per_hundred` (default 0) allows so many edits for each hundred characters, never in a number or a negation.
    Range 0 to 1, higher is better. The items name the context and the place.

    Inputs: `answer` and `contexts` (both from the target). Not applicable: the answer quotes nothing (so for a blank
    answer). No context: every quotation is missing, 0. Invalid: a value of another form.

    Source: definition of Assay; the idea is that of ragas' `QuotedSpansAlignment`.

    >>> QuotedSpans().score(answer="It says “within 30 days”.", contexts=["Refunds within 30 days."]).value
    1.0
    """

    name: ClassVar[str] = "quoted_spans"

    min_words: int = 3
    edits_per_hundred: int = 0

    def __post_init__(self) -> None:
        for field, low in (("min_words", 1), ("edits_per_hundred", 0)):
            value = getattr(self, field)
            if isinstance(value, bool) or not isinstance(value, int) or value < low:
                raise ConfigurationError(f"quoted_spans: {field} must be a whole number from {low}, got {value!r}")

    def measure(self, answer: Any, contexts: Sequence[Context]) -> MetricResult:
        """Look every quotation up in every context."""
        quotes = [quote for quote in quotations(as_text(answer, "answer")) if len(words(quote.text)) >= self.min_words]
        if not quotes:
            return not_applicable(f"the answer quotes nothing of {self.min_words} words or more")
        items = tuple(self._item(quote, contexts) for quote in quotes)
        found = sum(item.outcome == "found" for item in items)
        missing = "; ".join(f"missing “{item.quote}”" for item in items if item.outcome == "missing")
        return MetricResult.of_ratio(
            found, len(items), reason=f"found={found}; quoted={len(items)}; {missing or 'missing none'}", items=items
        )

    def _item(self, quote: Quotation, contexts: Sequence[Context]) -> Item:
        for position, context in enumerate(contexts, 1):
            place = find_quote(quote.text, context.text, edits_per_hundred=self.edits_per_hundred)
            if place is not None:
                return Item(
                    kind="quotation",
                    outcome="found",
                    quote=quote.text,
                    credit=1.0,
                    source=context.id or context.document_id or f"context {position}",
                    details={"start": place.start, "end": place.end, "edits": place.distance},
                )
        return Item(kind="quotation", outcome="missing", quote=quote.text, credit=0.0)
