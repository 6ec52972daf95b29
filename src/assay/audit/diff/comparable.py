"""Look-alikes told apart: whether two runs may be compared at all, told from their records alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from assay.audit.changed import Definition, changed_definition
from assay.records import Score, ScoredRow
from assay.records.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What identifies the scores of a run: the contract version of each case, and one score for each signature of a metric."""

    run_id: str
    contracts: Mapping[str, str | None] = field(default_factory=dict)
    definitions: Mapping[str, Mapping[str, Score]] = field(default_factory=dict)


class Obstacle(Record, frozen=True):
    """Why two runs cannot be compared, in whole or for one metric, and the way out. `metric` is None for the cases."""

    subject: str
    metric: str | None
    reason: str
    way_out: str

    def __str__(self) -> str:
        return f"{self.subject}: {self.reason} ({self.way_out})"


def profile(run_id: str, rows: Iterable[ScoredRow]) -> Profile:
    """Read the identities that the rows of a run carry."""
    contracts: dict[str, str | None] = {}
    definitions: dict[str, dict[str, Score]] = defaultdict(dict)
    for row in rows:
        contracts[row.case_id] = row.contract
        for score in row.scores:
            if score.value is not None:
                definitions[score.metric].setdefault(score.signature, score)
    return Profile(run_id=run_id, contracts=contracts, definitions=definitions)


def comparable(before: Profile, after: Profile) -> tuple[Obstacle, ...]:
    """Every reason against comparing two runs; none means that they may be compared.

    Refused: no case that both runs have, cases whose contract version differs, a metric that was scored by another judge, with
    another prompt, by another version or with other parameters. What both runs did not score is no obstacle.

    >>> comparable(Profile(run_id="a", contracts={"c": "1"}), Profile(run_id="b", contracts={"c": "2"}))[0].reason
    "1 of 1 common cases are of another contract version (c: '1' -> '2')"
    """
    return (*_contracts(before, after), *_definitions(before, after))


def _contracts(before: Profile, after: Profile) -> Iterator[Obstacle]:
    common = [name for name in before.contracts if name in after.contracts]
    if not common:
        yield Obstacle(
            subject="cases",
            metric=None,
            reason=f"{before.run_id} and {after.run_id} have no case in common",
            way_out="compare runs of one golden set",
        )
        return
    other = [name for name in common if before.contracts[name] != after.contracts[name]]
    if other:
        first = other[0]
        versions = f"{before.contracts[first]!r} -> {after.contracts[first]!r}"
        yield Obstacle(
            subject="contract",
            metric=None,
            reason=f"{len(other)} of {len(common)} common cases are of another contract version ({first}: {versions})",
            way_out="re-score the baseline with the present golden set",
        )


def _definitions(before: Profile, after: Profile) -> Iterator[Obstacle]:
    for metric, later in after.definitions.items():
        earlier = before.definitions.get(metric, {})
        if not earlier or set(earlier) & set(later):
            continue
        old, new = next(iter(earlier.values())), next(iter(later.values()))
        changes = changed_definition(old, new)
        judged = any(kind in (Definition.JUDGE, Definition.PROMPT) for kind, _ in changes)
        yield Obstacle(
            subject=metric,
            metric=metric,
            reason="scored by another definition: " + "; ".join(f"{kind.value} {text}" for kind, text in changes),
            way_out="re-score the baseline with the present " + ("judge" if judged else "metric"),
        )
