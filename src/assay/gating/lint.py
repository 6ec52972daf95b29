"""What a valid policy leaves open: no check blocks, or nothing judges an answer that declines to answer."""

from __future__ import annotations

from assay.records import Catalog, Check, Policy

CLAIM_FAMILIES = frozenset({"answer", "citation", "coverage", "grounding", "lexical"})
ABSTENTION_FAMILY = "abstention"


def lint_policy(policy: Policy, catalog: Catalog) -> tuple[str, ...]:
    """Warnings about a policy as a whole.

    A metric over claims or citations has nothing to measure where the target declines to answer, so some check has to judge
    whether declining was right. A policy in which nothing blocks never fails.
    """
    warnings = []
    if not any(check.blocks for check in _deciding(policy)):
        warnings.append("no check blocks: add required: true or kpi: true, or this policy passes whatever is measured")
    infos = [catalog.info(check.metric, check.params) for check in policy.all_checks]
    judges_abstention = any(ABSTENTION_FAMILY in (info.family, info.name) for info in infos)
    claims = sorted({info.name for info in infos if info.family in CLAIM_FAMILIES})
    if claims and not judges_abstention:
        warnings.append(
            f"declining to answer leaves {', '.join(claims)} nothing to measure, and no check judges that; "
            "add abstention: {required: true}"
        )
    return tuple(warnings)


def _deciding(policy: Policy) -> tuple[Check, ...]:
    return (*policy.checks, *(check for rules in policy.groups.values() for check in rules.checks))
