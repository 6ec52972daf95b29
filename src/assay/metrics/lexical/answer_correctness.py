"""F1 of the content tokens of answer and reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.errors import InvalidRowError
from assay.metrics.lexical.overlap import Evidence, LexicalMetric, credited, statements, token_item, tokens_of
from assay.metrics.unanswered import nothing
from assay.records import MetricResult


@dataclass(frozen=True)
class LexicalAnswerCorrectness(LexicalMetric):
    """F1 of the distinct content tokens: 2 shared / (answer tokens + reference tokens).

    Tokens of an answer sentence that contradicts the closest reference sentence (a word negated on one side only, other figures)
    are not shared. So "may share data" against "may not share data" is 0, where bare overlap gives 0.86.

    Inputs: `reference` and `language` (`en`) of the case, `answer` of the output. Range 0 to 1, higher is better, a plain share.
    A proxy: a right answer in other words scores low. Not applicable where the case states no reference or must abstain. An
    answer without words is a true 0. Invalid: a reference without words.

    Source: token F1 as in P. Rajpurkar et al., "SQuAD", EMNLP 2016, on token sets, as raggate (MIT) has it; mended.

    >>> score = LexicalAnswerCorrectness().score(reference="Refunds take 30 days.", answer="It takes 30 days.")
    >>> str(score.ratio)
    '4/7'
    """

    name: ClassVar[str] = "answer_correctness"
    variant: ClassVar[str] = "lexical"

    def measure(self, reference: str, answer: str, language: str = "en") -> MetricResult:
        """Count shared and lone tokens."""
        right = Evidence([reference], language)
        if not right.tokens:
            raise InvalidRowError("the reference has no words", code="blank_reference")
        said = statements(answer, language)
        if not said:
            return nothing("answer", "the answer has no words")
        given = tokens_of(said)
        shared = credited(said, right) & right.tokens
        flips = [f"{statement.text!r}: {why}" for statement in said if (why := right.contradiction(statement))]
        return MetricResult.of_ratio(
            2 * len(shared),
            len(given) + len(right.tokens),
            reason="; ".join((f"shared={len(shared)}; answer={len(given)}; reference={len(right.tokens)}", *flips)),
            items=token_item("shared", shared, credit=1, weight=2)
            + token_item("only_answer", given - shared, credit=0)
            + token_item("only_reference", right.tokens - shared, credit=0),
        )
