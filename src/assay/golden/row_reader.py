"""From raw rows to typed ones: columns sorted, cells read, ids made and compared, everything checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from assay.errors import InvalidRowError
from assay.golden.cells import from_cell
from assay.golden.columns import KNOWN, Columns, Dialect, Split
from assay.golden.fields import parse_case, parse_id, parse_recorded
from assay.golden.seen import FirstSeen
from assay.golden.source import RawRow, Source, TypedRow
from assay.records import InvalidInput, Output, normalise_id
from assay.records.canonical import content_hash
from assay.records.frozen import thaw

T = TypeVar("T")
_WITHOUT_IDS = frozenset({Dialect.RAGAS, Dialect.DEEPEVAL, Dialect.COMMON})


class RowReader:
    """Reads the rows of one source once. Of the rows that it gave it remembers the ids, and nothing else."""

    def __init__(self, source: Source, columns: Columns, notes: dict[str, None]) -> None:
        self._source = source
        self._columns = columns
        self._notes = notes
        self._ids = FirstSeen()
        self._repeats: dict[str, int] = {}
        self._makes_ids = not columns.has_ids and columns.dialect in _WITHOUT_IDS
        if self._makes_ids:
            self._note("the file has no column for ids; they were made from the inputs")

    def cases(self) -> Iterator[TypedRow | InvalidInput]:
        """Each row as a case, with its output where the row holds one."""
        for row in self._source.rows(self._note):
            if isinstance(row, RawRow):
                yield self._read(row, _case)
            elif isinstance(row, TypedRow):
                case = row.case.replace(id=normalise_id(row.case.id))
                collision = self._collision(case.id, row.line)
                yield collision or TypedRow(row.line, case, row.output, case.content_hash)
            else:
                yield row

    def outputs(self) -> Iterator[tuple[str, Output] | InvalidInput]:
        """Each row as a case id and an output. Only files are read so, and a file has no typed rows."""
        for row in self._source.rows(self._note):
            if isinstance(row, RawRow):
                yield self._read(row, _output)
            elif isinstance(row, InvalidInput):
                yield row

    def _note(self, text: str) -> None:
        self._notes[text] = None

    def _read(self, row: RawRow, build: Callable[[RawRow, Split], T]) -> T | InvalidInput:
        """What `build` makes of the row, or every reason why it is none."""
        case_id = None
        try:
            split = self._columns.split(row.cells)
            if row.textual:
                _read_cells(split)
            self._adapt(split)
            case_id = self._identify(split)
            collision = None if case_id is None else self._collision(case_id, row.line)
            return collision if collision is not None else build(row, split)
        except InvalidRowError as error:
            reason, code = error.message, error.code
        except RecursionError:
            reason, code = "nested too deeply to be read", "json"
        return InvalidInput(source=self._source.name, line=row.line, reason=reason, case_id=case_id, code=code)

    def _identify(self, split: Split) -> str | None:
        """The id of the row in its normal form, made where the file has none; None where it is missing or not right."""
        if self._makes_ids and split.case.get("input") is not None:
            split.case["id"] = self._made_id(split.case["input"])
        try:
            return parse_id(split.case.get("id"))
        except InvalidRowError:
            return None  # whoever builds the row reads the id again and names what is wrong with it

    def _made_id(self, value: object) -> str:
        made = f"input-{content_hash(thaw(value))[:16]}"
        if self._ids.holds(made):
            self._repeats[made] = self._repeats.get(made, 1) + 1
            return f"{made}-{self._repeats[made]}"
        return made

    def _collision(self, case_id: str, line: int) -> InvalidInput | None:
        first = self._ids.add(case_id, line)
        if first is None:
            return None
        return InvalidInput(
            source=self._source.name,
            line=line,
            case_id=case_id,
            code="duplicate_id",
            reason=f"the same id as on line {first} (ids are compared in NFC, without outer space and invisible characters)",
        )

    def _adapt(self, split: Split) -> None:
        """What other tools' files mean by their values."""
        if self._columns.dialect is Dialect.RAGGATE:
            contexts = split.case.get("reference_contexts")
            if isinstance(contexts, str):
                split.case["reference_contexts"] = [contexts]
                self._note("a single text under `contexts` was read as a list of one, as raggate does")
            if split.case.get("reference") is None:
                split.problems.append("expected is missing")
        conversation = split.case.get("input")
        if self._columns.dialect is Dialect.RAGAS and isinstance(conversation, (list, tuple)):
            split.output.setdefault("messages", conversation)
            split.case["input"] = _until_answer(conversation)


def _case(row: RawRow, split: Split) -> TypedRow:
    output = split.output or split.output_extra
    if split.case.get("input") is None and not output:
        split.problems.append("input is missing (only a row that holds an output can do without)")
    if split.case.get("required_claims") is not None and "required_claim_ids" in split.case_extra:
        split.problems.append("required_claims and required_claim_ids are both stated; state one")
    case = _collect(split.problems, lambda: parse_case(split.case, split.case_extra))
    recorded = _collect(split.problems, lambda: parse_recorded(split.output, split.output_extra)) if output else None
    if case is None or split.problems:
        raise InvalidRowError("; ".join(split.problems), code="row_fields")
    return TypedRow(row.line, case, recorded, case.content_hash)


def _output(row: RawRow, split: Split) -> tuple[str, Output]:
    extra = {name: value for name, value in split.case_extra.items() if name not in KNOWN} | split.output_extra
    if split.case.get("input") is not None:
        extra["input"] = split.case["input"]  # what was asked, for whoever joins the output with its case
    if not split.output and not split.output_extra and not extra.get("error"):
        split.problems.append("the row holds no field of an output")
    case_id = _collect(split.problems, lambda: parse_id(split.case.get("id")))
    output = _collect(split.problems, lambda: parse_recorded(split.output, extra))
    if case_id is None or output is None or split.problems:
        raise InvalidRowError("; ".join(split.problems), code="row_fields")
    return case_id, output


def _collect(problems: list[str], parse: Callable[[], T]) -> T | None:
    try:
        return parse()
    except InvalidRowError as error:
        problems.append(error.message)
        return None


def _read_cells(split: Split) -> None:
    """Turn the texts of a CSV row into what their fields hold."""
    for part in (split.case, split.output, split.case_extra, split.output_extra):
        for name, cell in part.items():
            try:
                part[name] = from_cell(name, cell)
            except InvalidRowError as error:
                split.problems.append(error.message)
                part[name] = None


def _until_answer(conversation: list[Any] | tuple[Any, ...]) -> list[Any]:
    """What was asked: the messages before the assistant's first."""
    roles = [
        message.get("type") or message.get("role") if isinstance(message, Mapping) else "" for message in conversation
    ]
    first = next((at for at, role in enumerate(roles) if role in ("ai", "assistant")), len(roles))
    return list(conversation[:first]) or list(conversation)
