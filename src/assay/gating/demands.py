"""What a check demands: whether the demand makes sense for its metric, and how it reads in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from assay.gating.fields import LEAST_PERCENTAGE, as_share
from assay.gating.scale import Scale
from assay.records import Check, Direction, Labels, MetricInfo, exact

THRESHOLDS = ("minimum", "maximum", "fail", "warn", "target")
BANDS = ("fail", "warn", "target")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A demand that its metric cannot meet or that says nothing. `field` is the field to change."""

    field: str
    message: str
    code: str
    hint: str | None = None


def mismatches(check: Check, info: MetricInfo) -> Iterator[Mismatch]:
    """Everything about the demand that the metric's domain and direction rule out."""
    scale = Scale.of(info)
    given = {name: value for name in THRESHOLDS if (value := getattr(check, name)) is not None}
    if scale is None:
        field = next((name for name in ("required", "kpi") if getattr(check, name)), next(iter(given), ""))
        if field:
            yield Mismatch(field, f"{info.spec} gives a ranking, which no threshold can judge", "no_scale")
        return
    yield from _wrong_kind(check, info, scale)
    yield from _missing(check, info)
    yield from _outside(given, info, scale)
    yield from _disordered(check, scale)


def _wrong_kind(check: Check, info: MetricInfo, scale: Scale) -> Iterator[Mismatch]:
    for field, other, direction in (
        ("minimum", "maximum", Direction.LOWER),
        ("maximum", "minimum", Direction.HIGHER),
    ):
        if getattr(check, field) is None:
            continue
        if isinstance(info.domain, Labels):
            message = f"{info.spec} gives labels {info.domain}, which have no {field}"
            yield Mismatch(field, message, "labels", "write required: true alone; the passing labels hold")
        elif scale.direction is direction:
            better = "lower" if direction is Direction.LOWER else "higher"
            yield Mismatch(field, f"{info.spec} is better when {better}", "direction", f"write {other} instead")
        if not check.required:
            message = f"a {field} has no effect on a check that is not required"
            yield Mismatch(field, message, "no_effect", "add required: true, or use fail/warn/target to inform")
    band = next((name for name in BANDS if getattr(check, name) is not None), None)
    if band and scale.direction is Direction.NONE:
        yield Mismatch(band, f"{info.spec} has no better direction, so bands mean nothing", "direction")


def _missing(check: Check, info: MetricInfo) -> Iterator[Mismatch]:
    bounded = check.minimum is not None or check.maximum is not None
    holds = info.can_hold and not (isinstance(info.domain, Labels) and not info.domain.passing)
    if check.required and not bounded and not holds:
        message = f"{info.spec} in {info.domain} has no best value that must hold"
        field = "maximum" if info.direction is Direction.LOWER else "minimum"
        yield Mismatch("required", message, "missing_threshold", f"add {field}: NUMBER")
    if check.calibration is not None and not info.needs_calibration:
        message = f"{info.spec} is not given by a model, so a calibration has no effect"
        yield Mismatch("calibration", message, "no_effect", "remove calibration")
    if check.kpi and check.fail is None:
        message = "a kpi without fail can never stop a release"
        yield Mismatch("kpi", message, "missing_threshold", "add fail: NUMBER, or remove kpi")


def _outside(given: dict[str, Decimal], info: MetricInfo, scale: Scale) -> Iterator[Mismatch]:
    if isinstance(info.domain, Labels):
        given = {name: value for name, value in given.items() if name in BANDS}
    for name, value in given.items():
        if scale.range.contains_number(exact(value)):
            continue
        as_percentage = (
            scale.range.high == 1 and value >= LEAST_PERCENTAGE and scale.range.contains_number(exact(value / 100))
        )
        hint = f"did you mean {as_share(value)}?" if as_percentage else _end_hint(value, scale)
        yield Mismatch(name, f"{value} is outside the range {scale.range} of {info.spec}", "outside_domain", hint)


def _end_hint(value: Decimal, scale: Scale) -> str:
    """The end of the range that a value lies beyond."""
    low, high = scale.range.low, scale.range.high
    if high is not None and exact(value) > exact(high):
        return f"the highest that can be demanded is {high}"
    return f"the lowest that can be demanded is {low}"


def _disordered(check: Check, scale: Scale) -> Iterator[Mismatch]:
    order = "fail >= warn >= target" if scale.direction is Direction.LOWER else "fail <= warn <= target"
    written = [(name, value) for name in BANDS if (value := getattr(check, name)) is not None]
    for (name, value), (later, after) in pairwise(written):
        if scale.misses(exact(after), value):
            yield Mismatch(later, f"{later} {after} contradicts {name} {value}", "order", f"keep {order}")
    if check.minimum is not None and check.maximum is not None and check.minimum > check.maximum:
        yield Mismatch("maximum", f"maximum {check.maximum} is below minimum {check.minimum}", "order")


def cautions(check: Check, info: MetricInfo) -> Iterator[str]:
    """What is accepted but should be known: a floor that cannot fail, a demand that will stay undecided."""
    scale = Scale.of(info)
    if scale is not None:
        yield from _cannot_fail(check, scale)
    reason = undecided(check, info)
    if reason is not None:
        yield f"{reason}; until then every decision is incomplete"


def _cannot_fail(check: Check, scale: Scale) -> Iterator[str]:
    for name in ("minimum", "maximum", "fail"):
        value = getattr(check, name)
        upper = name == "maximum" or (name == "fail" and scale.direction is Direction.LOWER)
        end = scale.range.high if upper else scale.range.low
        if value is not None and end is not None and exact(value) == exact(end):
            yield f"{name} {value} is the end of the range {scale.range}: this floor cannot fail"


def undecided(check: Check, info: MetricInfo, *, calibrated: bool | None = None) -> str | None:
    """Why a blocking check may not decide, with the way out, or None.

    `calibrated` says whether a named calibration record was found; None leaves that open until the gate knows.
    """
    if not check.blocks:
        return None
    if info.proxy and not check.allow_proxy:
        return (
            f"{info.title} only approximates what it names and may not decide alone "
            "(add allow_proxy: true, remove required/kpi, or use another method)"
        )
    if info.needs_calibration and check.uncalibrated != "accept":
        if check.calibration is None:
            who = "judge" if info.needs_judge else "grounder"
            return f"the {who} of {info.spec} is not calibrated (name a calibration, or write uncalibrated: accept)"
        if calibrated is False:
            return (
                f"no usable calibration record {check.calibration!r} was given for {info.spec} "
                "(only `assay.gating.Gate` takes records; write uncalibrated: accept in place of calibration)"
            )
    return None


def in_words(check: Check, info: MetricInfo) -> str:
    """The demand as a person would say it.

    >>> from assay.records import Direction, Range
    >>> info = MetricInfo(spec="recall@5", name="recall", family="retrieval", summary="", domain=Range())
    >>> in_words(Check(name="recall@5", metric="recall@5", required=True, minimum=Decimal("0.85")), info)
    '>= 0.85 in every case'
    """
    parts = []
    if check.required:
        bounds = [f">= {check.minimum}"] if check.minimum is not None else []
        bounds += [f"<= {check.maximum}"] if check.maximum is not None else []
        parts.append(f"{' and '.join(bounds) or 'must hold'} in every case")
    scale = Scale.of(info)
    bands = [f"{name} {value}" for name in BANDS if (value := getattr(check, name)) is not None]
    if bands and scale is not None:
        verb = "mean" if check.kpi else "informs: mean"
        parts.append(f"{verb} {scale.sign} {', '.join(bands)}")
    return "; ".join(parts) or "informs"
