"""The limits on a run as a whole: how many rows may be broken, how many must be scored."""

from __future__ import annotations

from collections.abc import Iterator

from assay.gating.account import Account
from assay.records import CheckStatus, RuleResult, RunRules, exact, show


def limit_results(
    rules: RunRules, *, invalid: int, error: int, n_blocking: int, accounts: tuple[Account, ...]
) -> Iterator[RuleResult]:
    """One result for each limit of the policy. A limit that is broken makes the run incomplete.

    `invalid` and `error` count the rows with at least one such score; a row can count in both. `n_blocking` are the cases that
    decide; how many of them must be scored is asked of every check that blocks.
    """
    if rules.max_invalid is not None:
        yield _at_most("max_invalid", invalid, rules.max_invalid, "invalid rows")
    if rules.max_error is not None:
        yield _at_most("max_error", error, rules.max_error, "rows with errors")
    if rules.min_cases is not None:
        yield _at_least("min_cases", n_blocking, rules.min_cases, "blocking cases")
    for account in accounts:
        if account.demand.check.blocks and account.demand.shadow is None:
            yield from _scored(rules, account)


def _scored(rules: RunRules, account: Account) -> Iterator[RuleResult]:
    title, tally = account.demand.title, account.tally
    if rules.min_scored is not None:
        yield _at_least(f"min_scored:{title}", tally.scored, rules.min_scored, f"rows scored by {title}")
    applicable = tally.total - tally.not_applicable
    if rules.min_scored_share is not None and applicable:
        share = exact(tally.scored) / applicable
        shown = f"{show(share, beside=rules.min_scored_share)} of the applicable rows scored by {title}"
        ok = share >= exact(rules.min_scored_share)
        yield _result(f"min_scored_share:{title}", ok, f"{shown}, at least {rules.min_scored_share} needed")


def _at_most(rule: str, found: int, limit: int, what: str) -> RuleResult:
    return _result(rule, found <= limit, f"{found} {what}, at most {limit} allowed")


def _at_least(rule: str, found: int, limit: int, what: str) -> RuleResult:
    return _result(rule, found >= limit, f"{found} {what}, at least {limit} needed")


def _result(rule: str, ok: bool, reason: str) -> RuleResult:
    return RuleResult(rule=rule, status=CheckStatus.PASS if ok else CheckStatus.INCOMPLETE, reason=reason)
