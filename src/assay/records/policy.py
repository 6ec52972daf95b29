"""A policy as plain data. `assay.gating.schema` reads it from text and refuses what it does not know."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from assay.records.frozen import EMPTY, FrozenMap
from assay.records.record import Record


class Check(Record, frozen=True):
    """A metric together with what the policy demands of it.

    `metric` is the text that a catalog resolves together with `params` (`nDCG@10`, `faithfulness[lexical]`, `tone.py:tone`).
    `required` with a `minimum` (or `maximum` for a lower-is-better metric) must be met in every case on its own; `required`
    without one must hold: the metric's best value or a passing label. `kpi` blocks on the run's mean through `fail`, `warn`
    and `target`. Bands without `kpi` inform. `method` picks one implementation of a metric that has several (`lexical`,
    `grounding`, `judge`). A judge's metric blocks only with a `calibration` record or where `uncalibrated` is `accept`.
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

    `metrics` are names of checks or texts of metrics. A metric with nothing to check counts as `empty`. The rule never
    decides; it shows what would have been decided.
    """

    metrics: tuple[str, ...]
    minimum: Decimal
    empty: Decimal = Decimal(1)


class BaselineRule(Record, frozen=True):
    """Which earlier run to compare with, the largest tolerated drop of a kpi's mean, and how sure to be.

    `inconclusive` says what a comparison that cannot tell does: `warn` or `fail`.
    """

    run: str
    margin: Decimal = Decimal("0.02")
    confidence: Decimal = Decimal("0.95")
    inconclusive: str = "warn"


class RunRules(Record, frozen=True):
    """Limits on the run as a whole. None of them can turn a failed or an incomplete check into a pass.

    `max_invalid` and `max_error` count rows with at least one such score on any check, blocking or not, and unreadable rows.
    `min_scored` and `min_scored_share` (of the applicable rows) must be met by every check that blocks, `min_cases` by the
    cases that do.
    """

    max_invalid: int | None = None
    max_error: int | None = None
    min_scored: int | None = None
    min_scored_share: Decimal | None = None
    min_cases: int | None = None
    baseline: BaselineRule | None = None


NO_RULES = RunRules()
"""A run without limits."""


class GroupRules(Record, frozen=True):
    """What differs for the cases of one group: complete checks that replace those of the same name."""

    checks: tuple[Check, ...] = ()


class JudgeConfig(Record, frozen=True):
    """Which judge to ask and how.

    `mode`: `live` asks what is not recorded yet, `record` asks everything once more, `replay` asks nobody.
    """

    model: str
    mode: str = "live"
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
    embedder: str | None = None
    grounder: str | None = None
    run: RunRules = NO_RULES
    groups: dict[str, GroupRules] = EMPTY
    case_mean: CaseMean | None = None
    shadow: tuple[Shadow, ...] = ()
    budget: dict[str, Any] = EMPTY
    redact: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self._freeze("budget")
        self._set("groups", FrozenMap(self.groups) if self.groups else EMPTY)
        if self.run == NO_RULES:
            self._set("run", NO_RULES)  # so that equal policies are written alike, and have one hash

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

    @property
    def measured(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        """What must be scored for this policy, as (metric text, parameters), each once and in order."""
        wanted = [(check.metric, check.params) for check in self.all_checks]
        if self.case_mean is not None:
            wanted += [self.metric_of(name) for name in self.case_mean.metrics]
        return tuple(dict.fromkeys(wanted))

    def metric_of(self, name: str) -> tuple[str, dict[str, Any]]:
        """The metric text and parameters behind the name of a check; any other name is a metric text itself."""
        found = next((check for check in self.checks if check.name == name), None)
        return (found.metric, found.params) if found is not None else (name, EMPTY)
