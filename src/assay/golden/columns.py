"""Which column is which field: our own names, those of ragas, raggate and DeepEval, the common ones, and a mapping that wins."""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from assay.errors import Violation, ViolationsError, did_you_mean, near_matches
from assay.records import Case, Output
from assay.records.vocabulary import FIELDS, Side


class Dialect(StrEnum):
    """Whose column names a file uses. It decides what `context` and `contexts` mean and whether rows must have an id."""

    OWN = "assay"
    RAGAS = "ragas"
    RAGGATE = "raggate"
    DEEPEVAL = "deepeval"
    COMMON = "common"


@dataclass(slots=True)
class Split:
    """The cells of one row, sorted by who gives them."""

    case: dict[str, Any] = field(default_factory=dict)
    output: dict[str, Any] = field(default_factory=dict)
    case_extra: dict[str, Any] = field(default_factory=dict)
    output_extra: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


CASE_FIELDS = frozenset(Case.__struct_fields__) - {"extra"}
OUTPUT_FIELDS = frozenset(Output.__struct_fields__) - {"extra"}
_VOCABULARY = {name: entry.side for name, entry in FIELDS.items()}
KNOWN = CASE_FIELDS | OUTPUT_FIELDS | _VOCABULARY.keys()
"""Every field that a column can be mapped to."""

ALIASES: Mapping[str, str] = types.MappingProxyType(
    {
        "case_id": "id",
        # ragas
        "user_input": "input",
        "response": "answer",
        "retrieved_contexts": "contexts",
        "retrieved_context_ids": "retrieved_ids",
        "reference_context_ids": "expected_context_ids",
        # ragas v1 and the common names
        "question": "input",
        "query": "input",
        "ground_truth": "reference",
        "ground_truths": "reference",
        "expected_answer": "reference",
        # raggate
        "expected": "reference",
        # DeepEval
        "actual_output": "answer",
        "expected_output": "reference",
        "retrieval_context": "contexts",
        "tools_called": "tool_calls",
        "expected_tools": "reference_tool_calls",
    }
)
"""Other tools' names that mean one thing wherever they stand."""

DIALECT_ALIASES: Mapping[Dialect, Mapping[str, str]] = types.MappingProxyType(
    {
        Dialect.RAGGATE: {"contexts": "reference_contexts", "category": "group"},
        Dialect.DEEPEVAL: {"context": "reference_contexts"},
    }
)
"""Names whose meaning depends on whose file it is: raggate's `contexts` and DeepEval's `context` are gold evidence."""

_MARKS: Mapping[Dialect, frozenset[str]] = types.MappingProxyType(
    {
        Dialect.DEEPEVAL: frozenset(
            {"actual_output", "expected_output", "retrieval_context", "tools_called", "expected_tools"}
        ),
        Dialect.RAGAS: frozenset(
            {"user_input", "response", "retrieved_contexts", "retrieved_context_ids", "reference_context_ids"}
        ),
        Dialect.COMMON: frozenset({"question", "query", "ground_truth", "ground_truths", "expected_answer"}),
    }
)
_ANSWERS = frozenset({"answer", "response", "actual_output"})


def dialect_of(columns: Iterable[str]) -> Dialect:
    """Whose file it is, from its column names.

    raggate: `expected` without any answer column. DeepEval and ragas: a name that only they use. Common: `question`,
    `query` or `ground_truth`. Our own: everything else.

    >>> dialect_of(["id", "question", "expected", "contexts"]).value
    'raggate'
    """
    names = set(columns)
    if "expected" in names and not names & _ANSWERS:
        return Dialect.RAGGATE
    return next((dialect for dialect, marks in _MARKS.items() if names & marks), Dialect.OWN)


class Columns:
    """The recognised columns of one file. `mapping` (our field → their column) wins over every recognition.

    Raises:
        ViolationsError: the mapping names a field that does not exist or a column that the file does not have; with near
            matches, all of them at once.
    """

    def __init__(self, columns: Iterable[str], mapping: Mapping[str, str] | None = None, *, source: str = "") -> None:
        names = list(dict.fromkeys(columns))
        self._mapped = _inverted(mapping or {}, names, source)
        self._taken = frozenset(mapping or {})
        self.dialect = dialect_of(name for name in names if name not in self._mapped)
        self.has_ids = any("id" in self.fields_of(name) for name in names)
        self._known: dict[str, tuple[str, ...]] = {}

    def fields_of(self, column: str) -> tuple[str, ...]:
        """Our fields that the column gives; none when it is not recognised (it is then kept as it is)."""
        if column in self._mapped:
            return self._mapped[column]
        name = column.removeprefix("output.")
        field_name = DIALECT_ALIASES.get(self.dialect, {}).get(name) or ALIASES.get(name, name)
        if field_name in self._taken or field_name not in KNOWN:
            return ()
        return (field_name,) if name == column or side_of(field_name) is Side.OUTPUT else ()

    def split(self, cells: Mapping[str, Any]) -> Split:
        """Sort the cells of a row. A cell of None was not stated. Two stated columns for one field are a problem."""
        split = Split()
        origin: dict[str, str] = {}
        for column, value in cells.items():
            if value is None:
                continue
            fields = self._known.get(column)
            if fields is None:
                fields = self._known[column] = self.fields_of(column)
            for name in fields or (column,):
                if name in origin:
                    split.problems.append(
                        f"columns {origin[name]!r} and {column!r} both give {name!r}; map the one that is meant"
                    )
                origin[name] = column
                _put(split, name, value, recognised=bool(fields))
        return split

    def notes(self, columns: Iterable[str]) -> list[str]:
        """What was recognised and, for columns that were not, the field that may have been meant."""
        found = []
        if self.dialect is not Dialect.OWN:
            found.append(f"the columns are those of {self.dialect.value}")
        for column in columns:
            fields = self.fields_of(column)
            if fields and fields != (column,):
                found.append(f"column {column!r} was read as {', '.join(fields)}")
            elif not fields and (near := near_matches(column, KNOWN | ALIASES.keys())):
                found.append(f"column {column!r} is not known and was kept as it is ({did_you_mean(near)})")
        return found


def side_of(name: str) -> Side:
    """Who gives a known field."""
    if name in CASE_FIELDS:
        return Side.CASE
    return Side.OUTPUT if name in OUTPUT_FIELDS else _VOCABULARY[name]


def _put(split: Split, name: str, value: object, *, recognised: bool) -> None:
    if not recognised:
        output_name = name.removeprefix("output.")
        if name == "extra" and isinstance(value, Mapping):
            split.case_extra.update(value)
        elif name == "output.extra" and isinstance(value, Mapping):
            split.output_extra.update(value)
        elif output_name != name:
            split.output_extra[output_name] = value
        else:
            split.case_extra[name] = value
    elif name in CASE_FIELDS:
        split.case[name] = value
    elif name in OUTPUT_FIELDS:
        split.output[name] = value
    elif side_of(name) is Side.CASE:
        split.case_extra[name] = value
    else:
        split.output_extra[name] = value


def _inverted(mapping: Mapping[str, str], columns: list[str], source: str) -> dict[str, tuple[str, ...]]:
    violations = []
    inverted: dict[str, tuple[str, ...]] = {}
    for ours, theirs in mapping.items():
        if ours not in KNOWN:
            near = did_you_mean(near_matches(ours, KNOWN))
            violations.append(Violation(message=f"mapping: {ours!r} is not a field", source=source, hint=near))
        if theirs not in columns:
            hint = did_you_mean(near_matches(theirs, columns)) or f"its columns: {', '.join(columns)}"
            violations.append(
                Violation(message=f"mapping: the file has no column {theirs!r}", source=source, hint=hint)
            )
        inverted[theirs] = (*inverted.get(theirs, ()), ours)
    if violations:
        raise ViolationsError(violations)
    return inverted
