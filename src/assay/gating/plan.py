"""Which checks meet which cases: the policy's own, replaced by name for the cases of a group, and the shadow checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assay.errors import ConfigurationError
from assay.gating.account import Account
from assay.gating.calibration import Calibration
from assay.gating.case_result import Demand
from assay.gating.demands import mismatches
from assay.records import Catalog, Check, Policy


@dataclass(frozen=True, slots=True)
class Plan:
    """One account for each check of the policy and one more for each override by a group."""

    base: tuple[Account, ...]
    by_group: Mapping[str, tuple[Account, ...]]
    shadow: tuple[Account, ...]

    @classmethod
    def of(cls, policy: Policy, catalog: Catalog, calibrations: Mapping[str, Calibration]) -> Plan:
        """Look every metric up.

        Raises:
            ConfigurationError: no checks, an unknown metric, or a demand that its metric cannot meet.
        """
        if not policy.checks and not any(rules.checks for rules in policy.groups.values()):
            raise ConfigurationError("the policy has no checks, so it can decide nothing")
        wrong = list(_wrong(policy, catalog))
        if wrong:
            raise ConfigurationError("the policy cannot be applied: " + "; ".join(wrong))

        def account(check: Check, *, group: str | None = None, shadow: str | None = None) -> Account:
            return Account(Demand.of(check, catalog=catalog, calibrations=calibrations, group=group, shadow=shadow))

        base = {check.name: account(check) for check in policy.checks}
        by_group = {
            group: tuple(
                account(check, group=group) if check in rules.checks else base[check.name]
                for check in policy.checks_for(group)
            )
            for group, rules in policy.groups.items()
        }
        shadows = tuple(account(shadow.check, shadow=shadow.until) for shadow in policy.shadow)
        return cls(tuple(base.values()), by_group, shadows)

    def accounts_for(self, group: str | None) -> tuple[Account, ...]:
        """The accounts of the checks that a case of this group meets."""
        return self.by_group.get(group, self.base) if group is not None else self.base

    @property
    def accounts(self) -> tuple[Account, ...]:
        """Every account but the shadows, each once."""
        every = (*self.base, *(account for accounts in self.by_group.values() for account in accounts))
        return tuple({id(account): account for account in every}.values())


def _wrong(policy: Policy, catalog: Catalog) -> Iterator[str]:
    for check in policy.all_checks:
        for mismatch in mismatches(check, catalog.info(check.metric, check.params)):
            yield f"check {check.name!r}: {mismatch.message}" + (f" ({mismatch.hint})" if mismatch.hint else "")
