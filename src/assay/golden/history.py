"""What changed between two versions of a golden set, and whether the contract version says so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from assay.golden.findings import Finding, Severity
from assay.golden.golden_set import GoldenRow
from assay.records import Case
from assay.records.frozen import EMPTY
from assay.records.record import Record
from assay.records.vocabulary import FIELDS, Side

_ABOUT_THE_ROW = frozenset({"id", "contract", "reviewed", "group", "extra"})
_ABSENT = object()


class Kind(StrEnum):
    """What became of a case."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    CHANGED = "changed"


class FieldChange(Record, frozen=True):
    """One field before and after; None where it was not stated. `requirement` says whether it decides what is right."""

    name: str
    requirement: bool
    old: Any = None
    new: Any = None


class CaseChange(Record, frozen=True):
    """One case that is not what it was. `old_id` differs from `case_id` only where a migration map says so."""

    case_id: str
    kind: Kind
    old_id: str | None = None
    old_contract: str | None = None
    new_contract: str | None = None
    fields: tuple[FieldChange, ...] = ()

    @property
    def requirement(self) -> bool:
        """Whether a reviewed fact about the right answer changed."""
        return any(change.requirement for change in self.fields)


class GoldenDiff(Record, frozen=True):
    """The changes in the order of the new set, removed cases last, and what is wrong with them."""

    changes: tuple[CaseChange, ...]
    unchanged: int
    old_contracts: tuple[str, ...] = ()
    new_contracts: tuple[str, ...] = ()
    problems: tuple[Finding, ...] = ()

    @property
    def usable(self) -> bool:
        """Whether no problem is an error."""
        return all(problem.severity is not Severity.ERROR for problem in self.problems)


def diff_golden(
    old: Iterable[GoldenRow], new: Iterable[GoldenRow], *, migration: Mapping[str, str] = EMPTY
) -> GoldenDiff:
    """Compare two versions case by case.

    Args:
        old, new: the rows; the cases of both are held.
        migration: old id to new id of cases that were renamed.

    Codes of problems. Errors: `contract_not_raised` (a requirement changed and the contract version is the same),
    `contract_lowered`, and every code of `check_migration`. Warnings: `review_not_renewed` (a requirement changed under the
    review of the old one), `blocking_removed`.

    >>> from assay.golden import from_rows
    >>> before = from_rows([{"id": "a", "input": "q", "expected_facts": ["x"], "contract": "1"}]).load()
    >>> after = from_rows([{"id": "a", "input": "q", "expected_facts": ["y"], "contract": "1"}]).load()
    >>> [problem.code for problem in diff_golden(before, after).problems]
    ['contract_not_raised']
    """
    before = {row.case.id: row for row in old}
    after = {row.case.id: row for row in new}
    old_of = {new_id: old_id for old_id, new_id in migration.items()}
    changes, unchanged = [], 0
    problems = list(check_migration(migration, before.keys(), after.keys()))
    for case_id, row in after.items():
        earlier = before.get(old_of.get(case_id, case_id))
        change = _change(case_id, row.case, earlier.case if earlier is not None else None)
        if change is None:
            unchanged += 1
            continue
        changes.append(change)
        if earlier is not None:
            problems += _problems(change, earlier.case, row)
    for case_id, row in before.items():
        if case_id not in after and migration.get(case_id) not in after:
            changes.append(CaseChange(case_id=case_id, kind=Kind.REMOVED, old_contract=row.case.contract))
            if row.case.blocking:
                problems.append(_finding("blocking_removed", Severity.WARNING, "a blocking case was removed", row))
    return GoldenDiff(
        changes=tuple(changes),
        unchanged=unchanged,
        old_contracts=_contracts(before.values()),
        new_contracts=_contracts(after.values()),
        problems=tuple(problems),
    )


def check_migration(migration: Mapping[str, str], old: Iterable[str], new: Iterable[str]) -> Iterator[Finding]:
    """What is wrong with a map from old ids to new ids.

    Codes, all errors: `migration_unknown` (the old set has no such case), `migration_missing` (the new set lacks the new
    id), `migration_kept` (the old id is still there), `migration_taken` (the new id was there before), `migration_doubled`
    (two old ids become one).
    """
    before, after = set(old), set(new)
    targets: dict[str, str] = {}
    for old_id, new_id in migration.items():
        first = targets.setdefault(new_id, old_id)
        for code, wrong, message in (
            ("migration_doubled", first != old_id, f"{first!r} and {old_id!r} both become {new_id!r}"),
            ("migration_unknown", old_id not in before, f"the old set has no case {old_id!r}"),
            ("migration_missing", new_id not in after, f"{old_id!r} should be {new_id!r} now, which is not there"),
            ("migration_kept", old_id in after, f"{old_id!r} should be {new_id!r} now, and is still there"),
            ("migration_taken", new_id in before, f"{new_id!r} was another case before"),
        ):
            if wrong:
                yield Finding(code=code, severity=Severity.ERROR, message=message, case_id=new_id)


def raised(old: str | None, new: str | None) -> bool:
    """Whether a contract version is higher than the one before; numbers in it are compared as numbers.

    >>> raised("9", "10"), raised("2026-2", "2026-11"), raised("2", "2"), raised(None, "1")
    (True, True, False, True)
    """
    return new is not None and (old is None or _version(new) > _version(old))


def _version(text: str) -> tuple[tuple[int, int, str], ...]:
    parts = re.findall(r"\d+|\D+", text)
    return tuple((1, int(part), "") if part.isdigit() else (0, 0, part) for part in parts)


def _change(case_id: str, new: Case, old: Case | None) -> CaseChange | None:
    if old is None:
        return CaseChange(case_id=case_id, kind=Kind.ADDED, new_contract=new.contract)
    fields = tuple(_fields(old, new))
    if not fields and old.id == new.id:
        return None
    return CaseChange(
        case_id=case_id,
        kind=Kind.CHANGED if old.id == new.id else Kind.RENAMED,
        old_id=old.id,
        old_contract=old.contract,
        new_contract=new.contract,
        fields=fields,
    )


def _fields(old: Case, new: Case) -> Iterator[FieldChange]:
    before, after = _flat(old), _flat(new)
    for name in dict.fromkeys((*before, *after)):
        one, other = before.get(name, _ABSENT), after.get(name, _ABSENT)
        if one != other:
            yield FieldChange(
                name=name,
                requirement=name not in _ABOUT_THE_ROW and not _is_free(name),
                old=None if one is _ABSENT else one,
                new=None if other is _ABSENT else other,
            )


def _flat(case: Case) -> dict[str, Any]:
    data = case.to_dict()
    extra = data.pop("extra", {})
    data.pop("id")
    return {**data, **extra}


def _is_free(name: str) -> bool:
    """Whether a field is the user's own: neither a field of a case nor a reviewed field that a metric knows."""
    known = FIELDS.get(name)
    return name not in Case.__struct_fields__ and (known is None or known.side is not Side.CASE)


def _problems(change: CaseChange, old: Case, row: GoldenRow) -> Iterator[Finding]:
    new = row.case
    lowered = new.contract != old.contract and not raised(old.contract, new.contract)
    if lowered:
        message = f"the contract version went from {old.contract!r} to {new.contract!r}"
        yield _finding("contract_lowered", Severity.ERROR, message, row)
    if not change.requirement:
        return
    names = ", ".join(field.name for field in change.fields if field.requirement)
    if new.contract == old.contract:
        version = "there is none" if new.contract is None else f"it is still {new.contract!r}"
        message = f"{names} changed without a new contract version ({version}): scores of both would be compared as one"
        yield _finding("contract_not_raised", Severity.ERROR, message, row)
    if new.reviewed is not None and new.reviewed == old.reviewed:
        message = f"{names} changed since the review by {new.reviewed.by}"
        yield _finding("review_not_renewed", Severity.WARNING, message, row)


def _finding(code: str, severity: Severity, message: str, row: GoldenRow) -> Finding:
    return Finding(code=code, severity=severity, message=message, where=row.where, case_id=row.case.id)


def _contracts(rows: Iterable[GoldenRow]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(row.case.contract for row in rows if row.case.contract is not None))
