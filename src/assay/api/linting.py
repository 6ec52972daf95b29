"""Lint a golden set, against the metrics of a policy where there is one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from assay.api.deciding import catalog_beside, load_policy
from assay.api.history import frozen_findings
from assay.golden import read_golden
from assay.golden.findings import Finding
from assay.golden.lint import lint


def lint_file(path: Path, *, policy: Path | None, mapping: Mapping[str, str] | None = None) -> tuple[Finding, ...]:
    """Every finding, in the order of the file.

    Raises:
        InputError: the file cannot be read at all.
        ViolationsError: the policy is wrong.
    """
    checks = None
    if policy is not None:
        catalog = catalog_beside(policy)
        parsed = load_policy(policy, catalog)
        checks = [catalog.metric(check.metric, check.params).applies for check in parsed.policy.all_checks]
    return (*frozen_findings(path), *lint(read_golden(path, mapping), checks))
