"""Every error that Assay raises.

::

    AssayError
    ├── InputError              a file, a row or a call is wrong (exit 2, owner: test-data)
    │   ├── InvalidRowError          one row breaks a metric's contract; becomes an `invalid` score
    │   └── ViolationsError     all the problems of one file, collected and raised once
    ├── ConfigurationError      a policy, a target name or an option is wrong (exit 2)
    │   ├── UnknownNameError    a name that is not registered, with the near matches
    │   └── MissingExtraError   an optional dependency is not installed, with the command that installs it
    ├── EvaluationError         the evaluation could not be carried out; becomes an `error` score
    │   ├── JudgeError          the judge did not give a valid verdict
    │   ├── RemoteError         a model server did not answer usefully
    │   ├── BudgetError         the budget is spent
    │   └── DeadlineError       the time is up
    ├── TargetError             the system under test raised, exited, timed out or returned a wrong type
    └── StoreError              the store cannot be read or written

*Failure* (the system under test is wrong) is never an exception: it is a score or a check result. An exception here always
means that the run, a file or a setting is wrong.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


class AssayError(Exception):
    """Root of all errors. `code` is stable and machine-readable; `hint` says what to do next."""

    code = "assay"

    def __init__(self, message: str, *, code: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        return f"{self.message} ({self.hint})" if self.hint else self.message


class InputError(AssayError):
    """A file, a row or a call is wrong."""

    code = "input"


class InvalidRowError(InputError):
    """One row breaks a metric's contract. The metric's score becomes `invalid` with this message as its reason."""

    code = "invalid_row"


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One problem of a file: what is wrong, where, and what was expected."""

    message: str
    source: str = ""
    line: int | None = None
    column: int | None = None
    field: str | None = None
    case_id: str | None = None
    code: str = "invalid"
    hint: str | None = None

    @property
    def where(self) -> str:
        """`file:line:column`, as much of it as is known."""
        parts = [self.source] + [str(part) for part in (self.line, self.column) if part is not None]
        return ":".join(part for part in parts if part)

    def __str__(self) -> str:
        subject = " ".join(
            part
            for part in (
                f"case {self.case_id!r}" if self.case_id else "",
                f"field {self.field!r}" if self.field else "",
            )
            if part
        )
        text = ": ".join(part for part in (self.where, subject, self.message) if part)
        return f"{text} ({self.hint})" if self.hint else text


class ViolationsError(InputError):
    """All the problems of one file, raised once so that a person can mend them in one go."""

    code = "violations"

    def __init__(self, violations: Sequence[Violation], *, summary: str = "") -> None:
        self.violations = tuple(violations)
        head = summary or f"{len(self.violations)} problem{'s' if len(self.violations) != 1 else ''}"
        super().__init__("\n  ".join([f"{head}:", *(str(violation) for violation in self.violations)]))


class ConfigurationError(AssayError):
    """A policy, a target name or an option is wrong."""

    code = "configuration"


_LISTED_BY = {
    "metric": "`assay metrics` lists them; one of your own is file.py:name or module:name",
    "run": "`assay runs` lists them",
    "case": "`assay explain RUN` lists those that need somebody",
    "check": "the policy lists them",
}
"""Where a name of a kind can be looked up."""


class UnknownNameError(ConfigurationError):
    """A name that nobody registered; carries the near matches, or else where to look it up."""

    code = "unknown_name"

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.near = near_matches(name, known)
        super().__init__(f"unknown {kind} {name!r}", hint=did_you_mean(self.near) or _LISTED_BY.get(kind))


class MissingExtraError(ConfigurationError):
    """An optional dependency is missing; the hint is the command that installs it."""

    code = "missing_extra"

    def __init__(self, package: str, *, extra: str, needed_for: str) -> None:
        self.package, self.extra = package, extra
        super().__init__(
            f"{needed_for} needs the package {package!r}, which is not installed",
            hint=f"pip install 'assay-eval[{extra}]'",
        )


class EvaluationError(AssayError):
    """The evaluation could not be carried out. The score becomes `error`; a re-run may resolve it.

    `calls` are the hashes of the recorded attempts that led there.
    """

    code = "evaluation"
    calls: tuple[str, ...] = ()


class JudgeError(EvaluationError):
    """The judge did not give a valid verdict (unreachable, refused, unparsable, incomplete)."""

    code = "judge"


class RemoteError(EvaluationError):
    """A model server did not answer usefully.

    `status` is the HTTP status where there was one, `parameter` the request field that the server complains about; `fatal`
    says that no further call to this server and model can succeed (wrong key, unknown model, spent quota).
    """

    code = "remote"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        hint: str | None = None,
        status: int | None = None,
        parameter: str | None = None,
        fatal: bool = False,
    ) -> None:
        super().__init__(message, code=code, hint=hint)
        self.status, self.parameter, self.fatal = status, parameter, fatal


class BudgetError(EvaluationError):
    """The budget is spent."""

    code = "budget"


class DeadlineError(EvaluationError):
    """The time is up."""

    code = "deadline"


class TargetError(AssayError):
    """The system under test raised, exited, timed out or returned a wrong type."""

    code = "target"


class StoreError(AssayError):
    """The store cannot be read or written."""

    code = "store"


def near_matches(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Up to three known names close to `name`, best first."""
    return tuple(difflib.get_close_matches(name, list(known), n=3, cutoff=0.6))


def did_you_mean(near: Sequence[str]) -> str | None:
    """The sentence that offers near matches, or None where there are none."""
    return f"did you mean {' or '.join(repr(item) for item in near)}?" if near else None
