"""One check applied to one case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from assay.gating.calibration import Calibration
from assay.gating.demands import BANDS, THRESHOLDS, in_words, undecided
from assay.gating.scale import Scale
from assay.records import (
    Catalog,
    Check,
    CheckResult,
    CheckStatus,
    Labels,
    MetricInfo,
    Owner,
    Score,
    ScoredRow,
    Status,
    exact,
    show,
)
from assay.records.definition import changed_definition

JUDGE_CODES = frozenset(
    {"judge", "no_judge", "budget", "deadline", "not_calibrated", "no_probabilities", "scale_mass", "no_questions"}
)
JUDGE_PREFIX = "judge_"
"""Begins the code of whatever went wrong with a judge's call or reply: `judge_unavailable`, `judge_unparsable`, …"""
HARNESS_CODES = frozenset({"missing_output", "exception", "outside_domain", "score_value"})


@dataclass(frozen=True, slots=True)
class Demand:
    """A check made ready: its metric looked up, its words written, and whether it may decide.

    `undecided` is the reason why a blocking check may not decide. `shadow` is the date until which it only reports.
    """

    check: Check
    info: MetricInfo
    scale: Scale | None
    words: str
    group: str | None = None
    shadow: str | None = None
    undecided: str | None = None
    calibration: Calibration | None = None

    @classmethod
    def of(
        cls,
        check: Check,
        *,
        catalog: Catalog,
        calibrations: Mapping[str, Calibration],
        group: str | None = None,
        shadow: str | None = None,
    ) -> Demand:
        """Look the metric up and settle what can be settled before the first row."""
        info = catalog.info(check.metric, check.params)
        record = calibrations.get(check.calibration) if check.calibration is not None else None
        reason = undecided(check, info, calibrated=record is not None and record.problem is None)
        if reason is not None and record is not None and record.problem:
            reason = f"{reason}: {record.problem}"
        words = in_words(check, info)
        return cls(
            check=check,
            info=info,
            scale=Scale.of(info),
            words=f"shadow until {shadow}: {words}" if shadow else words,
            group=group,
            shadow=shadow,
            undecided=None if shadow else reason,
            calibration=record,
        )

    @property
    def may_block(self) -> bool:
        """Whether a bad score can stop the release."""
        return self.check.blocks and self.shadow is None and self.undecided is None

    @property
    def has_bands(self) -> bool:
        """Whether the check puts the mean into bands."""
        return any(getattr(self.check, name) is not None for name in BANDS)

    @property
    def title(self) -> str:
        """The check's name, with its group where a group overrides it."""
        return f"{self.check.name} (group {self.group})" if self.group is not None else self.check.name


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a check said about a case, the status that counts, and the exact number that enters the mean."""

    result: CheckResult
    status: Status
    number: Fraction | None
    score: Score | None


@dataclass(frozen=True, slots=True)
class _Finding:
    status: Status
    verdict: CheckStatus
    reason: str
    code: str | None = None
    number: Fraction | None = None


def judge_case(demand: Demand, row: ScoredRow) -> Judgement:
    """Apply one check to one row. A score that is missing or outside its domain never counts as a value."""
    score = row.score(demand.info.spec)
    finding = _find(demand, score)
    return Judgement(_result(demand, row, score, finding), finding.status, finding.number, score)


def _find(demand: Demand, score: Score | None) -> _Finding:
    if score is None:
        reason = f"no score of {demand.info.spec} was recorded"
        return _Finding(Status.ERROR, CheckStatus.INCOMPLETE, reason, "missing_score")
    stranger = _other_definition(demand.info, score)
    if stranger:
        return _Finding(Status.ERROR, CheckStatus.INCOMPLETE, stranger, "other_definition")
    if score.status is Status.NOT_APPLICABLE:
        return _Finding(score.status, CheckStatus.NOT_APPLICABLE, score.reason, score.code)
    if score.status is not Status.SCORED:
        return _Finding(score.status, CheckStatus.INCOMPLETE, score.reason or score.status.value, score.code)
    problem = demand.info.domain.problem(score.value)
    if problem is not None:
        return _Finding(Status.INVALID, CheckStatus.INCOMPLETE, problem, "outside_domain")
    record = demand.calibration
    if demand.may_block and record is not None and record.signature != score.signature:
        reason = (
            f"calibration {record.name!r} holds for {record.signature}, this was scored by {score.signature} "
            "(calibrate the present judge, go back to that one, or write uncalibrated: accept in place of calibration)"
        )
        return _Finding(Status.ERROR, CheckStatus.INCOMPLETE, reason, "not_calibrated")
    number = demand.info.number_of(score)
    verdict, words = _required(demand, score, number) if demand.check.required else _informing(demand, number)
    reason = ": ".join(part for part in (words, score.reason) if part)
    return _Finding(Status.SCORED, verdict, reason, number=number)


def _other_definition(info: MetricInfo, score: Score) -> str | None:
    """Why a score is none of this metric's: another metric of the same name, version, parameters or function gave it."""
    expected = info.signature_by(score.method)
    if score.signature == expected or not info.signature:
        return None
    found = changed_definition(score.replace(signature=expected), score)
    return (
        f"scored by another definition of {info.spec} than the policy names: "
        + "; ".join(f"{kind.value} {text}" for kind, text in found)
        + " (score the run again with the metric of the policy)"
    )


def _required(demand: Demand, score: Score, number: Fraction | None) -> tuple[CheckStatus, str]:
    check, domain = demand.check, demand.info.domain
    if isinstance(domain, Labels):
        if score.value in domain.passing:
            return CheckStatus.PASS, ""
        return CheckStatus.FAIL, f"{score.value!r} does not hold (holds: {', '.join(domain.passing)})"
    if number is None:
        return CheckStatus.FAIL, f"{score.value!r} has no number to compare"
    if check.minimum is not None and number < Fraction(check.minimum):
        return CheckStatus.FAIL, f"{_form(number, check.minimum)} is below the minimum {check.minimum}"
    if check.maximum is not None and number > Fraction(check.maximum):
        return CheckStatus.FAIL, f"{_form(number, check.maximum)} is above the maximum {check.maximum}"
    best = demand.info.best
    if check.minimum is None and check.maximum is None and best is not None and number != exact(best):
        return CheckStatus.FAIL, f"{show(number, beside=best)} does not hold (holds: {best})"
    return CheckStatus.PASS, ""


def _informing(demand: Demand, number: Fraction | None) -> tuple[CheckStatus, str]:
    if demand.scale is None or number is None:
        return CheckStatus.PASS, ""
    band = demand.scale.band(number, demand.check)
    return band, "" if band is CheckStatus.PASS else demand.scale.in_words(number, demand.check)


def _result(demand: Demand, row: ScoredRow, score: Score | None, finding: _Finding) -> CheckResult:
    verdict = finding.verdict
    stops = verdict is CheckStatus.INCOMPLETE or (verdict is CheckStatus.FAIL and demand.check.required)
    return CheckResult(
        check=demand.check.name,
        metric=demand.info.spec,
        status=verdict,
        reason=finding.reason,
        case_id=row.case_id,
        group=row.group,
        method=score.method if score is not None else demand.info.method,
        proxy=demand.info.proxy,
        value=score.value if score is not None else None,
        shown=_shown(demand, score, finding.number),
        demand=demand.words,
        blocks=stops and demand.may_block and row.blocking,
        owner=_owner(finding.status, finding.code) if verdict is CheckStatus.INCOMPLETE else None,
        code=finding.code,
    )


def _shown(demand: Demand, score: Score | None, number: Fraction | None) -> str:
    """The value as printed: a label as itself, a number with enough digits to tell it from every threshold."""
    if number is None or (score is not None and isinstance(score.value, str)):
        return "" if score is None or score.value is None else str(score.value)
    return show_beside(demand, number)


def show_beside(demand: Demand, number: Fraction) -> str:
    """The longest of the printed forms that each threshold of the check asks for."""
    forms = [_form(number, value) for name in THRESHOLDS if (value := getattr(demand.check, name)) is not None]
    return max(forms, key=len) if forms else _form(number, None)


@lru_cache(maxsize=4096)
def _form(number: Fraction, threshold: Decimal | None) -> str:
    return show(number, beside=threshold)


def _owner(status: Status, code: str | None) -> Owner:
    """Who must act on a case that could not be judged."""
    if status is Status.ERROR:
        judge = code is not None and (code in JUDGE_CODES or code.startswith(JUDGE_PREFIX))
        return Owner.JUDGE if judge else Owner.HARNESS
    return Owner.HARNESS if code in HARNESS_CODES else Owner.TEST_DATA
