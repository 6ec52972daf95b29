"""A budget of money and calls, shared by everything that a run asks."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from assay.errors import BudgetError, ConfigurationError


class Budget:
    """Stops cleanly: a call that would pass the limit is not made and raises `BudgetError`.

    Money is held back for each call in flight at its estimated price and corrected when the call is done, so the budget can be
    passed by no more than what the estimates were too low.

    Args:
        usd: None is no limit. `calls`: HTTP attempts; None is no limit.
    """

    def __init__(self, *, usd: Decimal | None = None, calls: int | None = None) -> None:
        self.usd_limit, self.call_limit = usd, calls
        self.calls = 0
        self.usd = Decimal(0)
        self.unpriced = 0
        self._held = Decimal(0)
        self._lock = threading.Lock()

    def carry_over(self, calls: Iterable[Mapping[str, Any]], *, run_id: str) -> None:
        """Count what earlier parts of a run spent, from its record: a budget is that of the run, however often it is resumed."""
        for call in calls:
            if call.get("run_id") != run_id or call["kind"] == "embedding" or (call["kind"] == "probe" and call["ok"]):
                continue  # of another run, not asked of a judge, or the summary of a probe and not an attempt
            self.calls += 1
            self.usd += Decimal(repr(call.get("usd", 0)))

    def start(self, expected: Decimal | None) -> None:
        """Count a call that is about to be made.

        Raises:
            BudgetError: it would pass a limit, or money is limited and its price is unknown.
        """
        with self._lock:
            if self.call_limit is not None and self.calls >= self.call_limit:
                raise BudgetError(
                    f"the budget of {self.call_limit} calls is spent",
                    hint="raise `budget.calls`, or give --budget-calls",
                )
            if self.usd_limit is not None:
                self._hold(expected, self.usd_limit)
            self.calls += 1

    def _hold(self, expected: Decimal | None, limit: Decimal) -> None:
        if expected is None:
            raise BudgetError(
                "a budget in US dollars cannot be kept: the price of this judge is unknown",
                code="budget_unpriced",
                hint="state it under the judge's option `prices`, or limit `budget.calls` instead",
            )
        if self.usd + self._held + expected > limit:
            raise BudgetError(
                f"the budget of ${limit} is spent (${self.usd:.6f}, and ${self._held:.6f} in flight)",
                hint="raise `budget.usd`, or give --budget-usd",
            )
        self._held += expected

    def finish(self, expected: Decimal | None, actual: Decimal | None) -> None:
        """Correct the estimate of a call that is done. An unknown price is counted as unpriced, and held at its estimate."""
        with self._lock:
            if self.usd_limit is not None and expected is not None:
                self._held -= expected
            if actual is None:
                self.unpriced += 1
                self.usd += expected or 0
            else:
                self.usd += actual


def parse_budget(settings: Mapping[str, object]) -> Budget:
    """The budget that `{usd: 5, calls: 2000}` states; either may be left out.

    Raises:
        ConfigurationError: an unknown key, or a limit that is not a positive number.
    """
    if unknown := sorted(set(settings) - {"usd", "calls"}):
        raise ConfigurationError(
            f"budget: unknown key {unknown[0]!r}", code="budget", hint="it takes `usd` and `calls`"
        )
    usd, calls = settings.get("usd"), settings.get("calls")
    if calls is not None and (isinstance(calls, bool) or not isinstance(calls, int) or calls < 0):
        raise ConfigurationError(f"budget.calls must be a whole number, got {calls!r}", code="budget")
    return Budget(usd=None if usd is None else _dollars(usd), calls=calls)


def _dollars(value: object) -> Decimal:
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        amount = Decimal("NaN")
    if isinstance(value, bool) or not amount.is_finite() or amount < 0:
        raise ConfigurationError(f"budget.usd must be an amount in US dollars, got {value!r}", code="budget")
    return amount
