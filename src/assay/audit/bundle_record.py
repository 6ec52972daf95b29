"""Read a bundle: line by line with every hash checked, or as a recorded run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from assay.audit.bundle import FORMAT, Line, chained
from assay.audit.replay_source import EarlierRows, Evidence
from assay.errors import InputError, InvalidRowError
from assay.records import Case, Output, Policy, RunSummary, Sample, ScoredRow
from assay.records.canonical import canonical_json, content_hash
from assay.records.frozen import EMPTY
from assay.records.record import Record
from assay.store import RecordedDecision
from assay.store.body import to_body

AnyRecord = TypeVar("AnyRecord", bound=Record)
_KEYS = {"body", "chain", "hash", "kind"}


def is_bundle(path: str | Path) -> bool:
    """Whether a file begins as a bundle does."""
    file = Path(path)
    if not file.is_file():
        return False
    with file.open("rb") as stream:
        return stream.read(40).startswith(b'{"body":{"format":"assay-bundle"')


def raw_lines(path: str | Path) -> Iterator[bytes]:
    """The lines of a file with their line feeds.

    Raises:
        InputError: missing, a folder or unreadable.
    """
    try:
        with Path(path).open("rb") as stream:
            yield from stream
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}", code="unreadable_file") from error


def parse_line(raw: bytes, previous: str | None) -> Line:
    """One line, with its form, its hash and its place in the chain checked.

    `previous` is the chain value of the line before; None where that one cannot be read, so that nothing can be compared.

    Raises:
        InvalidRowError: what is wrong, with both values where two differ.
    """
    if not raw.endswith(b"\n"):
        raise InvalidRowError("the line has no end: the file was cut off or changed", code="line_end")
    try:
        text = raw[:-1].decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidRowError(f"byte {error.start} of the line is not UTF-8", code="utf8") from error
    try:
        value = json.loads(text)
        written = to_body(canonical_json(value))
    except (ValueError, RecursionError) as error:
        raise InvalidRowError(f"the line is no JSON: {error}", code="json") from error
    if not isinstance(value, dict) or set(value) != _KEYS:
        raise InvalidRowError(f"expected an object with {', '.join(sorted(_KEYS))}", code="line_form")
    found = content_hash(value["body"])
    if found != value["hash"]:
        raise InvalidRowError(f"the content has the hash {found}, the line states {value['hash']}", code="content_hash")
    chain = value["chain"] if previous is None else chained(previous, str(value["kind"]), found)
    if chain != value["chain"]:
        raise InvalidRowError(
            f"the chain value is {chain}, the line states {value['chain']}: this line or one before it is not the one sealed",
            code="chain",
        )
    if written != text:
        raise InvalidRowError("the line is not written canonically", code="not_canonical")
    return Line(kind=str(value["kind"]), body=value["body"], hash=found, chain=str(chain))


def read_lines(path: str | Path) -> Iterator[Line]:
    """The lines of a bundle, each checked.

    Raises:
        InputError: the first line that does not hold, with its place.
    """
    previous = ""
    for number, raw in enumerate(raw_lines(path), start=1):
        try:
            line = parse_line(raw, previous)
        except InvalidRowError as error:
            raise InputError(
                f"{path}:{number}: {error.message}", code=error.code, hint="`assay verify` says more"
            ) from error
        previous = line.chain
        yield line


def record_of(kind: type[AnyRecord], line: Line) -> AnyRecord:
    """The record in a line, which must be written exactly as this record is.

    Raises:
        InvalidRowError: another shape, or values that do not read back to the same text.
    """
    record = kind.from_dict(line.body)
    if record.content_hash != line.hash:
        raise InvalidRowError(f"the {line.kind} does not read back to the same content", code="schema")
    return record


@dataclass(frozen=True)
class BundleRecord:
    """A bundle as a recorded run. Rows stream from the file; everything else is read once."""

    path: Path
    summary: RunSummary
    policies: Mapping[str, Policy]
    recorded: tuple[RecordedDecision, ...]
    baselines: Mapping[str, EarlierRows]

    @classmethod
    def open(cls, path: str | Path) -> BundleRecord:
        """Read what is not a row.

        Raises:
            InputError: the file is no bundle, or does not hold.
        """
        summary: RunSummary | None = None
        policies: dict[str, Policy] = {}
        decisions: list[RecordedDecision] = []
        baselines: dict[str, EarlierRows] = {}
        rows: dict[str, ScoredRow] = {}
        sealed = False
        for line in read_lines(path):
            if line.kind == "bundle" and line.body != FORMAT:
                raise InputError(f"{path}: {line.body} is not a format this Assay knows", code="bundle_format")
            if line.kind == "run":
                summary = RunSummary.from_dict(line.body)
            elif line.kind == "policy":
                policies[line.hash] = Policy.from_dict(line.body)
            elif line.kind == "decision":
                decisions.append(RecordedDecision.from_dict(line.body))
            elif line.kind == "baseline":
                rows = {}
                baselines[line.body["named"]] = EarlierRows(
                    line.body["run"], rows, summary.manifest.old_ids if summary else EMPTY
                )
            elif line.kind == "baseline_row":
                row = ScoredRow.from_dict(line.body)
                rows[row.case_id] = row
            sealed = sealed or line.kind == "seal"
        if summary is None or not sealed:
            raise InputError(f"{path}: the bundle has no end; it was cut off", code="cut_off", hint="make it again")
        return cls(Path(path), summary, policies, tuple(decisions), baselines)

    def policy(self, name: str) -> Policy | None:
        """The policy with this hash."""
        return self.policies.get(name)

    def decisions(self) -> Sequence[RecordedDecision]:
        """Every decision, oldest first."""
        return self.recorded

    def evidence(self) -> Iterator[Evidence]:
        """Every row with its case, output and calls."""
        calls: list[Any] = []
        case, output = Case(id="-"), Output()
        for line in read_lines(self.path):
            if line.kind == "case":
                case, calls = Case.from_dict(line.body), []
            elif line.kind == "output":
                output = Output.from_dict(line.body)
            elif line.kind == "call":
                calls.append(line.body)
            elif line.kind == "row":
                row = ScoredRow.from_dict(line.body)
                yield Evidence(row=row, sample=Sample(case=case, output=output), calls=tuple(calls))

    def other_calls(self) -> Iterator[Mapping[str, Any]]:
        """Calls that no score names."""
        held: list[Any] = []
        for line in read_lines(self.path):
            if line.kind == "call":
                held.append(line.body)
            elif line.kind == "row":
                held = []
            elif line.kind in ("baseline", "decision", "seal"):
                break
        return iter(held)

    def baseline(self, run: str) -> EarlierRows | None:
        """The rows that a decision compared with."""
        return self.baselines.get(run)
