"""A decision as a person reads it: the checks, what blocks, the rules, and one last line."""

from __future__ import annotations

from collections.abc import Sequence

from assay.records.decision import CheckResult, Decision
from assay.records.number import show
from assay.report.console import Screen
from assay.report.tables import STYLES, Table, listing

SHOWN_CASES = 20
"""Case results listed under the table; `assay explain` shows the rest."""


def write_decision(screen: Screen, decision: Decision, *, run_id: str) -> None:
    """Write the whole decision to a screen."""
    screen.table(checks_table(decision))
    listed = listed_cases(decision)
    if listed:
        screen.text()
        screen.table(cases_table(listed[:SHOWN_CASES]))
    hidden = len(decision.cases) - len(listed[:SHOWN_CASES])
    if hidden > 0:
        screen.text(f"{hidden} further case results are not shown; `assay explain {run_id}` gives each its trail")
    for title, lines in (
        ("Unreadable rows", unreadable_rows(decision)),
        ("Rules", [f"{rule.rule}: {rule.status.value}. {rule.reason}" for rule in decision.rules]),
        ("Problems", decision.problems),
        ("Warnings", decision.warnings),
    ):
        text = listing(title, lines)
        if text:
            screen.text("\n" + text)
    if decision.older_rule is not None:
        screen.text(
            f"\nFor comparison, the mean rule: {decision.older_rule.status.value}. {decision.older_rule.reason}"
        )
    screen.text()
    status = decision.status.value
    screen.styled(
        f"DECISION {status.upper()} (exit {int(decision.exit_code)}): {decision.reason}", STYLES.get(status, "bold")
    )


def checks_table(decision: Decision) -> Table:
    """One row a check: value, demand, status and the counts behind it."""
    rows = tuple(_check_row(result) for result in decision.checks)
    return Table(
        ("CHECK", "VALUE", "DEMAND", "STATUS", "SCORED", "N/A", "INVALID", "ERROR"),
        rows,
        right=frozenset({"VALUE", "SCORED", "N/A", "INVALID", "ERROR"}),
    )


def listed_cases(decision: Decision) -> tuple[CheckResult, ...]:
    """The case results that stop the release; where none does, those that inform."""
    blocking = tuple(result for result in decision.cases if result.blocks)
    return blocking or decision.cases


def unreadable_rows(decision: Decision) -> list[str]:
    """The rows that could not be read, the first `SHOWN_CASES` of them, each with its place and the reason."""
    lines = [str(one) for one in decision.unreadable[:SHOWN_CASES]]
    hidden = len(decision.unreadable) - len(lines)
    return [*lines, f"{hidden} more; --json lists them all"] if hidden else lines


def cases_table(results: Sequence[CheckResult]) -> Table:
    """One row a case result, with its reason."""
    rows = tuple((result.case_id or "", result.check, result.status.value, result.reason) for result in results)
    return Table(("CASE", "CHECK", "STATUS", "REASON"), rows)


def _check_row(result: CheckResult) -> tuple[str, ...]:
    tally = result.aggregate.tally if result.aggregate is not None else None
    counts = (tally.scored, tally.not_applicable, tally.invalid, tally.error) if tally else ("", "", "", "")
    group = f" ({result.group})" if result.group is not None else ""
    proxy = f" · {result.method} proxy" if result.proxy else ""
    value = result.shown or "-"
    if result.shown == "" and result.aggregate is not None and result.aggregate.number is not None:
        value = show(result.aggregate.number)
    title = f"{result.check}{proxy}{group}"
    return (title, value, result.demand, result.status.value, *(str(count) for count in counts))
