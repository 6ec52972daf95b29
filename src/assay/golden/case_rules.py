"""Lint rules that look at one case alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from assay.golden.findings import Severity
from assay.records import Case
from assay.records.vocabulary import FIELDS, Side

Remark = tuple[str, Severity, str]
"""Code, severity and message; the place is added by who asked."""
Applies = Callable[[Case], str | None]
"""Why a check has nothing to do in a case, or None when it applies: `Metric.applies`."""

LISTS = ("required_claims", "expected_facts", "expected_citations", "expected_context_ids", "reference_contexts")
RATIOS = LISTS[:4]
"""Fields whose length is the denominator of a ratio."""
_NO_EXPECTATION = frozenset({"input", "language", "schema"})


def remarks(case: Case, checks: Sequence[Applies] | None = None) -> Iterator[Remark]:
    """Everything that these rules find in a case, in a fixed order.

    Args:
        case: the case.
        checks: `applies` of the metrics that a policy asks for. Without them a case counts as checkable when it states any
            reviewed field.
    """
    if not _checkable(case, checks):
        yield "no_check", Severity.ERROR, "no check can apply: the case states nothing about a right answer"
    yield from _list_remarks(case)
    yield from _abstention(case)
    yield from _citations(case)


def _checkable(case: Case, checks: Sequence[Applies] | None) -> bool:
    if checks is not None:
        return any(applies(case) is None for applies in checks)
    stated = (
        name
        for name, field in FIELDS.items()
        if field.side is Side.CASE
        and name not in _NO_EXPECTATION
        and (getattr(case, name, None) is not None or case.extra.get(name) is not None)
    )
    return next(stated, None) is not None


def _items(case: Case, name: str) -> list[str] | None:
    value = getattr(case, name)
    if value is None:
        return None
    return [item if isinstance(item, str) else item.id for item in value]


def _list_remarks(case: Case) -> Iterator[Remark]:
    for name in LISTS:
        items = _items(case, name)
        if items is None:
            continue
        cleaned = [item.strip() for item in items]
        if not items:
            yield "empty_list", Severity.ERROR, f"{name} is stated and empty; leave it out where nothing is expected"
        if not all(cleaned):
            yield "blank_item", Severity.ERROR, f"{name}[{cleaned.index('')}] is blank"
        doubled = sorted({item for item in cleaned if item and cleaned.count(item) > 1})
        if doubled:
            yield "duplicate_item", Severity.ERROR, f"{name} holds {', '.join(map(repr, doubled))} more than once"
        if name in RATIOS and len(items) == 1:
            yield "sparse", Severity.INFO, f"{name} holds one item: a ratio over it can only be 0 or 1"


def _abstention(case: Case) -> Iterator[Remark]:
    stated = [name for name in ("required_claims", "expected_facts", "expected_citations") if getattr(case, name)]
    if case.must_cite:
        stated.append("must_cite")
    if case.must_abstain and stated:
        yield "contradiction", Severity.ERROR, f"must_abstain is true, yet {', '.join(stated)} asks for an answer"


def _citations(case: Case) -> Iterator[Remark]:
    if case.expected_citations is None or case.expected_context_ids is None:
        return
    strangers = [
        repr(citation)
        for citation in case.expected_citations
        if not any(_is_part_of(context, citation) for context in case.expected_context_ids)
    ]
    if strangers:
        yield (
            "citation_without_context",
            Severity.WARNING,
            f"expected_citations names {', '.join(strangers)}, which no expected_context_ids has",
        )


def _is_part_of(context: str, citation: str) -> bool:
    """Whether a passage is what is cited, or a part of it: `doc-7#2` is a part of `doc-7`, `doc-72` is not."""
    rest = context.removeprefix(citation)
    return context.startswith(citation) and not rest[:1].isalnum()
