"""Diagnoses as a person reads them: one compact screen for each failing check."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Protocol

from assay.records.words import Owner
from assay.report.console import Screen
from assay.report.tables import STYLES, listing

EXCERPT = 200
"""Characters shown of a long input, answer or passage; `--json` holds all of them."""

SHOWN = 4
"""Missing things and pieces of evidence shown of each check."""

SHOWN_IDS = 5
_HASH = re.compile(r"[0-9a-f]{64}")


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
    told: dict[tuple[str, str], str] = {}
    for diagnosis in diagnoses:
        status = diagnosis.status.upper() + ("" if diagnosis.blocks else ", does not block")
        screen.styled(f"  {diagnosis.check}: {status}", STYLES.get(diagnosis.status, "bold"))
        _write_pairs(screen, [(label, _once(told, label, text, diagnosis.check)) for label, text in _fields(diagnosis)])


def _once(told: dict[tuple[str, str], str], label: str, text: str, check: str) -> str:
    """Evidence and the next step are spelled out once a case; the checks after it refer to the first."""
    first = told.setdefault((label, text), check)
    return text if label not in ("Evidence", "Next") or first == check else f"as for {first}"


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
    yield "Owner", f"{diagnosis.owner.value} ({diagnosis.confidence}), stage {diagnosis.stage}{then}"
    yield "Why", diagnosis.says
    for label, lines in (("Missing", _missing(diagnosis)), ("Evidence", _evidence(diagnosis))):
        if lines:
            more = f"… and {len(lines) - SHOWN} more; --json shows all"
            yield label, "\n".join([*lines[:SHOWN], *([more] if len(lines) > SHOWN else [])])
    yield "Next", diagnosis.next


def _missing(diagnosis: Diagnosis) -> list[str]:
    """Claims with their words, one a line; then what names itself."""
    claims = {clue.ids: clue.text for clue in diagnosis.evidence if clue.kind == "claim" and clue.ids}
    named = [excerpt(name) for name in diagnosis.missing if (name,) not in claims]
    worded = [f"claim {', '.join(ids)}: {excerpt(text)}" for ids, text in claims.items()]
    return [*worded, *([", ".join(named)] if named else [])]


def _evidence(diagnosis: Diagnosis) -> list[str]:
    """What shows it, without what stands on the page already and without a quotation that is part of a longer one."""
    shown: list[Clue] = []
    for clue in diagnosis.evidence:
        told = clue.text in (diagnosis.says, diagnosis.reason) and not clue.ids
        within = any(_place(clue) == _place(other) and clue.text in other.text for other in shown)
        if not (clue.kind == "claim" and clue.ids) and not told and not within:
            shown.append(clue)
    return [_clue(clue, {diagnosis.says, diagnosis.reason}) for clue in shown]


def _place(clue: Clue) -> tuple[object, ...]:
    return clue.kind, clue.ids, clue.where


def _clue(clue: Clue, told: set[str]) -> str:
    """One piece of evidence, with where it stands and how matched text was found."""
    text = "" if clue.text in told else excerpt(clue.text)
    found = f", by {clue.method}" if clue.method != "record" else ""
    where = f"  [{clue.where}{found}]" if clue.where else ""
    return ": ".join(part for part in (f"{clue.kind} {_ids(clue.ids)}".strip(), text) if part) + where


def _ids(ids: Iterable[str]) -> str:
    """Ids in a row; a hash by its beginning, a document not beside its own passage."""
    kept: list[str] = []
    for name in ids:
        short = name[:12] if _HASH.fullmatch(name) else excerpt(name)
        if not any(other.startswith(short) for other in kept):
            kept.append(short)
    return ", ".join(kept[:SHOWN_IDS]) + (", …" if len(kept) > SHOWN_IDS else "")


def excerpt(text: str) -> str:
    """The text on one line without control characters, cut at a word where it is long."""
    line = "".join(mark if mark.isprintable() else "\ufffd" for mark in " ".join(text.split()))
    if len(line) <= EXCERPT:
        return line
    return line[:EXCERPT].rsplit(" ", 1)[0] + " …"
