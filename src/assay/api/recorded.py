"""Recorded outputs for a run, with the rows that could not be read kept in sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from assay.records.case import normalise_id
from assay.records.frozen import EMPTY
from assay.records.output import Output, TargetFailure
from assay.records.run import InvalidInput


@dataclass(slots=True)
class RecordedOutputs:
    """Pairs of case id and output. An unreadable row with a case id is that case's failure; one without is kept in
    `unreadable`, and the case it belonged to will be missing its output. `renamed` maps the ids of cases that were renamed to
    their present ones.
    """

    source: Iterable[tuple[str, Output] | InvalidInput]
    unreadable: list[InvalidInput] = field(default_factory=list)
    renamed: Mapping[str, str] = EMPTY

    def __iter__(self) -> Iterator[tuple[str, Output]]:
        for item in self.source:
            if not isinstance(item, InvalidInput):
                case_id, output = item
                yield self.renamed.get(normalise_id(case_id), case_id), output
            elif item.case_id is None:
                self.unreadable.append(item)
            else:
                where = f"{item.source}:{item.line}" if item.line is not None else item.source
                yield (
                    self.renamed.get(item.case_id, item.case_id),
                    Output(failure=TargetFailure(kind="wrong_type", message=f"{where}: {item.reason}")),
                )
