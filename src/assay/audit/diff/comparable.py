"""Look-alikes told apart: whether two runs may be compared at all, told from their records alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assay.records import ScoredRow
from assay.records.definition import OTHER_CONTRACT, incomparable
from assay.records.record import Record


class Obstacle(Record, frozen=True):
    """Why two runs cannot be compared, in whole or for one metric, and the way out. `metric` is None for the cases."""

    subject: str
    metric: str | None
    reason: str
    way_out: str

    def __str__(self) -> str:
        return f"{self.subject}: {self.reason} ({self.way_out})"


def comparable(before: str, after: str, common: Iterable[tuple[ScoredRow, ScoredRow]]) -> tuple[Obstacle, ...]:
    """Every reason against comparing two runs; none means that they may be compared.

    Refused: no case that both runs have, cases whose contract version differs, a metric that was scored by another judge, with
    another prompt, by another version or with other parameters in any case of one contract version. What not both runs scored is
    no obstacle. The gate compares with a baseline by the same rule.

    Args:
        before: the name of the earlier run. `after`: that of the later one.
        common: the rows of the cases that both runs have.

    >>> row = ScoredRow(position=0, case_id="c", case_hash="", output_hash="", scores=(), contract="1")
    >>> comparable("a", "b", [(row, row.replace(contract="2"))])[0].reason
    "1 of 1 common cases are of another contract version (c: '1' -> '2')"
    """
    found = _Found()
    for earlier, later in common:
        found.add(earlier, later)
    return tuple(found.obstacles(before, after))


class _Found:
    """What the common cases show, in constant memory."""

    def __init__(self) -> None:
        self.common = self.other_contract = 0
        self.first = ""
        self.metrics: dict[str, Obstacle] = {}

    def add(self, earlier: ScoredRow, later: ScoredRow) -> None:
        self.common += 1
        if earlier.contract != later.contract:
            self.other_contract += 1
            self.first = self.first or f"{later.case_id}: {earlier.contract!r} -> {later.contract!r}"
            return
        for new in later.scores:
            old = earlier.score(new.metric)
            if old is None or old.value is None or new.value is None or new.metric in self.metrics:
                continue
            refused = incomparable(old, new)
            if refused is not None:
                self.metrics[new.metric] = Obstacle(
                    subject=new.metric, metric=new.metric, reason=refused.reason, way_out=refused.way_out
                )

    def obstacles(self, before: str, after: str) -> Iterator[Obstacle]:
        if not self.common:
            reason = f"{before} and {after} have no case in common"
            yield Obstacle(subject="cases", metric=None, reason=reason, way_out="compare runs of one golden set")
        if self.other_contract:
            counted = f"{self.other_contract} of {self.common} common cases are of another contract version"
            reason = f"{counted} ({self.first})"
            yield Obstacle(subject="contract", metric=None, reason=reason, way_out=OTHER_CONTRACT)
        yield from self.metrics.values()
