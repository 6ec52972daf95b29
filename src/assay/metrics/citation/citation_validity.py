"""Share of the citations that point at something retrieved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.errors import InvalidRowError
from assay.metrics.base import Metric
from assay.records import Case, Citation, Context, Item, MetricResult


@dataclass(frozen=True)
class CitationValidity(Metric):
    """Share of the distinct citations whose id is that of a retrieved context or of its document: |valid| / |cited|.

    Inputs: `citations` and `contexts` of the output. Range 0 to 1, higher is better, a plain share. Ids are compared exactly:
    case counts, and a part of an id is never a match. A repeated citation counts once and is reported. The reason names the ids
    that point at nothing.

    The case decides whether the check applies: it does where `must_cite` is true or `expected_citations` names at least one; it
    does not where `must_cite` is false or nothing demands citations. Where it applies, an answer without citations scores 0: a
    target cannot make the check go away by citing less. Invalid: the target returned no `citations` or no `contexts` field, a
    blank id, or contexts of which none has an id, so that nothing can be pointed at.

    Source: a referential-integrity check of the Assay design. Whether the cited text supports the statement is another question.

    >>> CitationValidity().score(citations=["d1", "d9", "d1"], contexts=[{"id": "d1", "text": "…"}]).reason
    'valid=1; cited=2; unknown=d9; repeated=d1'
    """

    name: ClassVar[str] = "citation_validity"

    def applies(self, case: Case) -> str | None:
        """Decided by `must_cite` and `expected_citations`."""
        if case.must_cite is False:
            return "the case says that the answer need not cite (must_cite: false)"
        if case.must_cite or case.expected_citations:
            return None
        return "the case demands no citations (neither must_cite nor expected_citations)"

    def measure(self, citations: Sequence[Citation], contexts: Sequence[Context]) -> MetricResult:
        """Count the citations that resolve."""
        known = {name for context in contexts for name in (context.id, context.document_id) if name is not None}
        if contexts and not known:
            raise InvalidRowError(
                "no retrieved context has an id, so a citation can point at nothing; return contexts as objects with `id`",
                code="no_context_ids",
            )
        counts = Counter(citation.id for citation in citations)
        if not counts:
            nothing = Item(kind="citation", outcome="missing", credit=0.0)
            return MetricResult.of_ratio(
                0, 1, reason="the case demands citations, the answer has none", items=(nothing,)
            )
        if any(not name.strip() for name in counts):
            raise InvalidRowError("citations contains a blank id", code="blank_id")
        unknown = [name for name in counts if name not in known]
        repeated = [name for name, count in counts.items() if count > 1]
        return MetricResult.of_ratio(
            len(counts) - len(unknown),
            len(counts),
            reason=f"valid={len(counts) - len(unknown)}; cited={len(counts)}; unknown={','.join(unknown) or 'none'}"
            + (f"; repeated={','.join(repeated)}" if repeated else ""),
            items=tuple(_citation(name, name in known, count) for name, count in counts.items()),
        )


def _citation(name: str, known: bool, count: int) -> Item:
    return Item(
        kind="citation",
        id=name,
        outcome="valid" if known else "unknown",
        credit=float(known),
        reason=f"cited {count} times" if count > 1 else None,
    )
