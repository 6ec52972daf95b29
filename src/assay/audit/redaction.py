"""Take out what must not be kept, before anything is stored.

A rule is one text of a policy's `redact` list:

* `pii`, or one of its kinds (`email`, `phone`, `iban`, `card`, `us_ssn`, `ip`): personal data by stated patterns;
* `secrets`: keys and credentials by their published formats;
* `pattern:EXPRESSION`: whatever a regular expression matches;
* `field:PATH`: every text and number below a field of the case or the output, such as `field:answer`, `field:contexts.text` or
  `field:extra.customer`. What repeats it in the scores and in the output's citations and attributions goes too, and so does a
  text or key in the output's free fields that is the same as a whole. Other fields have to be named.

Below a field that is a user's own (`extra`, messages, tool calls) keys are texts as well, and patterns look at numbers as they
are written. Ids of records are never redacted: they are how records are joined. Scores are computed on the unredacted sample, so
a redacted row keeps its scores and loses inputs; a replay says so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from assay.audit.redaction_echoes import Echoes
from assay.audit.redaction_keys import FREE, IDS, with_keys
from assay.errors import ConfigurationError, UnknownNameError
from assay.metrics.safety.findings import Pattern, find
from assay.metrics.safety.pii_patterns import KINDS, PATTERNS
from assay.metrics.safety.secret_patterns import FORMATS
from assay.records import Case, InvalidInput, Output, Sample, Score, ScoredRow
from assay.records.vocabulary import FIELDS

Counts = Counter[str]


@dataclass(frozen=True)
class Redactor:
    """Applies the rules of a policy. Without rules nothing changes.

    >>> Redactor.of(["email"]).text("Ask ann@example.org today.")
    ('Ask [redacted:email] today.', Counter({'email': 1}))
    """

    rules: tuple[str, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    paths: tuple[tuple[str, ...], ...] = field(default=())

    @classmethod
    def of(cls, rules: Iterable[str]) -> Redactor:
        """Read the rules.

        Raises:
            UnknownNameError: no such rule, or a field that neither a case nor an output has; with near matches.
            ConfigurationError: an expression that does not compile or that matches nothing at all.
        """
        rules = tuple(dict.fromkeys(rules))
        patterns = [pattern for rule in rules for pattern in _patterns(rule)]
        paths = [_path(rule) for rule in rules if rule.startswith("field:")]
        return cls(rules, tuple(patterns), tuple(paths))

    def __bool__(self) -> bool:
        return bool(self.rules)

    def text(self, text: str) -> tuple[str, Counts]:
        """A text without what the patterns find, and how often each was found."""
        counts: Counts = Counter()
        parts, end = [], 0
        for found in find(text, self.patterns):
            parts += [text[end : found.start], f"[redacted:{_label(found.kind)}]"]
            counts[found.kind] += 1
            end = found.end
        return "".join((*parts, text[end:])), counts

    def counted_case(self, case: Case) -> tuple[Case, Counts]:
        """A case as it is stored, and what was taken out."""
        counts: Counts = Counter()
        data = self._walk(case.to_dict(), (), counts, [])
        return (Case.from_dict(data) if counts else case), counts

    def finished(self, row: ScoredRow, sample: Sample) -> tuple[ScoredRow, Sample]:
        """A finished row and its sample as they are stored; the row counts what was taken out."""
        counts: Counts = Counter()
        removed: list[str] = []
        case, output = sample.case, sample.output
        before = counts.total()
        data = self._walk(case.to_dict(), (), counts, removed)
        case = Case.from_dict(data) if counts.total() > before else case
        before = counts.total()
        data = self._walk(output.to_dict(), (), counts, removed)
        echoes = Echoes.of(removed)
        data = echoes.out_of_output(data, counts) if echoes else data
        output = Output.from_dict(data) if counts.total() > before else output
        scores = tuple(self.score(score, echoes, counts) for score in row.scores)
        if not counts:
            return row, sample
        stored = row.replace(
            scores=scores,
            case_hash=case.content_hash,
            output_hash=output.content_hash,
            failure=output.failure,
            redacted=dict(sorted(counts.items())),
        )
        return stored, Sample(case=case, output=output)

    def score(self, score: Score, echoes: Echoes, counts: Counts) -> Score:
        """A score as it is stored: patterns apply to its reason and evidence, and texts that repeat a removed one go."""
        before = counts.total()
        data = self._walk(score.to_dict(), ("score",), counts, [])
        data = echoes.out_of_score(data, counts) if echoes else data
        return Score.from_dict(data) if counts.total() > before else score

    def problem(self, problem: InvalidInput) -> InvalidInput:
        """A row that could not be read, as it is stored."""
        reason, counts = self.text(problem.reason)
        return problem.replace(reason=reason) if counts else problem

    def call(self, call: Mapping[str, Any]) -> Mapping[str, Any]:
        """A judge call as it is stored. One that lost something is not used again; with a field rule none keeps its texts."""
        if self.paths:
            hidden = {
                name: "[redacted:field]"
                for name in ("request", "reply", "tokens", "message", "refusal")
                if name in call
            }
            return {**call, **hidden, "ok": False}
        counts: Counts = Counter()
        kept = {
            name: self._walk(value, ("call",), counts, [], free=True) for name, value in call.items() if name in _TEXTS
        }
        return {**call, **kept, "ok": False} if counts else call

    def _walk(
        self, value: Any, path: tuple[str, ...], counts: Counts, removed: list[str], *, free: bool = False
    ) -> Any:
        if path in self.paths:
            return _hidden(value, f"field:{'.'.join(path)}", counts, removed, free=free)
        if isinstance(value, str):
            return self._clean(value, counts)
        if free and _is_number(value) and path[0] not in _MEASURED:
            text = self._clean(str(value), counts)
            return value if text == str(value) else text
        if isinstance(value, Mapping):
            named = with_keys(value, lambda key: self._clean(key, counts) if free else key)
            return {
                name: value[key]
                if key in IDS and not free and (*path, key) not in self.paths
                else self._walk(value[key], (*path, key), counts, removed, free=free or key in FREE)
                for key, name in named
            }
        if isinstance(value, (list, tuple)):
            return [self._walk(item, path, counts, removed, free=free) for item in value]
        return value

    def _clean(self, text: str, counts: Counts) -> str:
        clean, found = self.text(text)
        counts.update(found)
        return clean


_MEASURED = ("score", "call")
"""Where numbers are figures and settings of ours."""
_TEXTS = frozenset({"request", "reply", "tokens", "message", "refusal", "notes"})


def _patterns(rule: str) -> Iterator[Pattern]:
    kind, colon, rest = rule.partition(":")
    if kind == "pattern" and colon:
        yield Pattern(rule, _expression(rest, rule))
    elif rule == "pii":
        yield from PATTERNS
    elif rule == "secrets":
        yield from FORMATS
    elif rule in KINDS:
        yield from (pattern for pattern in PATTERNS if pattern.kind == rule)
    elif kind != "field" or not colon:
        raise UnknownNameError("redaction rule", rule, ("pii", "secrets", *KINDS, "pattern:", "field:"))


def _expression(text: str, rule: str) -> re.Pattern[str]:
    try:
        expression = re.compile(text)
    except re.error as error:
        raise ConfigurationError(
            f"redaction rule {rule!r}: {error}", hint="write a Python regular expression"
        ) from error
    if expression.search("") is not None:
        raise ConfigurationError(
            f"redaction rule {rule!r} matches the empty text",
            hint="write an expression that matches at least one character",
        )
    return expression


def _path(rule: str) -> tuple[str, ...]:
    path = tuple(rule.removeprefix("field:").split("."))
    known = {*FIELDS, *Case.__struct_fields__, *Output.__struct_fields__}
    if path[0] not in known:
        raise UnknownNameError("field in the redaction rule", path[0], known)
    if path[0] in {*Case.__struct_fields__, *Output.__struct_fields__}:
        if path[-1] in IDS and path[0] not in FREE:
            raise ConfigurationError(f"redaction rule {rule!r}: ids join records and cannot be redacted")
        return path
    return ("extra", *path)


def _label(kind: str) -> str:
    return "pattern" if kind.startswith("pattern:") else kind


def _hidden(value: Any, rule: str, counts: Counts, removed: list[str], *, free: bool) -> Any:
    """Every text and number below a field is replaced and remembered; in a user's own field keys and flags are as well.

    A number of our own records (a rank, a time) becomes unknown, since no text may stand in its place.
    """
    if isinstance(value, str) or (free and value is not None and not isinstance(value, (Mapping, list, tuple))):
        return _removed(value, rule, counts, removed)
    if _is_number(value):
        counts[rule] += 1
        return None
    if isinstance(value, Mapping):
        named = with_keys(value, lambda key: _removed(key, rule, counts, removed) if free else key)
        return {
            name: value[key]
            if key in IDS and not free
            else _hidden(value[key], rule, counts, removed, free=free or key in FREE)
            for key, name in named
        }
    if isinstance(value, (list, tuple)):
        return [_hidden(item, rule, counts, removed, free=free) for item in value]
    return value


def _removed(value: Any, rule: str, counts: Counts, removed: list[str]) -> str:
    counts[rule] += 1
    if not isinstance(value, bool):
        removed.append(str(value))
    return "[redacted:field]"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
