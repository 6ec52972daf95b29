"""Share of the expected facts that the answer states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.base import Metric
from assay.metrics.coverage.listed import clean_list
from assay.records import Case, Item, MetricResult, not_applicable
from assay.text import STATED, find_phrase

NOTHING_EXPECTED = "expected_facts is empty: no fact is expected"


@dataclass(frozen=True)
class FactCoverage(Metric):
    """Share of the expected facts whose words stand in the answer: |found| / |expected|.

    Inputs: `expected_facts` (reviewed, from the case), a list of short texts such as `30 days`, and `answer`. Range 0 to 1,
    higher is better, a plain share. A fact is found when it stands in the answer as whole words, character for character, after
    both were normalised: Unicode NFC, invisible characters dropped, typographic marks and digits of every script as ASCII,
    thousands without separators, case folded, white space folded. `30 days` is not found in `130 days`, nor `5` in `2.5` or `-5`.
    It says that the words stand there, not that the answer affirms them. The reason names the missing facts.

    Not applicable when the case states no expected facts, or an empty list. A blank answer states nothing: 0. Invalid: a blank
    fact, or two facts that are the same after normalisation.

    Source: the expected-text check of the Assay design; normal forms after Unicode Standard Annex 15.

    >>> FactCoverage().score(expected_facts=["30 days", "1,000 EUR"], answer="Within 30 Days.").reason
    "found=1; expected=2; missing='1,000 EUR'"
    """

    name: ClassVar[str] = "fact_coverage"

    @property
    def definition(self) -> tuple[str, ...]:
        """The normalisation."""
        return (f"text:{STATED}",)

    def applies(self, case: Case) -> str | None:
        """Also not applicable where the reviewed list is empty."""
        return NOTHING_EXPECTED if case.expected_facts == () else super().applies(case)

    def measure(self, expected_facts: list[str], answer: str) -> MetricResult:
        """Look for each fact."""
        facts = clean_list(expected_facts, "expected_facts", noun="fact", kind="fact", normalise=STATED)
        if not facts:
            return not_applicable(NOTHING_EXPECTED)
        text = STATED(answer)
        found = [find_phrase(fact, text) is not None for fact in facts]
        items = tuple(_fact(fact, there) for fact, there in zip(expected_facts, found, strict=True))
        missing = [repr(item.text) for item in items if not item.credit]
        reason = f"found={sum(found)}; expected={len(facts)}; missing={', '.join(missing) or 'none'}"
        return MetricResult.of_ratio(sum(found), len(facts), reason=reason, items=items)


def _fact(fact: str, found: bool) -> Item:
    return Item(kind="fact", text=fact.strip(), outcome="found" if found else "missing", credit=float(found))
