"""The outcome of applying a policy to scores."""

from __future__ import annotations

from typing import Any

from assay.records.aggregate import Aggregate, Tally
from assay.records.domain import Value
from assay.records.frozen import EMPTY
from assay.records.record import Record
from assay.records.run import InvalidInput
from assay.records.words import CheckStatus, ExitCode, Owner


class CheckResult(Record, frozen=True):
    """What one check said about one case, or about the run when `case_id` is None.

    `demand` is the demand in words (`>= 0.85 in every case`), `shown` the value printed with enough digits to tell it from the
    threshold. `blocks` says whether this result alone stops the release.
    """

    check: str
    metric: str
    status: CheckStatus
    reason: str
    case_id: str | None = None
    group: str | None = None
    method: str = "exact"
    proxy: bool = False
    value: Value | None = None
    shown: str = ""
    demand: str = ""
    blocks: bool = False
    owner: Owner | None = None
    code: str | None = None
    aggregate: Aggregate | None = None


class RuleResult(Record, frozen=True):
    """What one run rule said (limits on invalid rows, the baseline, the older mean rule)."""

    rule: str
    status: CheckStatus
    reason: str
    blocks: bool = True
    details: dict[str, Any] = EMPTY

    def __post_init__(self) -> None:
        self._freeze("details")


class Decision(Record, frozen=True):
    """Pass, warn, fail or incomplete, with everything that led there.

    `checks` are run-level results, one a check (and one more for each group that overrides it). `cases` holds the case-level
    results that are not a pass, at most `MAX_CASES_LISTED` of them in row order and those that block before those that
    inform. `case_counts` counts the cases by outcome: `pass`, `fail` and `incomplete` of blocking cases by their blocking
    checks (incomplete wins), and `not_blocking`. `rows` counts each row once by the worst status among its scores,
    a blocking case that nothing tested as invalid.
    `unreadable` are the rows of the golden set or of the outputs that could not be read, each with its place and the reason.
    `problems` are the reasons why the decision is incomplete.
    """

    status: CheckStatus
    exit_code: ExitCode
    reason: str
    policy_version: str = ""
    policy_hash: str = ""
    checks: tuple[CheckResult, ...] = ()
    cases: tuple[CheckResult, ...] = ()
    case_counts: dict[str, int] = EMPTY
    rules: tuple[RuleResult, ...] = ()
    older_rule: RuleResult | None = None
    unreadable: tuple[InvalidInput, ...] = ()
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    rows: Tally = Tally()
    n_cases: int = 0

    def __post_init__(self) -> None:
        self._freeze("case_counts")

    def explain(self, case_id: str) -> tuple[CheckResult, ...]:
        """The listed results of one case that are not a pass."""
        return tuple(result for result in self.cases if result.case_id == case_id)


MAX_CASES_LISTED = 1000
