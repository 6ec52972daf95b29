"""Share of the answer's sentences whose words stand in the retrieved contexts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.lexical.overlap import Evidence, LexicalMetric, require_share, statements, support
from assay.metrics.unanswered import nothing
from assay.records import Context, Item, MetricResult


@dataclass(frozen=True)
class LexicalFaithfulness(LexicalMetric):
    """Share of the answer's sentences that are covered by the contexts: covered / sentences with words.

    A sentence is covered when at least `threshold` (0.6) of its distinct content tokens stand in the contexts taken together, the
    closest context sentence does not contradict it (a word negated on one side only, other figures), and each of its numbers
    stands in a context sentence that shares another of its words.

    Inputs: `answer` and `contexts` of the output, `language` of the case (`en`). Range 0 to 1, higher is better, a plain share. A
    proxy: it cannot see a paraphrase, nor a falsehood told in the source's own words. Not applicable where the case must abstain.
    An answer without words, or no contexts, is a true 0. Invalid: the target returned no `answer` or `contexts` field.

    Source: the sentence coverage heuristic of raggate (MIT), with its stop list, Unicode and negation mended.

    >>> metric = LexicalFaithfulness()
    >>> metric.score(answer="We may share your data.", contexts=["We may not share your data."]).items[0].reason
    '3 of 3 words; negation differs'
    """

    name: ClassVar[str] = "faithfulness"
    variant: ClassVar[str] = "lexical"

    threshold: float = 0.6

    def __post_init__(self) -> None:
        require_share("threshold", self.threshold)

    def measure(self, answer: str, contexts: Sequence[Context], language: str = "en") -> MetricResult:
        """Hold each sentence against the contexts."""
        said = statements(answer, language)
        if not said:
            return nothing("answer", "the answer has no words")
        evidence = Evidence((context.text for context in contexts), language)
        found = [support(statement, evidence, self.threshold) for statement in said]
        covered = sum(result.supported for result in found)
        return MetricResult.of_ratio(
            covered,
            len(said),
            reason=f"covered={covered}; sentences={len(said)}",
            items=tuple(
                Item(
                    kind="sentence",
                    text=statement.text,
                    outcome="covered" if result.supported else "uncovered",
                    credit=float(result.supported),
                    reason=result.reason,
                )
                for statement, result in zip(said, found, strict=True)
            ),
        )
