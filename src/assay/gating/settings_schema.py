"""Reads the parts of a policy that are not checks: the judge, the limits on a run, the baseline, the budget."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from assay.gating import fields
from assay.gating.fields import Problems, Reader, read_section
from assay.gating.raggate import DEFAULT_JUDGE
from assay.gating.yaml_nodes import Node
from assay.records import BaselineRule, JudgeConfig, RunRules

_JUDGE: Mapping[str, Reader] = {
    "model": fields.read_text,
    "mode": fields.one_of("live", "record", "replay"),
    "runs": fields.at_least(1),
    "temperature": fields.between(0, 2),
    "aggregate": fields.one_of("mean", "median", "majority"),
    "options": fields.read_json,
}
_BASELINE: Mapping[str, Reader] = {
    "run": fields.read_text,
    "margin": fields.between(0, None),
    "confidence": fields.between(0, 1, open_ends=True),
    "inconclusive": fields.one_of("warn", "fail"),
}
_BUDGET: Mapping[str, Reader] = {
    "usd": fields.between(0, None),
    "calls": fields.at_least(1),
}


def read_judge(node: Node | None, problems: Problems, *, is_raggate: bool) -> JudgeConfig | None:
    """The judge to ask. A raggate file always has one, and names models of one provider without it."""
    if node is None:
        return DEFAULT_JUDGE if is_raggate else None
    section = read_section(node, "judge", _JUDGE, problems)
    values = dict(section.values)
    if is_raggate:
        values["model"] = _openai(values.get("model", DEFAULT_JUDGE.model))
    if "model" not in values:
        if "model" not in section.broken:
            problems.refuse(node, "judge", "the judge has no model", code="missing", hint="add model: NAME")
        return None
    if has_credentials(values.get("options", {})):
        problems.refuse(
            section.node_of("options"),
            "judge.options.base_url",
            "the URL holds credentials, which do not belong in a policy",
            code="secret",
            hint="put the URL into the provider's environment variable, or the key into `key_variable`",
        )
    if values.get("aggregate") == "majority" and values.get("runs", 1) % 2 == 0:
        message = f"a majority of {values['runs']} runs can tie"
        problems.refuse(section.node_of("runs"), "judge.runs", message, code="even_runs", hint="write an odd number")
    values["temperature"] = float(values.get("temperature", 0))
    return JudgeConfig(**values)


def has_credentials(options: Mapping[str, object]) -> bool:
    """Whether the judge's URL holds a user, a password or a query that may hold a key.

    >>> has_credentials({"base_url": "https://me:secret@host/v1"}), has_credentials({"base_url": "https://host/v1"})
    (True, False)
    """
    parts = urlsplit(str(options.get("base_url", "")))
    return "@" in parts.netloc or bool(parts.query)


def _openai(model: str) -> str:
    return model if "/" in model else f"openai/{model}"


def read_run_rules(node: Node, path: str, problems: Problems) -> RunRules:
    """The limits on the run as a whole."""
    return RunRules(**read_section(node, path, _RUN, problems).values)


def read_budget(node: Node, path: str, problems: Problems) -> dict[str, int | float]:
    """What the judge may cost at most."""
    values = read_section(node, path, _BUDGET, problems).values
    return {name: value if isinstance(value, int) else float(value) for name, value in values.items()}


def _read_baseline(node: Node, path: str, problems: Problems) -> BaselineRule | None:
    section = read_section(node, path, _BASELINE, problems)
    if "run" in section.values:
        return BaselineRule(**section.values)
    if "run" not in section.broken:
        problems.refuse(node, path, "the baseline names no run", code="missing", hint="add run: NAME")
    return None


_RUN: Mapping[str, Reader] = {
    "max_invalid": fields.at_least(0),
    "max_error": fields.at_least(0),
    "min_scored": fields.at_least(0),
    "min_scored_share": fields.between(0, 1),
    "min_cases": fields.at_least(0),
    "baseline": _read_baseline,
}
