"""Share of the expected citations that the answer gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.base import Metric
from assay.metrics.coverage.listed import clean_ids
from assay.records import Case, Citation, Context, Item, MetricResult, not_applicable

NOTHING_EXPECTED = "expected_citations is empty: no citation is expected"


@dataclass(frozen=True)
class ExpectedCitationCoverage(Metric):
    """Share of the expected citations that the answer gives: |expected and cited| / |expected|.

    Inputs: `expected_citations` (reviewed, from the case), ids of contexts or documents; `citations` and, where given,
    `contexts` of the output. Range 0 to 1, higher is better, a plain share. Ids are compared exactly; a part of an id is never a
    match. A citation gives its own id, and where that is the id of a retrieved context also the id of the document that the
    context is from: citing passage `doc-7#2` meets an expected `doc-7`. The reverse does not hold, since a document is more than
    a passage. The reason names the missing ids.

    Not applicable when the case states no expected citations, or an empty list. No citation at all is a true 0. Invalid: the
    target returned no `citations` field, a blank or duplicate expected id.

    Source: citation recall against reviewed sources; compare T. Gao et al., "Enabling Large Language Models to Generate Text
    with Citations", EMNLP 2023, where recall is judged by entailment instead.

    >>> passage = {"id": "doc-7#2", "document_id": "doc-7", "text": "Refunds take 30 days."}
    >>> metric = ExpectedCitationCoverage()
    >>> metric.score(expected_citations=["doc-7", "doc-9"], citations=["doc-7#2"], contexts=[passage]).reason
    'cited=1; expected=2; missing=doc-9'
    """

    name: ClassVar[str] = "expected_citation_coverage"

    def applies(self, case: Case) -> str | None:
        """Also not applicable where the reviewed list is empty."""
        return NOTHING_EXPECTED if case.expected_citations == () else super().applies(case)

    def measure(
        self, expected_citations: list[str], citations: Sequence[Citation], contexts: Sequence[Context] = ()
    ) -> MetricResult:
        """Count the expected ids that are cited."""
        expected = clean_ids(expected_citations, "expected_citations", noun="citation ID")
        if not expected:
            return not_applicable(NOTHING_EXPECTED)
        cited = {citation.id for citation in citations}
        cited |= {
            context.document_id for context in contexts if context.id in cited and context.document_id is not None
        }
        missing = [name for name in expected if name not in cited]
        hits = len(expected) - len(missing)
        return MetricResult.of_ratio(
            hits,
            len(expected),
            reason=f"cited={hits}; expected={len(expected)}; missing={','.join(sorted(missing)) or 'none'}",
            items=tuple(_citation(name, name in cited) for name in expected),
        )


def _citation(name: str, cited: bool) -> Item:
    return Item(kind="citation", id=name, outcome="cited" if cited else "missing", credit=float(cited))
