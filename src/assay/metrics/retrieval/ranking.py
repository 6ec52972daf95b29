"""What the retrieval metrics share: reviewed judgements, a ranking as returned, and the path from both to a result."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.errors import ConfigurationError, InvalidRowError
from assay.metrics.base import Metric
from assay.records import Case, Item, MetricResult, not_applicable
from assay.records.record import require_finite

NO_JUDGEMENTS = "the case states neither relevance nor expected_context_ids"


@dataclass(frozen=True, slots=True)
class Judgements:
    """Reviewed grades by document id. `graded` is false when only the relevant ids are known (`expected_context_ids`)."""

    grades: Mapping[str, float]
    graded: bool

    def at(self, grade: float) -> list[str]:
        """The ids with at least this grade, in the order stated."""
        return [name for name, given in self.grades.items() if given >= grade]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A ranking as returned. A repeated id keeps its position, because it took that place, but is `None` there."""

    ids: tuple[str | None, ...]
    duplicates: tuple[str, ...]

    @property
    def distinct(self) -> list[str]:
        """The ids without repetitions, best first."""
        return [name for name in self.ids if name is not None]

    def top(self, cutoff: int | None) -> Ranked:
        """The first `cutoff` positions."""
        return Ranked(self.ids[:cutoff], self.duplicates)

    def places(self) -> Iterator[tuple[int, str]]:
        """Rank from 1 and id of every first occurrence."""
        return ((rank, name) for rank, name in enumerate(self.ids, 1) if name is not None)

    def first(self, wanted: Container[str]) -> tuple[int, str] | None:
        """Rank and id of the first document that is wanted."""
        return next(((rank, name) for rank, name in self.places() if name in wanted), None)

    def note(self) -> str:
        """The end of a reason that reports duplicates, or nothing."""
        return f"; duplicates={','.join(self.duplicates)}" if self.duplicates else ""


@dataclass(frozen=True, kw_only=True)
class RetrievalMetric(Metric):
    """A ranking of ids against reviewed relevance. Base of the family; subclasses write `compute`.

    Inputs: `retrieved_ids` (from the target, best first; taken from the contexts' ids where it is not given) and
    `relevance`, a mapping from id to grade. Without it `expected_context_ids` are taken as grade 1 and everything else
    as unjudged. Ids are compared exactly; whole numbers are read as text. The order given is the ranking: scores are
    never used to reorder, so ties cannot arise.

    The first occurrence of an id counts. A repetition keeps its position, because a place in the context window was
    spent on it, earns nothing and is reported. Rejecting the row instead would hide a retriever's fault as a fault of
    the test data.

    Not applicable: neither field is stated, or nothing is relevant. Invalid: `relevance` stated but empty, a grade that
    is not a finite number, a blank id, an entry that is not an id. An empty ranking is a true 0.
    """

    def measure(self, retrieved_ids: Any, relevance: Any = None, expected_context_ids: Any = None) -> MetricResult:
        """Read both sides, then compute."""
        if relevance is None and expected_context_ids is None:
            return not_applicable(NO_JUDGEMENTS, code="case")
        judgements = read_judgements(relevance, expected_context_ids)
        if (reason := self.gap(judgements)) is not None:
            return not_applicable(reason)
        return self.compute(read_ranking(retrieved_ids), judgements)

    def applies(self, case: Case) -> str | None:
        """The case must state what is relevant, and something must be."""
        relevance = case.extra.get("relevance")
        if relevance is None and case.expected_context_ids is None:
            return NO_JUDGEMENTS
        return self.gap(read_judgements(relevance, case.expected_context_ids))

    def gap(self, judgements: Judgements) -> str | None:
        """Why these judgements give nothing to check, or None."""
        return None if any(grade > 0 for grade in judgements.grades.values()) else "no document has a grade above 0"

    def compute(self, ranking: Ranked, judgements: Judgements) -> MetricResult:
        """The result for a ranking and judgements with something relevant. Subclasses write it."""
        raise TypeError(f"{type(self).__name__} does not define compute()")


@dataclass(frozen=True, kw_only=True)
class BinaryMetric(RetrievalMetric):
    """A retrieval metric that counts a document as relevant from the grade `relevant_at` on."""

    relevant_at: float = 1

    def __post_init__(self) -> None:
        check_grade(self.name, self.relevant_at)

    def gap(self, judgements: Judgements) -> str | None:
        """Nothing reaches `relevant_at`."""
        return None if judgements.at(self.relevant_at) else f"no document has a grade of {self.relevant_at} or more"


@dataclass(frozen=True, kw_only=True)
class CutoffMetric(BinaryMetric):
    """A binary retrieval metric over the first `cutoff` positions, or over all of them."""

    cutoff: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_cutoff(self.name, self.cutoff)


def check_cutoff(name: str, cutoff: int | None) -> None:
    """Refuse a cutoff that is not a positive whole number.

    Raises:
        ConfigurationError: names the metric and the value.
    """
    if cutoff is not None and (isinstance(cutoff, bool) or not isinstance(cutoff, int) or cutoff < 1):
        raise ConfigurationError(f"{name}: the cutoff must be a whole number from 1, got {cutoff!r}")


def check_grade(name: str, relevant_at: float) -> None:
    """Refuse a grade that is not a finite number.

    Raises:
        ConfigurationError: names the metric and the value.
    """
    if isinstance(relevant_at, bool) or not isinstance(relevant_at, (int, float)) or not math.isfinite(relevant_at):
        raise ConfigurationError(f"{name}: relevant_at must be a finite number, got {relevant_at!r}")


def read_judgements(relevance: object, expected_context_ids: object) -> Judgements:
    """Grades by id, from `relevance` or else from the expected ids.

    Raises:
        InvalidRowError: another form, an empty `relevance`, a blank id or a grade that is not a finite number.
    """
    if relevance is None:
        return Judgements(dict.fromkeys(read_ids(expected_context_ids, "expected_context_ids"), 1.0), graded=False)
    if not isinstance(relevance, Mapping):
        raise InvalidRowError(f"relevance must map ids to grades, got {type(relevance).__name__}", code="not_a_map")
    if not relevance:
        raise InvalidRowError("relevance is empty: nothing was judged", code="no_judgements")
    names = read_ids(list(relevance), "relevance")
    return Judgements({name: _grade(name, grade) for name, grade in zip(names, relevance.values(), strict=True)}, True)


def read_ranking(retrieved_ids: object) -> Ranked:
    """The ranking with repetitions marked.

    Raises:
        InvalidRowError: not a list of ids.
    """
    seen: set[str] = set()
    ids: list[str | None] = []
    duplicates: dict[str, None] = {}
    for name in read_ids(retrieved_ids, "retrieved_ids"):
        if name in seen:
            duplicates[name] = None
        ids.append(None if name in seen else name)
        seen.add(name)
    return Ranked(tuple(ids), tuple(duplicates))


def read_ids(values: object, field: str) -> list[str]:
    """Ids as text, in order; whole numbers are read as text.

    Raises:
        InvalidRowError: not a list, or an entry that is absent, blank or not an id; names the position.
    """
    if not isinstance(values, (list, tuple)):
        raise InvalidRowError(f"{field} must be a list of ids, got {type(values).__name__}", code="not_a_list")
    return [_id(value, f"{field}[{index}]") for index, value in enumerate(values)]


def passage(name: str, judgements: Judgements, *, relevant: bool, credit: float | None = None, **rest: Any) -> Item:
    """The evidence for one document: `relevant`, `not_relevant`, or `unjudged`."""
    outcome = "relevant" if relevant else "not_relevant" if name in judgements.grades else "unjudged"
    return Item(kind="passage", id=name, outcome=outcome, credit=credit, **rest)


def recovered(relevant: Sequence[str], earned: Mapping[str, float]) -> tuple[Item, ...]:
    """The evidence for every relevant document: `found` with its credit, or `missing` with none."""
    return tuple(
        Item(kind="passage", id=name, outcome="found" if name in earned else "missing", credit=earned.get(name, 0.0))
        for name in relevant
    )


def recovery_reason(relevant: Sequence[str], found: Container[str], ranking: Ranked) -> str:
    """`found=1; relevant=2; missing=b`, and the duplicates where there are any."""
    missing = [name for name in relevant if name not in found]
    listed = ",".join(missing) or "none"
    return f"found={len(relevant) - len(missing)}; relevant={len(relevant)}; missing={listed}{ranking.note()}"


def _id(value: object, where: str) -> str:
    if value is None:
        raise InvalidRowError(f"{where} has no id", code="no_id")
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        raise InvalidRowError(f"{where} must be an id, got {type(value).__name__}", code="id_type")
    if not value.strip():
        raise InvalidRowError(f"{where} is blank", code="blank_id")
    return value


def _grade(name: str, grade: object) -> float:
    if isinstance(grade, bool) or not isinstance(grade, (int, float)):
        raise InvalidRowError(f"relevance[{name!r}] must be a number, got {grade!r}", code="grade_type")
    require_finite(f"relevance[{name!r}]", grade)
    return float(grade)
