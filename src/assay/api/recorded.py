"""Recorded outputs for a run, with the rows that could not be read kept in sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from assay.records.output import Output, TargetFailure
from assay.records.run import InvalidInput


@dataclass(slots=True)
class RecordedOutputs:
    """Pairs of case id and output. An unreadable row with a case id is that case's failure; one without is kept in
    `unreadable`, and the case it belonged to will be missing its output.
    """

    source: Iterable[tuple[str, Output] | InvalidInput]
    unreadable: list[InvalidInput] = field(default_factory=list)

    def __iter__(self) -> Iterator[tuple[str, Output]]:
        for item in self.source:
            if not isinstance(item, InvalidInput):
                yield item
            elif item.case_id is None:
                self.unreadable.append(item)
            else:
                where = f"{item.source}:{item.line}" if item.line is not None else item.source
                yield item.case_id, Output(failure=TargetFailure(kind="wrong_type", message=f"{where}: {item.reason}"))
