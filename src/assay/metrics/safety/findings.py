"""Places in a text that must not be there: found by stated patterns, reported without their content."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from assay.records import Item, MetricResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What kind of thing stands from `start` to `end` of the text."""

    kind: str
    start: int
    end: int


def _always(_: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Pattern:
    """A kind of thing: an expression, and a check of its match. A group `body`, where there is one, is the thing itself."""

    kind: str
    expression: re.Pattern[str]
    accepts: Callable[[str], bool] = _always


def find(text: str, patterns: Iterable[Pattern]) -> list[Finding]:
    """Every accepted match in the order of the text; where two overlap, the pattern listed first has it."""
    found: list[Finding] = []
    for pattern in patterns:
        for match in pattern.expression.finditer(text):
            group = "body" if "body" in pattern.expression.groupindex else 0
            start, end = match.span(group)
            free = all(end <= other.start or start >= other.end for other in found)
            if free and pattern.accepts(match[group]):
                found.append(Finding(kind=pattern.kind, start=start, end=end))
    return sorted(found, key=lambda finding: finding.start)


def result_of(findings: list[Finding], what: str) -> MetricResult:
    """The number of findings; kind, place and length are reported, the text itself never is."""
    counts = Counter(finding.kind for finding in findings)
    places = ", ".join(f"{finding.kind} at {finding.start}–{finding.end}" for finding in findings)
    return MetricResult(
        value=len(findings),
        reason=f"{what}: {places}" if findings else f"no {what} found",
        items=tuple(_item(finding) for finding in findings),
        details={"kinds": dict(counts)} if counts else {},
    )


def _item(finding: Finding) -> Item:
    return Item(
        kind=finding.kind,
        outcome="found",
        id=f"{finding.start}:{finding.end}",
        text=f"[{finding.kind}, {finding.end - finding.start} characters]",
    )
