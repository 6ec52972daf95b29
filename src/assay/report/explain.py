"""Diagnoses as a person reads them: one compact screen for each failing check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Protocol

from assay.records.words import Owner
from assay.report.console import Screen
from assay.report.tables import STYLES, listing

EXCERPT = 280
"""Characters shown of a long input, answer or passage; `--json` holds all of them."""

SHOWN_CLUES = 4


class Clue(Protocol):
    """What this page needs of a piece of evidence."""

    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def ids(self) -> tuple[str, ...]: ...
    @property
    def where(self) -> str: ...
    @property
    def method(self) -> str: ...


class Diagnosis(Protocol):
    """What this page needs of a diagnosis."""

    @property
    def case_id(self) -> str: ...
    @property
    def check(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def blocks(self) -> bool: ...
    @property
    def owner(self) -> Owner: ...
    @property
    def owners(self) -> tuple[Owner, ...]: ...
    @property
    def stage(self) -> str: ...
    @property
    def says(self) -> str: ...
    @property
    def missing(self) -> tuple[str, ...]: ...
    @property
    def evidence(self) -> Sequence[Clue]: ...
    @property
    def confidence(self) -> str: ...
    @property
    def next(self) -> str: ...
    @property
    def score(self) -> str: ...
    @property
    def demand(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def input(self) -> str: ...
    @property
    def answer(self) -> str | None: ...


class Explanation(Protocol):
    """What this page needs of an explanation."""

    @property
    def run_id(self) -> str: ...
    @property
    def policy_version(self) -> str: ...
    @property
    def baseline_id(self) -> str | None: ...
    @property
    def diagnoses(self) -> Sequence[Diagnosis]: ...
    @property
    def notes(self) -> Sequence[str]: ...
    @property
    def checked(self) -> int: ...


def write_explanation(screen: Screen, explanation: Explanation) -> None:
    """Every case with its diagnoses, then the counts by owner and what concerns the whole run."""
    for _, group in groupby(explanation.diagnoses, key=lambda diagnosis: diagnosis.case_id):
        write_case(screen, list(group))
        screen.text()
    notes = listing("For the run as a whole", explanation.notes)
    if notes:
        screen.text(notes + "\n")
    screen.text(last_line(explanation))


def last_line(explanation: Explanation) -> str:
    """How many checks fail, and whose they are."""
    compared = f", compared with {explanation.baseline_id}" if explanation.baseline_id is not None else ""
    count = len(explanation.diagnoses)
    run = f"run {explanation.run_id}{compared}"
    if not count:
        return f"{run}: no failing, invalid or error check among {explanation.checked}"
    owners = [diagnosis.owner for diagnosis in explanation.diagnoses]
    shares = ", ".join(f"{owner.value} {owners.count(owner)}" for owner in Owner if owner in owners)
    return f"{run}: {count} of {explanation.checked} checks to explain; owners: {shares}"


def write_case(screen: Screen, diagnoses: Sequence[Diagnosis]) -> None:
    """One case on one screen: what was asked and answered, then each failing check with its owner."""
    first = diagnoses[0]
    screen.styled(f"CASE {first.case_id or 'without an id'}", "bold")
    asked = [("Input", excerpt(first.input))] if first.input else []
    if first.answer is not None:
        asked.append(("Answer", excerpt(first.answer) or "(blank)"))
    _write_pairs(screen, asked)
    for diagnosis in diagnoses:
        status = diagnosis.status.upper() + ("" if diagnosis.blocks else ", does not block")
        screen.styled(f"  {diagnosis.check}: {status}", STYLES.get(diagnosis.status, "bold"))
        _write_pairs(screen, list(_fields(diagnosis)))


def _write_pairs(screen: Screen, pairs: Sequence[tuple[str, str]]) -> None:
    if screen.is_terminal:
        screen.console().print(_grid(screen, pairs))
        return
    for label, text in pairs:
        head, *rest = text.split("\n")
        screen.text(
            "\n".join([f"    {label.ljust(_WIDTH)}  {head}", *(f"    {' ' * _WIDTH}  {line}" for line in rest)])
        )


_WIDTH = len("Evidence")


def _grid(screen: Screen, pairs: Sequence[tuple[str, str]]) -> Any:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="dim", no_wrap=True, min_width=_WIDTH + 4)
    grid.add_column(overflow="fold")
    for label, text in pairs:
        grid.add_row(f"    {label}", Text(screen.safe(text), style="bold" if label == "Owner" else ""))
    return grid


def _fields(diagnosis: Diagnosis) -> Iterator[tuple[str, str]]:
    score = diagnosis.score or "none"
    yield "Score", f"{score}, demanded: {diagnosis.demand}"
    if diagnosis.reason != diagnosis.says:
        yield "Reason", excerpt(diagnosis.reason)
    others = [owner.value for owner in diagnosis.owners if owner is not diagnosis.owner]
    then = f"; if not, then {', '.join(others)}" if others else ""
    yield "Owner", f"{diagnosis.owner.value} ({diagnosis.confidence}){then}"
    yield "Why", diagnosis.says
    if diagnosis.missing:
        yield "Missing", ", ".join(excerpt(name) for name in diagnosis.missing)
    if diagnosis.evidence:
        yield "Evidence", "\n".join(_clues(diagnosis.evidence))
    yield "Next", diagnosis.next


def _clues(evidence: Sequence[Clue]) -> Iterator[str]:
    for clue in evidence[:SHOWN_CLUES]:
        ids = f" {', '.join(clue.ids)}" if clue.ids else ""
        yield f"{clue.kind}{ids}: {excerpt(clue.text)}" + (f"  [{clue.where}, by {clue.method}]" if clue.where else "")
    if len(evidence) > SHOWN_CLUES:
        yield f"… and {len(evidence) - SHOWN_CLUES} more; --json shows all"


def excerpt(text: str) -> str:
    """The text on one line without control characters, cut at a word where it is long."""
    line = "".join(mark if mark.isprintable() else "\ufffd" for mark in " ".join(text.split()))
    if len(line) <= EXCERPT:
        return line
    return line[:EXCERPT].rsplit(" ", 1)[0] + " …"
