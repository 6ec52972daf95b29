"""Whether the answer matches a regular expression."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import ConfigurationError, InvalidRowError
from assay.metrics.base import Metric
from assay.metrics.text.reference import as_text, holds
from assay.metrics.text.time_limit import TimeIsUpError, cpu_limit
from assay.records import Case, MetricResult, not_applicable

MODES = ("search", "fullmatch")
SECONDS = 2.0
"""CPU time that one search may take."""


@dataclass(frozen=True, kw_only=True)
class RegexMatch(Metric):
    """Whether the answer matches a regular expression: 1 or 0, higher is better.

    The expression is the case's `pattern`, or else the parameter `pattern`; its syntax is that of Python's `re`, with
    flags written inside (`(?i)`). `mode=search` (default) finds it anywhere, `fullmatch` asks that it spans the whole
    answer. The text is taken as it is, in every script. A blank answer is searched like any other, so `^$` matches it.

    Inputs: `answer` and, optionally, `pattern`. Not applicable: neither the case nor the metric has an expression.
    Invalid: an expression of the case that does not compile, a value that is not text, a search that takes more than
    `SECONDS` of CPU time, as nested repetitions such as `(a+)+$` can. (The limit needs the main thread of a POSIX system.)

    Source: the `re` module of the Python standard library.

    >>> RegexMatch(pattern=r"\\d+ days").score(answer="It takes 30 days.").reason
    'matched at character 9'
    """

    name: ClassVar[str] = "regex_match"

    pattern: str = ""
    mode: str = "search"

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ConfigurationError(f"regex_match: mode must be {' or '.join(MODES)}, got {self.mode!r}")
        try:
            re.compile(self.pattern)
        except re.error as error:
            raise ConfigurationError(f"regex_match: {self.pattern!r} is not a regular expression: {error}") from error

    def measure(self, answer: Any, pattern: Any = None) -> MetricResult:
        """Compile and search."""
        expression = self.pattern if pattern is None else as_text(pattern, "pattern")
        if not expression:
            return not_applicable("the case states no pattern")
        try:
            compiled = re.compile(expression)
        except re.error as error:
            raise InvalidRowError(
                f"pattern {expression!r} is not a regular expression: {error}", code="pattern"
            ) from error
        text = as_text(answer, "answer")
        try:
            with cpu_limit(SECONDS):
                match = compiled.search(text) if self.mode == "search" else compiled.fullmatch(text)
        except TimeIsUpError:
            raise InvalidRowError(
                f"pattern {expression!r} did not come to an end on this answer within {SECONDS:g} s: nested repetitions?",
                code="pattern_time",
            ) from None
        return holds(
            match is not None, f"matched at character {match.start()}" if match else f"no match of {expression!r}"
        )

    def applies(self, case: Case) -> str | None:
        """Some expression must be stated."""
        return None if self.pattern or case.extra.get("pattern") else "the case states no pattern"
