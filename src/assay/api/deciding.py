"""Apply a policy to a stored run. Nothing is scored again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from assay.api import environment
from assay.api.catalog import Catalog
from assay.api.handle import Run
from assay.errors import ConfigurationError
from assay.gate import Gate, ParsedPolicy, parse_policy
from assay.records.decision import CheckResult, Decision
from assay.records.policy import Policy
from assay.records.run import ScoredRow

PolicySource = Policy | str | Path
"""A policy, or the path of a policy file."""


def load_policy(source: PolicySource, catalog: Catalog | None = None) -> ParsedPolicy:
    """Read a policy file strictly.

    Raises:
        ConfigurationError: the file is missing or is not UTF-8 text.
        ViolationsError: everything that is wrong in it, each with its place.
    """
    if isinstance(source, Policy):
        return ParsedPolicy(policy=source, warnings=())
    path = Path(source)
    return parse_policy(read_text(path), source=str(path), catalog=catalog or Catalog(folder=path.parent))


def read_text(path: Path) -> str:
    """The UTF-8 text of a file, without a byte-order mark.

    Raises:
        ConfigurationError: missing, a folder, unreadable, or not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise ConfigurationError(f"{path} does not exist", hint="check the path", code="missing_file") from None
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{path} is not UTF-8 text (byte {error.start})", hint="save it as UTF-8") from None
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}", code="unreadable_file") from error


def gate(run: Run, policy: PolicySource, *, baseline: Run | None = None, record: bool = True) -> Decision:
    """Apply a policy to a run and record the decision.

    Args:
        run: a stored run; it is not scored again.
        policy: a policy or the path of one; it may differ from the one that the run was made with.
        baseline: the earlier run that the policy's baseline rule compares with.
        record: whether the decision is kept with the run.

    Raises:
        ConfigurationError, ViolationsError: the policy is wrong.
    """
    parsed = load_policy(policy)
    decision = decide(run, parsed, baseline=baseline)
    if record:
        run.store.put_payload(parsed.policy.to_dict())
        run.store.write_decision(run.id, decision, policy_hash=parsed.policy.content_hash, decided=environment.now())
    return decision


def decide(run: Run, parsed: ParsedPolicy, *, baseline: Run | None = None) -> Decision:
    """The decision, not recorded."""
    judge = Gate(parsed.policy, Catalog(), warnings=parsed.warnings, today=environment.today())
    for row in run.rows():
        judge.add(row)
    summary = run.summary
    return judge.decide(
        run_status=summary.status,
        invalid_inputs=summary.invalid_inputs,
        baseline=baseline.rows() if baseline is not None else None,
    )


def check_results(run: Run, policy: Policy) -> Iterator[tuple[ScoredRow, tuple[CheckResult, ...]]]:
    """Every row with what each check says about it: the trail that `explain` shows."""
    judge = Gate(policy, Catalog())
    for row in run.rows():
        yield row, judge.add(row)
