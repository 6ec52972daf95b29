"""What a valid policy leaves open: nothing blocks, a group switches a block off, nothing judges a declined answer."""

from __future__ import annotations

from collections.abc import Iterator

from assay.records import Catalog, Check, Policy

CLAIM_FAMILIES = frozenset({"answer", "citation", "coverage", "grounding", "lexical"})
ABSTENTION_FAMILY = "abstention"
NO_CHECK_BLOCKS = "mark a check required or kpi; `assay run` reports without deciding"


def lint_policy(policy: Policy, catalog: Catalog) -> tuple[str, ...]:
    """Warnings about a policy as a whole.

    A metric over claims or citations has nothing to measure where the target declines to answer, so some check has to judge
    whether declining was right. A policy in which nothing blocks decides nothing.
    """
    warnings = list(_switched_off(policy))
    if not any(check.blocks for check in _deciding(policy)):
        warnings.append(f"no check blocks, so every decision is incomplete ({NO_CHECK_BLOCKS})")
    infos = [catalog.info(check.metric, check.params) for check in policy.all_checks]
    judges_abstention = any(ABSTENTION_FAMILY in (info.family, info.name) for info in infos)
    claims = sorted({info.name for info in infos if info.family in CLAIM_FAMILIES})
    if claims and not judges_abstention:
        warnings.append(
            f"declining to answer leaves {', '.join(claims)} nothing to measure, and no check judges that; "
            "add abstention: {required: true}"
        )
    return tuple(warnings)


def _switched_off(policy: Policy) -> Iterator[str]:
    blocking = {check.name for check in policy.checks if check.blocks}
    for group, rules in policy.groups.items():
        for check in rules.checks:
            if check.name in blocking and not check.blocks:
                yield (
                    f"groups.{group}.checks.{check.name}: an override is a complete check, and this one is neither required "
                    "nor kpi, so it does not block the cases of the group (repeat required or kpi)"
                )


def _deciding(policy: Policy) -> tuple[Check, ...]:
    return (*policy.checks, *(check for rules in policy.groups.values() for check in rules.checks))
