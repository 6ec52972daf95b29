"""Share of the answer's statements that their citations support."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.citation.citation_metric import CitationMetric, CitedAnswer, GroundedCitations, JudgedCitations
from assay.metrics.citation.cited_statements import Statement
from assay.metrics.grounding.claims import CheckedClaim
from assay.records import Item, MetricResult
from assay.records.score import as_details


@dataclass(frozen=True)
class Recall(CitationMetric):
    """The definition that both methods share."""

    name: ClassVar[str] = "citation_recall"

    async def count(self, cited: CitedAnswer) -> MetricResult:
        """Supported statements over all."""
        checked = await cited.joint()
        supported = sum(one.supported for one in checked)
        bare = sum(not statement.cited for statement in cited.statements)
        told = f"supported={supported}; statements={len(checked)}" + (f"; without citation={bare}" if bare else "")
        items = tuple(_item(statement, one) for statement, one in zip(cited.statements, checked, strict=True))
        return cited.support.backed(MetricResult.of_ratio(supported, len(checked), reason=told, items=items))


@dataclass(frozen=True)
class CitationRecall(Recall, JudgedCitations):
    """Share of the answer's statements that what they cite, taken together, supports: supported / statements.

    A statement is a sentence; which citations belong to it is laid down in `assay.metrics.citation.cited_statements`.
    One that cites nothing, or nothing that was retrieved, is unsupported without a call. The judge decides on the
    others with a quotation (see `Faithfulness` for `strict_quotes`); statements that cite the same passages share a
    call.

    Inputs: `answer`, `contexts` and `citations` of the output (without a list, the marks `[1]` in the answer); `input`
    helps to read the answer. Range 0 to 1, higher is better, a plain share. Not applicable: the case must abstain or
    says `must_cite: false`; the answer is blank or abstains. Invalid: neither a list of citations nor a mark.

    Source: T. Gao et al., "Enabling Large Language Models to Generate Text with Citations" (ALCE), EMNLP 2023.

    >>> CitationRecall().score(answer="Refunds take 30 days.", contexts=["A"], citations=[], judge=None).reason
    'supported=0; statements=1; without citation=1'
    """

    calls: ClassVar[str] = "1 for each set of passages cited together"


@dataclass(frozen=True)
class GroundedCitationRecall(Recall, GroundedCitations):
    """Share of the answer's statements that what they cite supports, as an offline grounder finds.

    Formula, inputs, range and edges: see `CitationRecall`.

    Source: T. Gao et al., ALCE, EMNLP 2023.
    """


def _item(statement: Statement, checked: CheckedClaim) -> Item:
    known = bool(statement.cited)
    return Item(
        kind="statement",
        text=statement.text,
        outcome=checked.outcome if known else "without citation",
        credit=float(checked.supported),
        reason=checked.reason if known else "it cites nothing",
        quote=checked.quote,
        details=as_details({"cited": list(statement.cited), "repeated": list(statement.repeated) or None}),
    )
