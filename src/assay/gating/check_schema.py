"""Reads one check of a policy: its fields, the metric that it names, and whether the two fit together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from assay.errors import ConfigurationError, UnknownNameError, did_you_mean
from assay.gating import fields
from assay.gating.demands import THRESHOLDS, cautions, mismatches
from assay.gating.fields import Problems, Reader, Section, join
from assay.gating.yaml_nodes import Node
from assay.records import Catalog, Check, MetricInfo

CHECK_FIELDS: Mapping[str, Reader] = {
    "metric": fields.read_text,
    "params": fields.read_json,
    "method": fields.read_text,
    "required": fields.read_bool,
    "kpi": fields.read_bool,
    **dict.fromkeys(THRESHOLDS, fields.read_decimal),
    "allow_proxy": fields.read_bool,
    "calibration": fields.read_text,
    "uncalibrated": fields.one_of("accept"),
}
_NAME = re.compile(r"[A-Za-z][\w.\-+]*")


def read_check(
    name: str, node: Node, path: str, problems: Problems, *, catalog: Catalog, uncalibrated: str | None = None
) -> Check | None:
    """The check that stands at `node`; `uncalibrated` is the policy's own answer for checks without one."""
    section = fields.read_section(node, path, CHECK_FIELDS, problems)
    return build_check(name, section, problems, catalog=catalog, uncalibrated=uncalibrated)


def build_check(
    name: str,
    section: Section,
    problems: Problems,
    *,
    catalog: Catalog,
    uncalibrated: str | None = None,
    defaults: Mapping[str, Any] | None = None,
) -> Check | None:
    """The check from fields already read, or None when its metric is unknown. `defaults` fill fields that are not written."""
    values = {**(defaults or {}), **{key: section.values[key] for key in section.values if key in CHECK_FIELDS}}
    text = str(values.pop("metric", name))
    found = _resolve(text, values, section, problems, catalog)
    if found is None:
        return None
    metric, info = found
    if uncalibrated is not None and "calibration" not in values:
        values.setdefault("uncalibrated", uncalibrated)
    check = Check(name=name, metric=metric, **values)
    for wrong in mismatches(check, info):
        if wrong.code == "missing_threshold" and section.broken:
            continue
        path = join(section.path, wrong.field)
        problems.refuse(section.node_of(wrong.field), path, wrong.message, code=wrong.code, hint=wrong.hint)
    for caution in cautions(check, info):
        problems.warn(section.node, section.path, caution)
    return check


def _resolve(
    text: str, values: Mapping[str, Any], section: Section, problems: Problems, catalog: Catalog
) -> tuple[str, MetricInfo] | None:
    """The metric text with its method picked, and the metric's face."""
    params, method = values.get("params"), values.get("method")
    try:
        if method is None:
            return text, catalog.info(text, params)
        return _with_method(text, method, params, catalog)
    except ConfigurationError as error:
        field = "params" if "params" in section.nodes and "parameter" in error.message else "metric"
        where, path = section.node_of(field), section.path
        if isinstance(error, _WrongMethodError):
            where, path = section.node_of("method"), join(path, "method")
        code = "unknown_metric" if isinstance(error, UnknownNameError) else error.code
        problems.refuse(where, path, error.message, code=code, hint=error.hint)
        return None


class _WrongMethodError(ConfigurationError):
    """The metric exists and not with this method."""

    code = "unknown_method"


def _with_method(text: str, method: str, params: Mapping[str, Any] | None, catalog: Catalog) -> tuple[str, MetricInfo]:
    """`faithfulness` by method `lexical` is `faithfulness[lexical]`, or the plain metric where that is its method."""
    stem = _NAME.match(text)
    if stem is not None and f"{stem[0]}[{method}]" in catalog.names and "[" not in text:
        variant = f"{stem[0]}[{method}]{text[stem.end() :]}"
        return variant, catalog.info(variant, params)
    info = catalog.info(text, params)
    if method in (info.method, "judge" if info.needs_judge else "", variant_of(info.spec)):
        return text, info
    methods = _methods(info, catalog)
    raise _WrongMethodError(
        f"{info.name} has no method {method!r}", hint=did_you_mean(methods) or f"its method is {info.method}"
    )


def variant_of(spec: str) -> str:
    """What stands in brackets after a metric's name, or "".

    >>> variant_of("faithfulness[lexical]")
    'lexical'
    """
    found = re.match(r"[^\[(@]*\[([\w\-]+)\]", spec)
    return found[1] if found else ""


def _methods(info: MetricInfo, catalog: Catalog) -> list[str]:
    others = [variant_of(name) for name in catalog.names if name.startswith(f"{info.name}[")]
    return list(dict.fromkeys([*others, *([info.method] if info.spec == info.name else [])]))
