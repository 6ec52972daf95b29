"""Share of the citations that their statements need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.citation.citation_metric import CitationMetric, CitedAnswer, GroundedCitations, JudgedCitations
from assay.records import Item, MetricResult, not_applicable

Pair = tuple[int, str]
"""A statement's index and one id that it cites."""


@dataclass(frozen=True)
class Precision(CitationMetric):
    """The definition that both methods share."""

    name: ClassVar[str] = "citation_precision"

    async def count(self, cited: CitedAnswer) -> MetricResult:
        """Precise citations over all."""
        pairs = [(index, name) for index, statement in enumerate(cited.statements) for name in statement.cited]
        if not pairs:
            return not_applicable("the answer cites nothing, so precision is undefined", code="no_citations")
        outcomes = await _outcomes(cited, pairs)
        precise = sum(outcome == "precise" for outcome in outcomes.values())
        others = sorted({outcome for outcome in outcomes.values() if outcome != "precise"})
        told = "; ".join(
            (
                f"precise={precise}; citations={len(pairs)}",
                *(f"{other}={sum(outcome == other for outcome in outcomes.values())}" for other in others),
            )
        )
        items = tuple(_item(cited, pair, outcomes[pair]) for pair in pairs)
        return cited.support.backed(MetricResult.of_ratio(precise, len(pairs), reason=told, items=items))


@dataclass(frozen=True)
class CitationPrecision(Precision, JudgedCitations):
    """Share of the citations that are precise: precise / citations, over all statements together.

    A citation is precise when its statement is supported by all that it cites together, and the citation is not
    irrelevant: irrelevant is one that does not support the statement alone while the statement's other citations still
    do without it. Two passages that only jointly support a statement are both precise. An id that was not retrieved is
    imprecise and counts. Cited twice in one statement counts once, and is reported.

    Inputs, parameters, and which citation belongs to which statement: see `CitationRecall`. Range 0 to 1, higher is
    better, a plain share. Not applicable: as there, and an answer that cites nothing, for which precision is undefined
    (recall is 0). Invalid: neither a list of citations nor a mark.

    Source: T. Gao et al., "Enabling Large Language Models to Generate Text with Citations" (ALCE), EMNLP 2023; ids that
    were not retrieved stay in the denominator here.

    >>> CitationPrecision().score(answer="Refunds take 30 days [9].", contexts=["A"], judge=None).items[0].outcome
    'not retrieved'
    """

    calls: ClassVar[str] = "1 for each set of passages cited together, and up to 2 for each passage of a larger set"


@dataclass(frozen=True)
class GroundedCitationPrecision(Precision, GroundedCitations):
    """Share of the citations that are precise, as an offline grounder finds.

    Formula, inputs, range and edges: see `CitationPrecision`.

    Source: T. Gao et al., ALCE, EMNLP 2023.
    """


async def _outcomes(cited: CitedAnswer, pairs: Sequence[Pair]) -> dict[Pair, str]:
    """`precise`, `irrelevant`, `statement unsupported` or `not retrieved`. A question is asked only where it decides."""
    library, statements = cited.library, cited.statements
    supported = [one.supported for one in await cited.joint()]
    outcomes: dict[Pair, str] = {}
    open_pairs: list[Pair] = []
    for index, name in pairs:
        if not library.texts([name]):
            outcomes[index, name] = "not retrieved"
        elif not supported[index]:
            outcomes[index, name] = "statement unsupported"
        elif _rest(cited, (index, name)) == ():
            outcomes[index, name] = "precise"
        else:
            open_pairs.append((index, name))
    alone = await cited.entailed([(statements[index].text, library.texts([name])) for index, name in open_pairs])
    weak = [pair for pair, one in zip(open_pairs, alone, strict=True) if not one.supported]
    without = await cited.entailed([(statements[pair[0]].text, _rest(cited, pair)) for pair in weak])
    irrelevant = {pair for pair, one in zip(weak, without, strict=True) if one.supported}
    return outcomes | {pair: "irrelevant" if pair in irrelevant else "precise" for pair in open_pairs}


def _rest(cited: CitedAnswer, pair: Pair) -> tuple[str, ...]:
    """The passages that the statement cites besides this one."""
    index, name = pair
    return cited.library.texts(other for other in cited.statements[index].cited if other != name)


def _item(cited: CitedAnswer, pair: Pair, outcome: str) -> Item:
    index, name = pair
    statement = cited.statements[index]
    return Item(
        kind="citation",
        id=name,
        text=statement.text,
        outcome=outcome,
        credit=float(outcome == "precise"),
        reason="cited more than once in one statement; counted once" if name in statement.repeated else None,
        details={"statement": index + 1},
    )
