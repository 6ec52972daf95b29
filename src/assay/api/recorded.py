"""Recorded outputs for a run, with the rows that could not be read kept in sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from assay.golden import GoldenSet
from assay.golden.seen import FirstSeen
from assay.records.case import normalise_id
from assay.records.frozen import EMPTY
from assay.records.output import Output, TargetFailure
from assay.records.run import InvalidInput

_NAMED = 5
"""Ids of outputs without a case that are shown."""


@dataclass(slots=True)
class RecordedOutputs:
    """Pairs of case id and output, given once: iterating again goes on where the last iteration ended.

    A row that cannot be read, or has the id of an earlier one, is kept in `unreadable`; where it has an id, it is also that
    case's failure. `renamed` maps the ids of cases that were renamed to their present ones.
    """

    source: Iterable[tuple[str, Output] | InvalidInput]
    unreadable: list[InvalidInput] = field(default_factory=list)
    renamed: Mapping[str, str] = EMPTY
    _pairs: Iterator[tuple[str, Output]] | None = None

    def __iter__(self) -> Iterator[tuple[str, Output]]:
        if self._pairs is None:
            self._pairs = self._read()
        return self._pairs

    def strangers(self, unused: Iterable[str], golden: GoldenSet) -> tuple[str, ...]:
        """Ids among those that no case asked for that the golden set does not have; it is read again when there are any."""
        left = dict.fromkeys(unused)
        if left:
            for row in golden:
                left.pop((row.case_id or "") if isinstance(row, InvalidInput) else row.case.id, None)
        return tuple(left)

    def _read(self) -> Iterator[tuple[str, Output]]:
        seen = FirstSeen()
        for number, item in enumerate(self.source, start=1):
            row = item if isinstance(item, InvalidInput) else self._second(item[0], number, seen)
            if row is None:
                case_id, output = item  # type: ignore[misc]
                yield self._present(case_id), output
                continue
            self.unreadable.append(row)
            if row.case_id is not None:
                failure = TargetFailure(kind="wrong_type", message=f"{row.where}: {row.reason}")
                yield self._present(row.case_id), Output(failure=failure)

    def _present(self, case_id: str) -> str:
        return self.renamed.get(normalise_id(case_id), case_id)

    def _second(self, case_id: str, number: int, seen: FirstSeen) -> InvalidInput | None:
        """Why a pair is not read: its case already has one."""
        present = normalise_id(self._present(case_id))
        first = seen.add(present, number)
        if first is None:
            return None
        reason = f"outputs {first} and {number} are both for case {present!r}"
        return InvalidInput(source="outputs", line=number, reason=reason, case_id=case_id, code="duplicate_id")


def strangers_note(ids: tuple[str, ...]) -> tuple[str, ...]:
    """What is said about outputs without a case, if there are any.

    >>> strangers_note(("c7",))
    ("1 recorded output belongs to no case and was not used: 'c7'",)
    """
    if not ids:
        return ()
    named = ", ".join(map(repr, ids[:_NAMED])) + (", …" if len(ids) > _NAMED else "")
    what = "output belongs to no case and was" if len(ids) == 1 else "outputs belong to no case and were"
    return (f"{len(ids)} recorded {what} not used: {named}",)
