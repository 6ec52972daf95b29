"""Share of the citations that the cited text bears out in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.lexical.overlap import (
    Evidence,
    LexicalMetric,
    Support,
    require_share,
    statements,
    support,
)
from assay.metrics.unanswered import nothing
from assay.records import Case, Citation, Context, Item, MetricResult


@dataclass(frozen=True)
class CitationSupport(LexicalMetric):
    """Share of the citations that are borne out by the text they point at: supported / citations.

    A citation's id is looked up among the ids of the contexts and of their documents, exactly; an unknown id is unsupported.
    What must be covered by the cited text (each sentence as in `faithfulness[lexical]`, at `threshold`, 0.6) is the citation's
    quotation; without one the answer's span that it marks; without that any one sentence of the answer. Where no context has an
    id, a citation can only be the quoted text itself, and all contexts are the cited text.

    Inputs: `answer`, `citations` and `contexts` of the output, `language` (`en`) of the case. Range 0 to 1, higher is better, a
    plain share. A proxy for citation precision. Applies to every case except where the case must abstain or says
    `must_cite: false`, so an answer without citations is a true 0: citing less does not make the check go away. Invalid: the
    target returned no `citations`, `contexts` or `answer` field.

    Source: raggate's (MIT) citation heuristic, mended; compare citation precision in T. Gao et al., "Enabling Large Language
    Models to Generate Text with Citations", EMNLP 2023, which entailment decides.

    >>> passage = {"id": "d1", "text": "Refunds take 30 days."}
    >>> metric = CitationSupport()
    >>> score = metric.score(answer="Refunds take 30 days.", citations=[{"id": "d1"}, {"id": "d9"}], contexts=[passage])
    >>> score.value, score.items[1].reason
    (0.5, 'the id is that of no retrieved context or document')
    """

    name: ClassVar[str] = "citation_support"

    threshold: float = 0.6

    def __post_init__(self) -> None:
        require_share("threshold", self.threshold)

    def applies(self, case: Case) -> str | None:
        """Not where the case says that the answer need not cite."""
        if case.must_cite is False:
            return "the case says that the answer need not cite (must_cite: false)"
        return super().applies(case)

    def measure(
        self, answer: str, citations: Sequence[Citation], contexts: Sequence[Context], language: str = "en"
    ) -> MetricResult:
        """Hold each citation against the text it points at."""
        if not citations:
            return nothing("citation", "the answer has no citations")
        found = [self._support(citation, answer, contexts, language) for citation in citations]
        count = sum(result.supported for result in found)
        return MetricResult.of_ratio(
            count,
            len(citations),
            reason=f"supported={count}; citations={len(citations)}",
            items=tuple(_item(citation, result) for citation, result in zip(citations, found, strict=True)),
        )

    def _support(self, citation: Citation, answer: str, contexts: Sequence[Context], language: str) -> Support:
        named = any(context.id is not None or context.document_id is not None for context in contexts)
        cited = [item for item in contexts if not named or citation.id in (item.id, item.document_id)]
        if not cited:
            return Support(False, "the id is that of no retrieved context or document")
        evidence = Evidence((context.text for context in cited), language)
        claimed = citation.quote or (answer[citation.start : citation.end] if named else citation.id)
        results = [support(statement, evidence, self.threshold) for statement in statements(claimed, language)]
        if not results:
            return Support(False, "nothing with words to be borne out")
        every = bool(citation.quote) or citation.start is not None or not named
        return _worst(results) if every else _best(results)


def _worst(results: Sequence[Support]) -> Support:
    return min(results, key=lambda result: result.supported)


def _best(results: Sequence[Support]) -> Support:
    return max(results, key=lambda result: result.supported)


def _item(citation: Citation, result: Support) -> Item:
    return Item(
        kind="citation",
        id=citation.id,
        outcome="supported" if result.supported else "unsupported",
        credit=float(result.supported),
        reason=result.reason,
        quote=citation.quote,
    )
