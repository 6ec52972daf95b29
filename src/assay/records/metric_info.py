"""What the gate, the command line and a reader may know of a metric without running it."""

from __future__ import annotations

from typing import Any

from assay.records.domain import Domain, Labels, Range
from assay.records.frozen import EMPTY
from assay.records.number import Number
from assay.records.record import Record
from assay.records.words import Direction


class MetricInfo(Record, frozen=True):
    """A metric's public face. `spec` is the text that parses back to the same metric (`nDCG@10`).

    `method` is the kind of evidence: exact, lexical, embedding, nli, grounding, judge, human. `proxy` says that the metric only
    approximates what its name promises; a proxy informs and does not block unless the policy allows it in words.
    `resources` are what it must be handed: judge, embedder, grounder. `calls` says in words how many judge calls a row costs.
    """

    spec: str
    name: str
    family: str
    summary: str
    domain: Domain
    version: str = "1"
    method: str = "exact"
    direction: Direction = Direction.HIGHER
    proxy: bool = False
    unit: str = ""
    inputs: tuple[str, ...] = ()
    optional_inputs: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()
    calls: str = "0"
    signature: str = ""
    params: dict[str, Any] = EMPTY
    doc: str = ""

    @property
    def title(self) -> str:
        """The name with its method beside it where the name alone would overpromise."""
        return f"{self.spec} · {self.method} proxy" if self.proxy else self.spec

    @property
    def best(self) -> Number | None:
        """The best number of the domain, or None where there is none (labels, rankings, open ranges)."""
        if not isinstance(self.domain, Range):
            return None
        return {Direction.HIGHER: self.domain.high, Direction.LOWER: self.domain.low}.get(self.direction)

    @property
    def can_hold(self) -> bool:
        """Whether `required` without a threshold has a meaning for this metric."""
        return isinstance(self.domain, Labels) or self.best is not None
