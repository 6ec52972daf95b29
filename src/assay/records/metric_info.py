"""What the gate, the command line and a reader may know of a metric without running it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

from assay.records.domain import Domain, Labels, Range
from assay.records.frozen import EMPTY
from assay.records.number import Number
from assay.records.record import Record
from assay.records.score import Score
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

    @property
    def needs_judge(self) -> bool:
        """Whether a judge gives the value."""
        return self.method == "judge" or "judge" in self.resources

    @property
    def needs_calibration(self) -> bool:
        """Whether a model gives the value, whose error rate on the data at hand somebody must have measured."""
        return self.needs_judge or "grounder" in self.resources

    def signature_by(self, method: str) -> str:
        """The signature of this metric's scores by `method`, which a score may have refined (the judge's name, say)."""
        return self.signature.replace(f"|method:{self.method}", f"|method:{method}", 1)

    def number_of(self, score: Score) -> Fraction | None:
        """The exact number that enters a mean: the value, 1 or 0 for a label that holds or not, None for a ranking."""
        if isinstance(self.domain, Labels):
            return Fraction(score.value in self.domain.passing)
        number: Fraction | None = score.number
        return number


class Catalog(Protocol):
    """Where the gate looks metrics up; it knows no metric class."""

    @property
    def names(self) -> tuple[str, ...]:
        """All known names, for near matches."""
        ...

    def info(self, text: str, params: Mapping[str, Any] | None = None, /) -> MetricInfo:
        """The public face of the metric that a text names; `params` add to those in the text.

        Raises:
            UnknownNameError: nobody registered the metric or the parameter; carries the near matches.
            ConfigurationError: the text does not parse, or the metric refuses a parameter's value.
        """
        ...
