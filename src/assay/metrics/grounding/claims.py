"""Claims of a text, and whether passages support them: the seam between claim metrics and what decides for them.

A metric is written against `ClaimSupport`. `JudgeSupport` asks a judge and checks its quotations, `GrounderSupport`
splits texts by rule and asks an offline grounder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from assay.metrics.grounding.claims_prompt import STATEMENTS, SUPPORT, Statements
from assay.metrics.inquiry import Inquiry
from assay.records import MetricResult
from assay.records.prompt import Prompt
from assay.records.protocols import Grounder, Judge, Support
from assay.records.score import as_details
from assay.text import LOOSE, is_blank
from assay.text.clauses import clauses
from assay.text.quotation import check_quotation

NO_PASSAGE = "there is no passage"
UNKNOWN = Support.UNKNOWN.value

Splitter = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedClaim:
    """One claim and what the passages say of it.

    `outcome` is `supported`, `contradicted`, `unknown`, or `unsupported by quotation` where the quotation behind a
    "supported" stands in no passage or says too little (`assay.text.quotation`). `passage` counts from 1. Only `supported`
    counts as support.
    """

    text: str
    outcome: str
    reason: str = ""
    quote: str | None = None
    passage: int | None = None
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def supported(self) -> bool:
        """Whether the claim is supported."""
        return self.outcome == Support.SUPPORTED.value


class ClaimSupport(Protocol):
    """Splits texts into claims and decides whether passages support claims, for one score."""

    async def split(self, text: str, *, question: str | None = None) -> tuple[str, ...]:
        """The claims of a text, in order, each once; none for a text that states nothing."""
        ...

    async def check(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str | None = None
    ) -> tuple[CheckedClaim, ...]:
        """One result for each claim, in order. Without passages every claim is `unknown`, and nobody is asked."""
        ...

    def backed(self, result: MetricResult) -> MetricResult:
        """The result with what stands behind its verdicts (calls, agreement, price)."""
        ...


class JudgeSupport:
    """Asks a judge. A "supported" whose quotation stands in no passage does not count, unless `strict_quotes` is off."""

    def __init__(
        self, judge: Judge, *, strict_quotes: bool = True, statements: Prompt[Statements] = STATEMENTS
    ) -> None:
        self.inquiry = Inquiry(judge)
        self._strict_quotes = strict_quotes
        self._statements = statements

    async def split(self, text: str, *, question: str | None = None) -> tuple[str, ...]:
        """The statements that the judge lists; see `ClaimSupport.split`."""
        if is_blank(text):
            return ()
        verdict = await self.inquiry.ask(self._statements, question=question, text=text)
        return distinct(verdict.reply.statements)

    async def check(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str | None = None
    ) -> tuple[CheckedClaim, ...]:
        """The judge's verdicts, after their quotations were looked up; see `ClaimSupport.check`."""
        if not claims or not passages:
            return undecided(claims)
        verdict = await self.inquiry.ask(SUPPORT, question=question, passages=list(passages), claims=list(claims))
        votes = verdict.details.get("votes") or [None] * len(claims)
        checked = []
        for claim, entry, voted in zip(claims, verdict.reply.verdicts, votes, strict=True):
            found = check_quotation(
                entry.verdict, entry.quote, passages, claim=claim, strict_quotes=self._strict_quotes
            )
            checked.append(
                CheckedClaim(
                    text=claim,
                    outcome=found.outcome,
                    reason=f"{entry.reason} ({found.note})" if found.note else entry.reason,
                    quote=entry.quote or None,
                    passage=found.passage,
                    details=as_details({"edits": found.edits or None, "votes": voted}),
                )
            )
        return tuple(checked)

    def backed(self, result: MetricResult) -> MetricResult:
        """The result with its calls; see `ClaimSupport.backed`."""
        return self.inquiry.backed(result)


class GrounderSupport:
    """Splits a text by rule, into clauses unless another splitter is given, and asks an offline grounder; no calls, no price."""

    def __init__(self, grounder: Grounder, *, split: Splitter | None = None) -> None:
        self._grounder = grounder
        self._split = split or clause_texts

    async def split(self, text: str, *, question: str | None = None) -> tuple[str, ...]:
        """The pieces that the function finds; see `ClaimSupport.split`."""
        return distinct(self._split(text))

    async def check(
        self, claims: Sequence[str], passages: Sequence[str], *, question: str | None = None
    ) -> tuple[CheckedClaim, ...]:
        """The grounder's verdicts; see `ClaimSupport.check`."""
        if not claims or not passages:
            return undecided(claims)
        found = await self._grounder.ground(claims, passages)
        return tuple(
            CheckedClaim(
                text=claim,
                outcome=one.support.value,
                reason=one.reason,
                quote=one.quote,
                passage=one.passage,
                details=as_details({"score": one.score, "guards": list(one.guards) or None}),
            )
            for claim, one in zip(claims, found, strict=True)
        )

    def backed(self, result: MetricResult) -> MetricResult:
        """The result as it is."""
        return result


def clause_texts(text: str) -> list[str]:
    """The sentences and clauses of a text that can stand alone, word for word."""
    return [clause.text for clause in clauses(text)]


def undecided(claims: Sequence[str]) -> tuple[CheckedClaim, ...]:
    """Every claim `unknown`, because there is no passage."""
    return tuple(CheckedClaim(text=claim, outcome=UNKNOWN, reason=NO_PASSAGE) for claim in claims)


def distinct(texts: Sequence[str]) -> tuple[str, ...]:
    """The texts without blank ones; what is said twice (spacing, case and typography aside) counts once.

    >>> distinct(["Refunds take 30 days.", " ", "refunds  take 30 days."])
    ('Refunds take 30 days.',)
    """
    first: dict[str, str] = {}
    for text in texts:
        first.setdefault(LOOSE(text), text.strip())
    return tuple(text for known, text in first.items() if known)
