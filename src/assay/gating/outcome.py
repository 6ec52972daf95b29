"""From everything that was found to one status, one exit code and one sentence. Incomplete outranks failed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.records import CheckResult, CheckStatus, ExitCode, RuleResult


def outcome(
    *, problems: Sequence[str], failures: Sequence[str], doubts: Sequence[str], passed: str
) -> tuple[CheckStatus, ExitCode, str]:
    """The status, the exit code and the reason.

    `problems` make the run incomplete (2), `failures` fail it (1), `doubts` are warnings that do not change the exit code (0);
    `passed` is what to say where there is none of them.

    >>> outcome(problems=["no cases"], failures=["recall: below"], doubts=[], passed="")[1:]
    (<ExitCode.INCOMPLETE: 2>, 'Incomplete: no cases; besides, 1 failure.')
    """
    if problems:
        besides = f"; besides, {counted(len(failures), 'failure')}" if failures else ""
        return CheckStatus.INCOMPLETE, ExitCode.INCOMPLETE, f"Incomplete: {_first(problems)}{besides}."
    if failures:
        return CheckStatus.FAIL, ExitCode.FAILED, f"Failed: {_first(failures)}."
    if doubts:
        return CheckStatus.WARN, ExitCode.PASSED, f"Passed with warnings: {_first(doubts)}."
    return CheckStatus.PASS, ExitCode.PASSED, f"Passed: {passed}."


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "case"), counted(2, "case")
    ('1 case', '2 cases')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def reasons_of(status: CheckStatus, checks: Iterable[CheckResult], rules: Iterable[RuleResult] = ()) -> list[str]:
    """One sentence for each check and rule with this status."""
    of_checks = [f"{_title(result)}: {result.reason}" for result in checks if result.status is status]
    return of_checks + [f"{rule.rule}: {rule.reason}" for rule in rules if rule.status is status]


def _title(result: CheckResult) -> str:
    return f"{result.check} (group {result.group})" if result.group is not None else result.check


def _first(reasons: Sequence[str]) -> str:
    more = len(reasons) - 1
    return reasons[0].rstrip(".") + (f" (and {more} more)" if more else "")
