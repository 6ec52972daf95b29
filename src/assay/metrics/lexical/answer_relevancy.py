"""Share of the question's words that the answer takes up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import InvalidRowError
from assay.metrics.lexical.overlap import LexicalMetric, coverage_result
from assay.metrics.stated import question_text
from assay.metrics.unanswered import nothing
from assay.records import MetricResult
from assay.text import content_tokens


@dataclass(frozen=True)
class LexicalAnswerRelevancy(LexicalMetric):
    """Share of the question's distinct content tokens that stand in the answer.

    Inputs: `input` (the question; of a conversation the last message of the user) and `language` (`en`) of the case, `answer` of
    the output. Range 0 to 1, higher is better, a plain share. A weak proxy: an answer that echoes the question scores 1, a right
    answer in other words scores low. A negation in the answer is no fault here ("May we share it?" is answered by "You may not
    share it"); whether the answer is right is another question.

    Not applicable where the case states no input or must abstain. An answer without words is a true 0. Invalid: a question
    without words.

    Source: the question coverage heuristic of raggate (MIT), mended.

    >>> LexicalAnswerRelevancy().score(input="How long do refunds take?", answer="Refunds take 30 days.").reason
    'found=2; needed=3; missing=long'
    """

    name: ClassVar[str] = "answer_relevancy"
    variant: ClassVar[str] = "lexical"

    def measure(self, input: Any, answer: str, language: str = "en") -> MetricResult:  # noqa: A002 - the field's name
        """Compare the two token sets."""
        needed = frozenset(content_tokens(question_text(input), language))
        if not needed:
            raise InvalidRowError("the question has no words", code="blank_question")
        given = frozenset(content_tokens(answer, language))
        if not given:
            return nothing("answer", "the answer has no words")
        return coverage_result(needed, needed & given)
