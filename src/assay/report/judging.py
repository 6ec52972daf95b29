"""What a judge would cost, and what the doctor found out about one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Protocol

from assay.report.console import Screen
from assay.report.tables import Table, listing


class Estimate(Protocol):
    """What this page needs of an estimate."""

    @property
    def judge(self) -> str: ...
    @property
    def rows(self) -> int: ...
    @property
    def calls(self) -> int: ...
    @property
    def recorded(self) -> int: ...
    @property
    def input_tokens(self) -> int: ...
    @property
    def output_tokens(self) -> int: ...
    @property
    def usd(self) -> Decimal | None: ...
    @property
    def notes(self) -> Sequence[str]: ...


class Check(Protocol):
    """What this page needs of a check."""

    @property
    def identity(self) -> str: ...
    @property
    def endpoint(self) -> str: ...
    @property
    def usable(self) -> bool: ...
    @property
    def capabilities(self) -> Mapping[str, Any]: ...
    @property
    def returned_model(self) -> str | None: ...
    @property
    def latency_ms(self) -> float | None: ...
    @property
    def verdict(self) -> str | None: ...
    @property
    def reason(self) -> str | None: ...
    @property
    def price_known(self) -> bool: ...
    @property
    def price_source(self) -> str: ...
    @property
    def problems(self) -> Sequence[str]: ...
    @property
    def hints(self) -> Sequence[str]: ...
    @property
    def notes(self) -> Sequence[str]: ...


def write_estimate(screen: Screen, estimate: Estimate) -> None:
    """The figures, and what they rest on."""
    facts = (
        ("judge", estimate.judge or "none"),
        ("rows", f"{estimate.rows:,}"),
        ("calls", f"{estimate.calls:,}"),
        ("recorded already", f"{estimate.recorded:,}"),
        ("tokens in", f"{estimate.input_tokens:,}"),
        ("tokens out", f"{estimate.output_tokens:,}"),
        ("US dollars", "unknown" if estimate.usd is None else f"{estimate.usd:.4f}"),
    )
    screen.table(Table(("ESTIMATE", ""), facts))
    notes = listing("Notes", estimate.notes)
    if notes:
        screen.text("\n" + notes)
    screen.text("\nnothing was asked, spent or stored")


def write_check(screen: Screen, check: Check) -> None:
    """What was found, what is wrong, and what to do about it."""
    screen.table(Table(("JUDGE", check.identity), tuple(_facts(check))))
    for title, lines in (("Problems", check.problems), ("What to do", check.hints), ("Notes", check.notes)):
        text = listing(title, lines)
        if text:
            screen.text("\n" + text)
    screen.text()
    screen.styled("usable" if check.usable else "NOT usable", "green" if check.usable else "bold red")


def _facts(check: Check) -> list[tuple[str, str]]:
    supported = check.capabilities
    refused = ", ".join(supported.get("refused", ())) or "none"
    facts = [("endpoint", check.endpoint or "unknown")]
    if supported:
        facts += [("structured output by", str(supported["structure"])), ("settings refused", refused)]
    if check.returned_model is not None:
        facts.append(("model that answered", check.returned_model))
    if check.latency_ms is not None:
        facts.append(("latency", f"{check.latency_ms:.0f} ms"))
    if check.verdict is not None:
        facts.append(("sample verdict", f"{check.verdict}: {check.reason}"))
    return [*facts, ("price", "known" if check.price_known else "unknown"), ("price table", check.price_source)]
