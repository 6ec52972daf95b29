"""Reads a policy from YAML text. The schema is strict, and every problem of the file is said at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assay.errors import ConfigurationError, UnknownNameError, ViolationsError
from assay.gating import fields
from assay.gating.check_schema import CHECK_FIELDS, build_check, read_check
from assay.gating.fields import Problems, Reader, join, read_map, read_section
from assay.gating.lint import lint_policy
from assay.gating.raggate import read_raggate_checks
from assay.gating.scale import Scale
from assay.gating.settings_schema import read_budget, read_judge, read_run_rules
from assay.gating.yaml_nodes import ListNode, MapNode, Node, ScalarNode, parse_yaml
from assay.records import (
    CaseMean,
    Catalog,
    Check,
    GroupRules,
    Policy,
    Shadow,
    exact,
)
from assay.records.policy import NO_RULES

_TOP = (
    "version",
    "judge",
    "embedder",
    "grounder",
    "checks",
    "metrics",
    "run",
    "groups",
    "case_mean",
    "shadow",
    "budget",
    "redact",
    "uncalibrated",
)
_CASE_MEAN: Mapping[str, Reader] = {
    "metrics": fields.read_texts,
    "minimum": fields.read_decimal,
    "empty": fields.read_decimal,
}
_SHADOW: Mapping[str, Reader] = {"name": fields.read_text, "until": fields.read_date, **CHECK_FIELDS}


@dataclass(frozen=True, slots=True)
class ParsedPolicy:
    """A policy, and what was accepted but should be known."""

    policy: Policy
    warnings: tuple[str, ...]


def parse_policy(text: str, *, source: str, catalog: Catalog) -> ParsedPolicy:
    """Read a policy, or a raggate `gates.yaml`, from text.

    Numbers become the decimals that are written; `yes` and `no` are texts, not booleans; unknown keys are refused at every level.

    Raises:
        ViolationsError: every problem of the file, each with `file:line:column`, the field and a hint.
    """
    root = parse_yaml(text, source=source)
    problems = Problems(source)
    policy: Policy | None = None
    if root is None or (isinstance(root, ScalarNode) and root.is_null):
        problems.refuse(root or Node(1, 1), "", "the policy is empty", code="empty", hint="write at least one check")
    elif not isinstance(root, MapNode):
        problems.refuse(root, "", f"expected a mapping, got {fields.describe(root)}", code="type")
    else:
        policy = _Reader(root, problems, catalog).policy()
    if problems.violations or policy is None:
        in_order = sorted(problems.violations, key=lambda one: (one.line or 0, one.column or 0))
        raise ViolationsError(in_order, summary=f"{source} is not a valid policy")
    return ParsedPolicy(policy, (*problems.warnings, *lint_policy(policy, catalog)))


@dataclass(frozen=True, slots=True)
class _Reader:
    root: MapNode
    problems: Problems
    catalog: Catalog

    def policy(self) -> Policy:
        tops = read_section(self.root, "", dict.fromkeys(_TOP, _keep), self.problems).values
        uncalibrated = self._one(tops, "uncalibrated", fields.one_of("accept"))
        checks = self._checks(tops, uncalibrated)
        return Policy(
            checks=checks,
            version=self._one(tops, "version", fields.read_text) or "",
            judge=read_judge(tops.get("judge"), self.problems, is_raggate="metrics" in tops),
            embedder=self._one(tops, "embedder", fields.read_text),
            grounder=self._one(tops, "grounder", fields.read_text),
            run=self._one(tops, "run", read_run_rules) or NO_RULES,
            groups=self._groups(tops, uncalibrated),
            case_mean=self._case_mean(tops, checks),
            shadow=self._shadow(tops),
            budget=self._one(tops, "budget", read_budget) or {},
            redact=self._one(tops, "redact", fields.read_texts) or (),
        )

    def _one(self, tops: Mapping[str, Node], name: str, reader: Reader) -> Any:
        return reader(tops[name], name, self.problems) if name in tops else None

    def _checks(self, tops: Mapping[str, Node], uncalibrated: str | None) -> tuple[Check, ...]:
        if "metrics" in tops:
            if "checks" in tops:
                message = "a policy has either checks or raggate's metrics, not both"
                self.problems.refuse(self.root.keys["metrics"], "metrics", message, code="two_forms")
            return read_raggate_checks(tops["metrics"], self.problems, catalog=self.catalog)
        if "checks" in tops and not _is_empty(tops["checks"]):
            return self._named_checks(tops["checks"], "checks", uncalibrated)
        message = "the policy has no checks, so it can decide nothing"
        where = tops.get("checks", self.root)
        self.problems.refuse(where, "checks", message, code="no_checks", hint="write at least one check")
        return ()

    def _named_checks(self, node: Node, path: str, uncalibrated: str | None) -> tuple[Check, ...]:
        checks: list[Check] = []
        first: dict[Check, str] = {}
        for name, value in read_map(node, path, self.problems).items():
            where = join(path, name)
            check = read_check(name, value, where, self.problems, catalog=self.catalog, uncalibrated=uncalibrated)
            if check is None:
                continue
            twin = first.setdefault(check.replace(name=""), name)
            if twin != name:
                self.problems.refuse(value, where, f"the same check stands under {twin!r}", code="duplicate_check")
            checks.append(check)
        return tuple(checks)

    def _groups(self, tops: Mapping[str, Node], uncalibrated: str | None) -> dict[str, GroupRules]:
        if "groups" not in tops:
            return {}
        groups: dict[str, GroupRules] = {}
        for name, node in read_map(tops["groups"], "groups", self.problems).items():
            path = join("groups", name)
            inner = read_section(node, path, {"checks": _keep}, self.problems)
            written = inner.values.get("checks")
            if not inner.broken and (written is None or _is_empty(written)):
                self.problems.refuse(node, path, f"the group {name!r} overrides nothing", code="empty_group")
            below = join(path, "checks")
            checks = self._named_checks(written, below, uncalibrated) if written is not None else ()
            groups[name] = GroupRules(checks=checks)
        return groups

    def _case_mean(self, tops: Mapping[str, Node], checks: tuple[Check, ...]) -> CaseMean | None:
        if "case_mean" not in tops:
            return None
        section = read_section(tops["case_mean"], "case_mean", _CASE_MEAN, self.problems)
        for name in ("metrics", "minimum"):
            if name not in section.values and name not in section.broken:
                message = f"the mean rule needs {name}"
                self.problems.refuse(section.node, "case_mean", message, code="missing", hint=f"add {name}")
        scales = [scale for name in section.values.get("metrics", ()) if (scale := self._scale(name, section, checks))]
        for name in ("minimum", "empty"):
            value = section.values.get(name)
            outside = next(
                (one for one in scales if value is not None and not one.range.contains_number(exact(value))), None
            )
            if outside is not None:
                message = f"{value} is outside the range {outside.range} of the metrics listed"
                self.problems.refuse(section.node_of(name), f"case_mean.{name}", message, code="outside_domain")
        return CaseMean(**section.values) if {"metrics", "minimum"} <= section.values.keys() else None

    def _scale(self, name: str, section: fields.Section, checks: tuple[Check, ...]) -> Scale | None:
        text, params = Policy(checks=checks).metric_of(name)
        node = section.node_of("metrics")
        try:
            info = self.catalog.info(text, params)
        except ConfigurationError as error:
            code = "unknown_metric" if isinstance(error, UnknownNameError) else error.code
            self.problems.refuse(node, "case_mean.metrics", error.message, code=code, hint=error.hint)
            return None
        scale = Scale.of(info)
        if scale is None:
            self.problems.refuse(
                node, "case_mean.metrics", f"{info.spec} gives a ranking, which has no mean", code="no_scale"
            )
        return scale

    def _shadow(self, tops: Mapping[str, Node]) -> tuple[Shadow, ...]:
        if "shadow" not in tops:
            return ()
        node = tops["shadow"]
        items = node.items if isinstance(node, ListNode) else (node,)
        found = [
            self._one_shadow(item, f"shadow[{index}]" if isinstance(node, ListNode) else "shadow")
            for index, item in enumerate(items)
        ]
        return tuple(shadow for shadow in found if shadow is not None)

    def _one_shadow(self, node: Node, path: str) -> Shadow | None:
        section = read_section(node, path, _SHADOW, self.problems)
        missing = [name for name in ("metric", "until") if name not in section.values and name not in section.broken]
        for name in missing:
            message = f"a shadow check needs {name}"
            self.problems.refuse(section.node, path, message, code="missing", hint=f"add {name}")
        if not {"metric", "until"} <= section.values.keys():
            return None
        bounded = "minimum" in section.values or "maximum" in section.values
        check = build_check(
            section.values.get("name", section.values["metric"]),
            section,
            self.problems,
            catalog=self.catalog,
            defaults={"allow_proxy": True, **({"required": True} if bounded else {})},
            uncalibrated="accept",
        )
        return None if check is None else Shadow(check=check, until=section.values["until"])


def _is_empty(node: Node) -> bool:
    return (isinstance(node, MapNode) and not node.entries) or (isinstance(node, ScalarNode) and node.is_null)


def _keep(node: Node, path: str, problems: Problems) -> Node:
    return node
