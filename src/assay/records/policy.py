"""A policy as plain data. `assay.gate.schema` reads it from text and refuses what it does not know."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from assay.records.frozen import EMPTY
from assay.records.record import Record


class Check(Record, frozen=True):
    """A metric together with what the policy demands of it.

    `required` with a `minimum` (or `maximum` for a lower-is-better metric) must be met in every case on its own; `required`
    without one must hold: the metric's best value or a passing label. `kpi` blocks on the run's mean through `fail`, `warn`
    and `target`. Bands without `kpi` inform. `method` picks one implementation of a metric that has several (`lexical`,
    `grounding`, `judge`).
    """

    name: str
    metric: str
    params: dict[str, Any] = EMPTY
    method: str | None = None
    required: bool = False
    kpi: bool = False
    minimum: Decimal | None = None
    maximum: Decimal | None = None
    fail: Decimal | None = None
    warn: Decimal | None = None
    target: Decimal | None = None
    allow_proxy: bool = False
    calibration: str | None = None
    uncalibrated: str | None = None

    def __post_init__(self) -> None:
        self._freeze("params")

    @property
    def blocks(self) -> bool:
        """Whether this check can stop a release."""
        return self.required or self.kpi


class CaseMean(Record, frozen=True):
    """The older mean rule, shown beside the decision: the mean of `metrics` in each case against `minimum`.

    A metric with nothing to check counts as `empty`. It never decides; it shows what would have been decided.
    """

    metrics: tuple[str, ...]
    minimum: Decimal
    empty: Decimal = Decimal(1)


class BaselineRule(Record, frozen=True):
    """Which earlier run to compare with, and the largest tolerated drop."""

    run: str
    margin: Decimal = Decimal("0.02")
    confidence: Decimal = Decimal("0.95")


class RunRules(Record, frozen=True):
    """Limits on the run as a whole. None of them can turn a failed check into a pass."""

    max_invalid: int | None = None
    max_error: int | None = None
    min_scored: int | None = None
    min_cases: int | None = None
    baseline: BaselineRule | None = None


class GroupRules(Record, frozen=True):
    """What differs for the cases of one group: complete checks that replace those of the same name."""

    checks: tuple[Check, ...] = ()


class JudgeConfig(Record, frozen=True):
    """Which judge to ask and how."""

    model: str
    runs: int = 1
    temperature: float = 0.0
    aggregate: str = "mean"
    options: dict[str, Any] = EMPTY

    def __post_init__(self) -> None:
        self._freeze("options")


class Shadow(Record, frozen=True):
    """A check that reports and never blocks until a date (ISO) on which somebody decides."""

    check: Check
    until: str


class Policy(Record, frozen=True):
    """The versioned checks and run rules. `content_hash` names it."""

    checks: tuple[Check, ...]
    version: str = ""
    judge: JudgeConfig | None = None
    run: RunRules = RunRules()
    groups: dict[str, GroupRules] = EMPTY
    case_mean: CaseMean | None = None
    shadow: tuple[Shadow, ...] = ()
    budget: dict[str, Any] = EMPTY
    redact: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self._freeze("budget")

    def checks_for(self, group: str | None) -> tuple[Check, ...]:
        """The checks of a case in `group`: the policy's own, replaced by name and extended by the group's."""
        rules = self.groups.get(group) if group is not None else None
        if rules is None:
            return self.checks
        own = {check.name: check for check in rules.checks}
        known = {check.name for check in self.checks}
        return tuple(own.get(check.name, check) for check in self.checks) + tuple(
            check for check in rules.checks if check.name not in known
        )

    @property
    def all_checks(self) -> tuple[Check, ...]:
        """Every check that some case can meet, group overrides and shadows included."""
        grouped = [check for rules in self.groups.values() for check in rules.checks]
        return (*self.checks, *grouped, *(shadow.check for shadow in self.shadow))
