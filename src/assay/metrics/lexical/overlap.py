"""What the lexical proxies share: statements, the evidence they are compared with, and the guards against flips.

Overlap alone cannot tell "may share" from "may not share", nor 30 days from 90. So every statement is also held against the
evidence sentence that it shares most words with: a word negated on one side and plain on the other, or a number that is not
there, costs the statement its support.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from assay.errors import ConfigurationError
from assay.metrics.unanswered import AnswerMetric
from assay.records import Item, MetricResult, exact
from assay.text import LOOSE, Polarity, canonical_number, content_tokens, polarity, sentences


@dataclass(frozen=True)
class LexicalMetric(AnswerMetric):
    """Base of the word-overlap proxies: method `lexical`, and not applicable where the case must abstain."""

    method: ClassVar[str] = "lexical"
    proxy: ClassVar[bool] = True

    @property
    def definition(self) -> tuple[str, ...]:
        """The normalisation."""
        return (f"text:{LOOSE}",)


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence with its content: the distinct tokens, the numbers among them, and its polarity."""

    text: str
    tokens: frozenset[str]
    numbers: frozenset[str]
    polarity: Polarity


def statements(text: str, language: str = "en") -> list[Statement]:
    """The sentences of a text that have words."""
    found = (_statement(sentence, language) for sentence in sentences(text))
    return [statement for statement in found if statement.tokens]


def _statement(sentence: str, language: str) -> Statement:
    tokens = frozenset(content_tokens(sentence, language))
    numbers = frozenset(token for token in tokens if canonical_number(token) == token)
    return Statement(sentence, tokens, numbers, polarity(sentence, language))


class Evidence:
    """Texts that statements are compared with."""

    def __init__(self, texts: Iterable[str], language: str = "en") -> None:
        self.statements = [statement for text in texts for statement in statements(text, language)]
        self.tokens = tokens_of(self.statements)

    def coverage(self, statement: Statement) -> Fraction:
        """The share of the statement's tokens that stand anywhere in the evidence."""
        return Fraction(len(statement.tokens & self.tokens), len(statement.tokens))

    def closest(self, statement: Statement) -> list[Statement]:
        """The evidence sentences that share the most tokens with the statement; empty when none shares any."""
        shared = [len(statement.tokens & other.tokens) for other in self.statements]
        most = max(shared, default=0)
        return [other for other, count in zip(self.statements, shared, strict=True) if count == most > 0]

    def negation_differs(self, statement: Statement) -> bool:
        """Whether each of the closest evidence sentences contradicts the statement in a negation."""
        closest = self.closest(statement)
        return bool(closest) and all(statement.polarity.contradicts(other.polarity) for other in closest)

    def figures_differ(self, statement: Statement) -> bool:
        """Whether each of the closest evidence sentences and the statement have figures that the other lacks."""
        closest = self.closest(statement)
        return bool(closest) and all(
            statement.numbers - other.numbers and other.numbers - statement.numbers for other in closest
        )

    def contradiction(self, statement: Statement) -> str | None:
        """How the closest evidence contradicts the statement, or None."""
        if self.negation_differs(statement):
            return "negation differs"
        return "figures differ" if self.figures_differ(statement) else None

    def missing_numbers(self, statement: Statement) -> list[str]:
        """The statement's numbers that no evidence sentence has beside another of its words."""
        words = statement.tokens - statement.numbers
        near = [other for other in self.statements if not words or words & other.tokens]
        return sorted(number for number in statement.numbers if not any(number in other.tokens for other in near))


@dataclass(frozen=True, slots=True)
class Support:
    """Whether evidence covers a statement, and why (not)."""

    supported: bool
    reason: str


def support(statement: Statement, evidence: Evidence, threshold: float) -> Support:
    """Covered when enough of the statement's tokens stand in the evidence, nothing is flipped and no number is missing."""
    share = evidence.coverage(statement)
    counted = f"{len(statement.tokens & evidence.tokens)} of {len(statement.tokens)} words"
    if share < exact(threshold):
        return Support(False, counted)
    missing = evidence.missing_numbers(statement)
    if evidence.negation_differs(statement):
        return Support(False, f"{counted}; negation differs")
    if missing:
        return Support(False, f"{counted}; number not found: {', '.join(missing)}")
    return Support(True, counted)


def tokens_of(said: Iterable[Statement]) -> frozenset[str]:
    """All tokens of the statements."""
    return frozenset(token for statement in said for token in statement.tokens)


def credited(needed: Sequence[Statement], evidence: Evidence) -> frozenset[str]:
    """The tokens of those statements that the evidence does not contradict."""
    return tokens_of(statement for statement in needed if evidence.contradiction(statement) is None)


def token_item(outcome: str, tokens: Iterable[str], *, credit: int, weight: int = 1) -> tuple[Item, ...]:
    """The tokens of one outcome as one item, `weight` for each of them; no item when there are none."""
    listed = sorted(tokens)
    if not listed:
        return ()
    return (Item(kind="tokens", outcome=outcome, text=" ".join(listed), credit=credit, weight=weight * len(listed)),)


def coverage_result(needed: frozenset[str], found: frozenset[str]) -> MetricResult:
    """The share of the needed tokens that were found; the reason lists those that were not."""
    missing = sorted(needed - found)
    return MetricResult.of_ratio(
        len(found),
        len(needed),
        reason=f"found={len(found)}; needed={len(needed)}; missing={' '.join(missing) or 'none'}",
        items=token_item("found", found, credit=1) + token_item("missing", missing, credit=0),
    )


def require_share(name: str, value: object) -> None:
    """Refuse a threshold that is not above 0 and at most 1.

    Raises:
        ConfigurationError: names the parameter and the value.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= 1:
        raise ConfigurationError(f"parameter {name} must lie above 0 and at most at 1, got {value!r}")
