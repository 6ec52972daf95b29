"""Share of the reference's numbers that the answer states, within a tolerance and with their units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.text.reference import ReferenceMetric
from assay.records import Item, MetricResult, not_applicable
from assay.text.quantities import Quantity, quantities

UNITS = ("compare", "ignore")


@dataclass(frozen=True, kw_only=True)
class NumberMatch(ReferenceMetric):
    """Share of the reference's numbers that the answer states, within a tolerance and with their units.

    A number of the reference is met when the answer has one with |difference| <= max(`absolute`, `relative` ·
    |reference|), and, where a known unit stands beside the reference's number, the same unit beside the answer's
    (`units=ignore` drops this). Units are never converted: 1 km does not meet 1000 m. Each number of the answer meets
    at most one, by the assignment that meets most. Numbers that only the answer has do not lower the value;
    `details.extra` counts them. How numbers and units are read: see `assay.text.quantities`. Decimals are
    compared exactly. Range 0 to 1, higher is better.

    Inputs: `answer` and `reference`, text. Not applicable: no reference, or no number in it. Invalid: a blank
    reference. A blank answer is 0.

    Source: tolerance as in `math.isclose` with the reference as the base; matching is maximum bipartite matching (Kuhn,
    1955).

    >>> NumberMatch(relative=0.01).score(answer="about 30.2 days, $5", reference="30 days, €5").reason
    'met=1; numbers=2; unmet=5 eur'
    """

    name: ClassVar[str] = "number_match"

    absolute: float = 0
    relative: float = 0
    units: str = "compare"

    def __post_init__(self) -> None:
        for field in ("absolute", "relative"):
            value: Any = getattr(self, field)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < float("inf"):
                raise ConfigurationError(f"number_match: {field} must be a finite number from 0, got {value!r}")
        if self.units not in UNITS:
            raise ConfigurationError(f"number_match: units must be {' or '.join(UNITS)}, got {self.units!r}")

    def compute(self, answer: str, reference: str) -> MetricResult:
        """Read the numbers of both and assign them one to one."""
        wanted, stated = quantities(reference), quantities(answer)
        if not wanted:
            return not_applicable("the reference holds no number")
        assigned = assign([[self._meets(number, other) for other in stated] for number in wanted])
        unmet = [str(number) for index, number in enumerate(wanted) if index not in assigned]
        return MetricResult.of_ratio(
            len(assigned),
            len(wanted),
            reason=f"met={len(assigned)}; numbers={len(wanted)}; unmet={', '.join(unmet) or 'none'}",
            items=tuple(
                Item(
                    kind="number",
                    text=str(number),
                    outcome="met" if index in assigned else "unmet",
                    credit=float(index in assigned),
                    quote=str(stated[assigned[index]]) if index in assigned else None,
                )
                for index, number in enumerate(wanted)
            ),
            details={"extra": len(stated) - len(assigned)},
        )

    def _meets(self, wanted: Quantity, stated: Quantity) -> bool:
        if self.units == "compare" and wanted.unit and wanted.unit != stated.unit:
            return False
        allowed = max(Decimal(repr(self.absolute)), Decimal(repr(self.relative)) * abs(wanted.value))
        return abs(wanted.value - stated.value) <= allowed


def assign(edges: Sequence[Sequence[bool]]) -> dict[int, int]:
    """A largest one-to-one assignment of rows to columns along the true entries.

    >>> assign([[True, True], [True, False]])
    {1: 0, 0: 1}
    """
    owner: dict[int, int] = {}

    def place(row: int, tried: set[int]) -> bool:
        for column, edge in enumerate(edges[row]):
            if edge and column not in tried:
                tried.add(column)
                if column not in owner or place(owner[column], tried):
                    owner[column] = row
                    return True
        return False

    for row in range(len(edges)):
        place(row, set())
    return {row: column for column, row in owner.items()}
