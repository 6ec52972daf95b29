"""The history of a golden set: compare versions, approve, add from a run, freeze, migrate."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from assay.api import environment
from assay.api.handle import Run
from assay.audit.redaction import Redactor
from assay.errors import ConfigurationError, InputError, ViolationsError
from assay.golden import GoldenSet, read_golden
from assay.golden.findings import Finding, Severity
from assay.golden.golden_set import violation_of
from assay.golden.history import GoldenDiff, check_migration, diff_golden
from assay.golden.history_edit import add_case, approve
from assay.golden.history_freeze import freeze, freeze_path, read_freeze, thawed
from assay.golden.history_migration import read_migration
from assay.records import Case, InvalidInput, Review
from assay.records.frozen import EMPTY

PERSONAL = ("pii", "secrets")
"""The rules for a case that comes out of a run, unless others are given."""


def diff_files(
    old: str | Path, new: str | Path, *, migration: str | Path | None = None, mapping: Mapping[str, str] | None = None
) -> GoldenDiff:
    """Compare two versions of a golden set.

    Raises:
        InputError, ViolationsError: one of the files cannot be read.
    """
    renamed = read_migration(migration) if migration is not None else EMPTY
    return diff_golden(read_golden(old, mapping).load(), read_golden(new, mapping).load(), migration=renamed)


def approve_cases(
    path: str | Path, *, by: str, why: str, on: str | None = None, cases: Collection[str] | None = None
) -> tuple[str, ...]:
    """Write down who accepted cases and why, today unless `on` says otherwise; the ids approved.

    Raises:
        ConfigurationError: nobody, or no reason.
        UnknownNameError, InputError: as `assay.golden.history_edit.approve`.
    """
    for name, text in (("by", by), ("why", why)):
        if not text.strip():
            raise ConfigurationError(f"an approval needs {name}", hint=f"--{name} TEXT")
    review = Review(by=by.strip(), on=on or environment.today().isoformat(), why=why.strip())
    return approve(path, review, cases=cases)


def add_from_run(
    path: str | Path, run: Run, case_id: str, *, new_id: str | None = None, redact: Iterable[str] = PERSONAL
) -> tuple[Case, Mapping[str, int]]:
    """Turn a case of a run into a case of a golden set: redacted, without a review; the case, and what was redacted.

    `origin` says where it came from. It blocks as it did in the run, so the lint refuses it until somebody approves it.

    Raises:
        UnknownNameError: the run has no such case, or no such redaction rule.
        InputError: the id is taken, or the file cannot be edited.
    """
    row = run.row(case_id)
    case = run.sample(row).case
    redactor = Redactor.of(redact)
    clean, counts = redactor.counted_case(case)
    origin = {"run": run.id, "case": row.case_id, "case_hash": row.case_hash, "output_hash": row.output_hash}
    extra = {**{name: value for name, value in clean.extra.items() if name != "origin"}, "origin": origin}
    added = clean.replace(id=new_id or clean.id, reviewed=None, extra=extra)
    return add_case(path, added), counts


def freeze_golden(path: str | Path) -> Path:
    """Write down what a golden set is now; the file written."""
    return freeze(path)


def frozen_problems(path: str | Path) -> tuple[str, ...] | None:
    """How a golden set differs from what was frozen; None where it was never frozen."""
    was = read_freeze(path)
    return None if was is None else tuple(thawed(path, was))


def require_frozen(path: str | Path) -> None:
    """Refuse a golden set that differs from what stands frozen beside it.

    Raises:
        ConfigurationError: it differs; names the first case.
    """
    problems = frozen_problems(path)
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise ConfigurationError(
            f"{path} is not what was frozen in {freeze_path(path).name}: {problems[0]}{more}",
            code="frozen_mismatch",
            hint="if the change is meant, look at it with `assay golden diff` and freeze again with `assay golden freeze`",
        )


def frozen_findings(path: str | Path) -> tuple[Finding, ...]:
    """The same as lint errors. A set with rows that cannot be read is left to the lint."""
    try:
        problems = frozen_problems(path)
    except ViolationsError:
        problems = ("some rows cannot be read",)
    except InputError as error:
        problems = (error.message,)
    message = f"differs from {freeze_path(path).name}: "
    return tuple(
        Finding(code="frozen_mismatch", severity=Severity.ERROR, message=message + problem, where=str(path))
        for problem in problems or ()
    )


def checked_migration(given: Mapping[str, str] | str | Path | None, golden: GoldenSet) -> dict[str, str]:
    """A migration map that fits the golden set: every new id is there, no old id is.

    Raises:
        InputError: the map cannot be read.
        ViolationsError: it does not fit; every place.
    """
    if given is None:
        return {}
    migration = dict(read_migration(given)) if isinstance(given, (str, Path)) else dict(given)
    present = [row.case.id for row in golden if not isinstance(row, InvalidInput)]
    problems = list(check_migration(migration, migration, present))
    if problems:
        violations = [
            violation_of(InvalidInput(source=golden.source, line=None, reason=one.message, code=one.code))
            for one in problems
        ]
        raise ViolationsError(violations, summary="the migration map does not fit the golden set")
    return migration
