"""Check a bundle: every hash, every record's shape, the chain from case to decision, and the signature.

A change anywhere is found because each line is hashed, chained to its predecessor and written in one canonical way, and because
the seal counts the lines. What is found is named by line and by what stands there.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from assay.audit.bundle import FORMAT, Line
from assay.audit.bundle_record import parse_line, raw_lines, record_of
from assay.audit.bundle_sign import signature_problem
from assay.audit.replay_source import calls_of, compared_with, taken_earlier
from assay.errors import InvalidRowError, MissingExtraError
from assay.records import Case, Output, Policy, RunStatus, RunSummary, ScoredRow
from assay.records.record import Record
from assay.store import RecordedDecision

MAX_PROBLEMS = 20
_ORDER = {
    "": {"bundle"},
    "bundle": {"run"},
    "run": {"policy", "case", "call", "baseline", "decision", "seal"},
    "policy": {"policy", "case", "call", "baseline", "decision", "seal"},
    "case": {"output"},
    "output": {"call", "row"},
    "call": {"call", "row", "baseline", "decision", "seal"},
    "row": {"case", "call", "baseline", "decision", "seal"},
    "baseline": {"baseline_row", "baseline", "decision", "seal"},
    "baseline_row": {"baseline_row", "baseline", "decision", "seal"},
    "decision": {"decision", "seal"},
    "seal": {"signature"},
    "signature": set[str](),
}


class Problem(Record, frozen=True):
    """One thing that does not hold: where, what stands there, and what is wrong. `byte` is the line's offset in the file."""

    line: int
    byte: int
    what: str
    message: str
    code: str


class Verified(Record, frozen=True):
    """What a check of a bundle came to.

    `signature` is `none`, `valid`, `invalid` or `unchecked` (the `sign` extra is not installed). `chain` is the bundle's name.
    """

    path: str
    run_id: str
    file_hash: str
    chain: str
    counts: dict[str, int]
    redacted: dict[str, int]
    signature: str
    public_key: str | None
    problems: tuple[Problem, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def verify(path: str | Path, *, expected_key: str | None = None) -> Verified:
    """Check a bundle from the first byte to the last.

    Args:
        path: the bundle.
        expected_key: the public key, in hexadecimal, that must have signed it. Without it a signature is checked against the key
            that it states itself, which shows that nothing was changed and not who signed.

    Raises:
        InputError: the file is missing or unreadable.
        MissingExtraError: a key is expected and `cryptography` is not installed.
    """
    checker = _Checker(expected_key=expected_key)
    problems = tuple(islice(checker.check(path), MAX_PROBLEMS))
    return Verified(
        path=str(path),
        run_id=checker.summary.manifest.run_id if checker.summary is not None else "",
        file_hash=checker.digest.hexdigest() if len(problems) < MAX_PROBLEMS else "",
        chain=checker.sealed or "",
        counts=dict(checker.counts),
        redacted=dict(checker.redacted),
        signature=checker.signature,
        public_key=checker.public_key,
        problems=problems,
    )


@dataclass(slots=True)
class _Checker:
    """What has to be remembered from line to line. After an unreadable line nothing is said of what it may have held."""

    expected_key: str | None
    counts: Counter[str] = field(default_factory=Counter)
    redacted: Counter[str] = field(default_factory=Counter)
    digest: Any = field(default_factory=hashlib.sha256)
    golden: Any = field(default_factory=hashlib.sha256)
    summary: RunSummary | None = None
    policies: set[str] = field(default_factory=set)
    baselines: set[str] = field(default_factory=set)
    sealed: str | None = None
    signature: str = "none"
    public_key: str | None = None
    case: Case | None = None
    case_hash: str = ""
    output_hash: str = ""
    calls: set[str] = field(default_factory=set)
    kind: str = ""
    position: int = -1
    unread: bool = False

    def check(self, path: str | Path) -> Iterator[Problem]:
        """Every problem in the order of the file."""
        previous: str | None = ""
        offset = number = 0
        for number, raw in enumerate(raw_lines(path), start=1):
            self.digest.update(raw)
            try:
                line = parse_line(raw, previous)
            except InvalidRowError as error:
                stated = _stated(raw)
                yield self._problem(number, offset, self._what(stated), error.message, error.code)
                previous = stated.chain or None
                self._go_on(stated)
            else:
                for code, message in self._look(line, number):
                    yield self._problem(number, offset, self._what(line), message, code)
                previous = line.chain
            offset += len(raw)
        if self.sealed is None:
            yield self._problem(number + 1, offset, "seal", "the bundle has no seal: it was cut off", "cut_off")
        elif self.signature == "none" and self.expected_key is not None:
            yield self._problem(number + 1, offset, "signature", "the bundle is not signed", "not_signed")

    def _problem(self, line: int, byte: int, what: str, message: str, code: str) -> Problem:
        return Problem(line=line, byte=byte, what=what, message=message, code=code)

    def _go_on(self, stated: Line) -> None:
        """After a line that does not hold: take its word for what it is, so that the lines after it are judged on their own."""
        if stated.kind not in _ORDER:
            self.kind, self.unread = "", True
            self.case, self.case_hash, self.output_hash = None, "", ""
            return
        self.kind = stated.kind
        self.counts[stated.kind] += 1
        if stated.kind == "case":
            self._begin_case(stated.hash)
        elif stated.kind == "output":
            self.output_hash = stated.hash
        elif stated.kind == "call":
            self.calls.add(stated.hash)
        elif stated.kind == "policy":
            self.policies.add(stated.hash)
        elif stated.kind == "seal":
            self.sealed = ""

    def _begin_case(self, name: str) -> None:
        self.case, self.case_hash, self.output_hash, self.calls = None, name, "", set()
        self.golden.update(f"{name}\n".encode())

    def _what(self, line: Line) -> str:
        """`output of case 'refund-1'`, as far as it is known."""
        if self.case is not None and line.kind in ("output", "call", "row"):
            return f"{line.kind} of case {self.case.id!r}"
        name = line.body.get("case_id", line.body.get("id")) if isinstance(line.body, dict) else None
        return f"{line.kind} {name!r}" if isinstance(name, str) else line.kind

    def _look(self, line: Line, number: int) -> Iterator[tuple[str, str]]:
        after_unread = self.unread and not self.kind
        if not after_unread and line.kind not in _ORDER[self.kind]:
            expected = " or ".join(sorted(_ORDER[self.kind])) or "the end of the file"
            yield "order", f"a {line.kind} line after {self.kind or 'nothing'}, expected {expected}"
        if line.kind not in _ORDER:
            return
        self.kind = line.kind
        self.counts[line.kind] += 1
        if not isinstance(line.body, dict):
            yield "schema", f"expected an object, got {type(line.body).__name__}"
            return
        try:
            yield from _CHECKS[line.kind](self, line, number)
        except InvalidRowError as error:
            yield error.code, error.message

    def _bundle(self, line: Line, number: int) -> Iterator[tuple[str, str]]:
        if line.body != FORMAT:
            yield "format", f"{line.body} is not a format that this Assay knows"

    def _run(self, line: Line, number: int) -> Iterator[tuple[str, str]]:
        self.summary = record_of(RunSummary, line)
        yield from ()

    def _policy(self, line: Line, number: int) -> Iterator[tuple[str, str]]:
        self.policies.add(record_of(Policy, line).content_hash)
        yield from ()

    def _case(self, line: Line, number: int) -> Iterator[tuple[str, str]]:
        self._begin_case(line.hash)
        self.case = record_of(Case, line)
        yield from ()

    def _output(self, line: Line, number: int) -> Iterator[tuple[str, str]]:
        self.output_hash = line.hash
        record_of(Output, line)
        yield from ()

    def _call(self, line: Line, number: int) -> Iterator[tuple[str, str]]:
        self.calls.add(line.hash)
        if not isinstance(line.body.get("request_key"), str):
            yield "schema", "the call has no request_key"

    def _row(self, line: Line, number: int) -> Iterator[tuple[str, str]]:
        row = record_of(ScoredRow, line)
        self.redacted.update(row.redacted)
        for name, found, stated in (
            ("case", self.case_hash, row.case_hash),
            ("output", self.output_hash, row.output_hash),
        ):
            if found != stated and not (self.unread and not found):
                yield "chain", f"the row was scored from the {name} {stated}, before it stands {found or 'none'}"
        if self.case is not None and self.case.id != row.case_id:
            yield "chain", f"the row is of case {row.case_id!r}, before it stands {self.case.id!r}"
        for name in calls_of(row):
            if name not in self.calls and not self.unread:
                yield "chain", f"a score rests on the call {name}, which is not there"
        if row.position <= self.position:
            yield "order", f"position {row.position} after {self.position}"
        self.position = row.position

    def _baseline(self, line: Line, number: int) -> Iterator[tuple[str, str]]:
        self.baselines.add(str(line.body.get("named")))
        yield from ()

    def _baseline_row(self, line: Line, number: int) -> Iterator[tuple[str, str]]:
        record_of(ScoredRow, line)
        yield from ()

    def _decision(self, line: Line, number: int) -> Iterator[tuple[str, str]]:
        recorded = record_of(RecordedDecision, line)
        if not self.unread:
            yield from self._decided(recorded)

    def _decided(self, recorded: RecordedDecision) -> Iterator[tuple[str, str]]:
        """Whether what the decision rests on is there."""
        rows, decision = self.counts["row"], recorded.decision
        if recorded.policy_hash not in self.policies:
            yield "chain", f"the decision applied the policy {recorded.policy_hash}, which is not there"
        if decision.n_cases != rows and not taken_earlier(decision, rows):
            yield "chain", f"the decision counts {decision.n_cases} cases, the bundle holds {rows} rows"
        run = compared_with(decision)
        if run is not None and run not in self.baselines:
            yield "chain", f"the decision compared with run {run!r}, whose rows are not there"

    def _seal(self, line: Line, number: int) -> Iterator[tuple[str, str]]:
        self.sealed = line.chain
        said, lines = line.body.get("redacted"), line.body.get("lines")
        if lines != number - 1:
            yield "seal", f"the seal counts {lines} lines, before it stand {number - 1}"
        if not self.unread:
            if said != dict(self.redacted):
                yield "seal", f"the seal counts {said} as redacted, the rows {dict(sorted(self.redacted.items()))}"
            yield from self._whole()

    def _whole(self) -> Iterator[tuple[str, str]]:
        """Whether the cases and rows are those of the run."""
        if self.summary is None:
            return
        rows, stated = self.counts["row"], self.summary.manifest.golden_hash
        if self.summary.rows != rows:
            yield "chain", f"the run states {self.summary.rows} rows, the bundle holds {rows}"
        complete = self.summary.status is RunStatus.COMPLETE and not self.redacted
        if complete and stated and self.golden.hexdigest() != stated:
            yield "chain", f"the golden set had the hash {stated}, the cases here give {self.golden.hexdigest()}"

    def _signature(self, line: Line, number: int) -> Iterator[tuple[str, str]]:
        self.public_key = str(line.body.get("public_key"))
        try:
            problem = signature_problem(line.body, self.sealed or "", expected_key=self.expected_key)
        except MissingExtraError:
            if self.expected_key is not None:
                raise
            self.signature = "unchecked"
            return
        self.signature = "invalid" if problem else "valid"
        if problem:
            yield "signature", problem


_Check = Callable[[_Checker, Line, int], Iterator[tuple[str, str]]]
_CHECKS: Mapping[str, _Check] = {
    kind: getattr(_Checker, f"_{kind}")
    for kind in (
        "bundle",
        "run",
        "policy",
        "case",
        "output",
        "call",
        "row",
        "baseline",
        "baseline_row",
        "decision",
        "seal",
        "signature",
    )
}


def _stated(raw: bytes) -> Line:
    """What a line that does not hold says of itself, as far as it can be read."""
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        value = None
    said = value if isinstance(value, dict) else {}
    texts = {name: text if isinstance(text := said.get(name), str) else "" for name in ("kind", "hash", "chain")}
    return Line(body=said.get("body"), **{**texts, "kind": texts["kind"] or "unreadable line"})
