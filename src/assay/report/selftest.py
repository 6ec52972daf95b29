"""What a policy made of the faults, as a person reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.report.console import Screen
from assay.report.tables import STYLES, Table

if TYPE_CHECKING:
    from assay.audit.selftest import SelfTest, Trial

SHOWN = 3
_WORDS = {
    "alone": "each case alone",
    "mean": "only as a mean",
    "partly": "NOT ALWAYS",
    "green": "NO",
    "skipped": "not tried",
}


def write_selftest(screen: Screen, result: SelfTest) -> None:
    """One row a fault, then each finding with the check that would stop it, and one last line."""
    screen.text(f"{result.good} of {result.cases} cases pass the policy and were spoiled\n")
    screen.table(trials_table(result))
    for trial in result.findings:
        cases = ", ".join(trial.through[:SHOWN]) + (", …" if len(trial.through) > SHOWN else "")
        screen.text(
            f"\n{trial.mutation}: {trial.says}, and {len(trial.through)} of {trial.spoiled} get through ({cases})"
        )
        screen.text(f"  would be stopped by  {trial.advice}")
    means = [trial.mutation for trial in result.trials if trial.caught == "mean"]
    if means:
        screen.text(
            f"\nOne such case alone may get through: {', '.join(means)}. A check with required: true stops each."
        )
    screen.text()
    tried = [trial for trial in result.trials if trial.spoiled]
    if result.findings:
        names = ", ".join(trial.mutation for trial in result.findings)
        screen.styled(
            f"SELFTEST FAIL (exit 1): {len(result.findings)} of {len(tried)} kinds of fault get through: {names}",
            STYLES["fail"],
        )
    else:
        screen.styled(f"SELFTEST PASS (exit 0): the policy stops all {len(tried)} kinds of fault", STYLES["pass"])


def trials_table(result: SelfTest) -> Table:
    """One row a fault: what it is, whether it is stopped, by which checks, and whom the triage names."""
    columns = ("FAULT", "STOPPED", "CASES", "BY", "OWNER NAMED", "RIGHT")
    return Table(columns, tuple(_row(trial) for trial in result.trials), right=frozenset({"CASES", "RIGHT"}))


def _row(trial: Trial) -> tuple[str, ...]:
    if not trial.spoiled:
        return (trial.mutation, _WORDS[trial.caught], "-", trial.reason, "-", "-")
    owners = ", ".join(f"{owner} {count}" for owner, count in trial.owners.items()) or "-"
    right = f"{trial.right}/{trial.stopped}" if trial.stopped else "-"
    checks = ", ".join(trial.checks) or "-"
    return (trial.mutation, _WORDS[trial.caught], f"{trial.stopped}/{trial.spoiled}", checks, owners, right)
