"""Reads the `metrics:` section of a raggate `gates.yaml` as checks, so that a team moves over without editing it.

What carries over: the five built-in metrics are always present, with raggate's bands for every key that the file leaves out; any
other metric gets raggate's general bands and informs. What differs, because raggate let a release through there: names, types
and ranges are checked; where only `fail` (or `warn`) is raised above a built-in `warn` (or `target`), those rise with it; and
the word-overlap stand-ins for the three judged metrics are checks of their own that inform, never replacements.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from assay.gating.check_schema import build_check
from assay.gating.demands import BANDS
from assay.gating.fields import Problems, Reader, Section, join, read_bool, read_decimal, read_map, read_section
from assay.gating.yaml_nodes import Node
from assay.records import Catalog, Check, JudgeConfig

DEFAULT_JUDGE = JudgeConfig(model="openai/gpt-4.1-mini")
JUDGED = ("faithfulness", "answer_relevancy", "answer_correctness")
OVERLAP = ("citation_support", "context_coverage")
_FIELDS: Mapping[str, Reader] = {
    "kpi": read_bool,
    **dict.fromkeys(BANDS, read_decimal),
    "allow_proxy": read_bool,
}


def _bands(fail: str, warn: str, target: str, *, kpi: bool) -> dict[str, Any]:
    return {"kpi": kpi, "fail": Decimal(fail), "warn": Decimal(warn), "target": Decimal(target)}


BUILT_IN: Mapping[str, Mapping[str, Any]] = {
    "faithfulness": _bands("0.75", "0.85", "0.90", kpi=True),
    "answer_relevancy": _bands("0.65", "0.75", "0.80", kpi=True),
    "citation_support": _bands("0.65", "0.75", "0.85", kpi=True),
    "context_coverage": _bands("0.60", "0.70", "0.80", kpi=True),
    "answer_correctness": _bands("0.60", "0.75", "0.85", kpi=True),
}
"""raggate's own bands by metric name."""
ANY_OTHER = _bands("0.60", "0.75", "0.85", kpi=False)


def read_raggate_checks(node: Node, problems: Problems, *, catalog: Catalog) -> tuple[Check, ...]:
    """The checks that a `metrics:` section stands for: the five built-in ones first, then the others as written."""
    written = read_map(node, "metrics", problems)
    checks: list[Check] = []
    for name in dict.fromkeys((*BUILT_IN, *written)):
        section = _section(name, written.get(name), node, problems)
        values = _values(name, section)
        check = build_check(name, section, problems, catalog=catalog, uncalibrated="accept", defaults=values)
        if check is None:
            continue
        checks.append(check)
        beside = f"{name}[lexical]"
        if name in JUDGED and beside in catalog.names and beside not in written:
            checks.append(Check(name=beside, metric=beside, **{band: getattr(check, band) for band in BANDS}))
    _say_what_is_implied(node, checks, problems)
    return tuple(checks)


def _section(name: str, node: Node | None, parent: Node, problems: Problems) -> Section:
    path = join("metrics", name)
    if node is None:
        return Section(parent, path, {}, {}, frozenset())
    return read_section(node, path, _FIELDS, problems)


def _values(name: str, section: Section) -> dict[str, Any]:
    """The built-in values for what the file leaves out; `warn` and `target` rise to a `fail` or `warn` written above them."""
    values = dict(BUILT_IN.get(name, ANY_OTHER))
    floor: Decimal | None = None
    for band in BANDS:
        given = section.values.get(band)
        if given is None and floor is not None:
            values[band] = max(values[band], floor)
        floor = given if given is not None else floor
    if name in OVERLAP:
        values |= {"method": "lexical", "allow_proxy": True}
    return values


def _say_what_is_implied(node: Node, checks: list[Check], problems: Problems) -> None:
    blocking = {check.name for check in checks if check.kpi}
    overlap = [name for name in OVERLAP if name in blocking]
    judged = [name for name in JUDGED if name in blocking]
    if overlap:
        message = f"{' and '.join(overlap)} measure word overlap and block here, as in raggate; write kpi: false to inform only"
        problems.warn(node, "metrics", message)
    if judged:
        message = f"{', '.join(judged)} block on a judge that nobody calibrated (uncalibrated: accept is implied by this format)"
        problems.warn(node, "metrics", message)
