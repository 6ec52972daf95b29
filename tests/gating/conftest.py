"""A small catalog of metric faces and builders of rows, so that the gate is tested without any metric."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from assay.errors import UnknownNameError, Violation, ViolationsError
from assay.gating import Gate, ParsedPolicy, parse_policy
from assay.records import (
    Decision,
    Direction,
    Labels,
    MetricInfo,
    Range,
    Ranking,
    Ratio,
    RunStatus,
    Score,
    ScoredRow,
    Status,
    TargetFailure,
)


class FakeCatalog:
    """Looks metric faces up by their printed form."""

    def __init__(self, *infos: MetricInfo) -> None:
        self._infos = {info.spec: info for info in infos}

    @property
    def names(self) -> tuple[str, ...]:
        """All known names."""
        return tuple(self._infos)

    def info(self, text: str, params: Mapping[str, Any] | None = None, /) -> MetricInfo:
        """The face of a metric; parameters are written into its printed form."""
        if text not in self._infos:
            raise UnknownNameError("metric", text, self._infos)
        found = self._infos[text]
        if not params:
            return found
        if set(params) - {"cutoff"}:
            raise UnknownNameError(f"parameter of metric {text!r}:", next(iter(params)), ["cutoff"])
        return found.replace(spec=f"{found.name}@{params['cutoff']}", params=dict(params))


def face(spec: str, **rest: Any) -> MetricInfo:
    """A metric's face with the usual domain."""
    values: dict[str, Any] = {"name": spec.partition("[")[0].partition("@")[0], "family": "coverage", "summary": ""}
    return MetricInfo(spec=spec, **{"domain": Range(low=0, high=1), **values, **rest})


@pytest.fixture
def catalog() -> FakeCatalog:
    """Every kind of metric that a policy can name."""
    judge = {"method": "judge", "resources": ("judge",), "family": "grounding"}
    lexical = {"method": "lexical", "proxy": True, "family": "lexical"}
    return FakeCatalog(
        face("abstention", family="abstention"),
        face("verdict", family="abstention", domain=Labels(allowed=("pass", "fail"), passing=("pass",))),
        face("evidence_coverage"),
        face("fact_coverage"),
        face("citation_validity", family="citation"),
        face("nDCG@10", family="retrieval"),
        face("recall", family="retrieval"),
        face("latency", family="operations", domain=Range(low=0, high=None), direction=Direction.LOWER, unit="ms"),
        face("likes", family="operations", domain=Range(low=0, high=None)),
        face("target_error", family="operations", direction=Direction.LOWER),
        face("length", family="text", domain=Range(low=0, high=None), direction=Direction.NONE),
        face("preference", family="answer", domain=Ranking(length=2)),
        face("faithfulness", **judge),
        face("answer_relevancy", **judge),
        face("answer_correctness", **judge),
        face("faithfulness[lexical]", **lexical),
        face("answer_relevancy[lexical]", **lexical),
        face("answer_correctness[lexical]", **lexical),
        face("citation_support", **lexical),
        face("context_coverage", **lexical),
    )


class Make:
    """Builds scores and rows."""

    def scored(self, metric: str, value: Any, **rest: Any) -> Score:
        """A score with a value; a Ratio keeps its counts."""
        ratio = value if isinstance(value, Ratio) else None
        number = float(value) if ratio is not None else value
        return Score(metric=metric, status=Status.SCORED, value=number, ratio=ratio, **rest)

    def ratio(self, metric: str, numerator: int, denominator: int, **rest: Any) -> Score:
        """A counted score."""
        return self.scored(metric, Ratio(numerator=numerator, denominator=denominator), **rest)

    def nothing(self, metric: str) -> Score:
        """A score of a metric with nothing to check."""
        return Score(metric=metric, status=Status.NOT_APPLICABLE, reason="the case states nothing", code="case")

    def invalid(self, metric: str, code: str = "empty_requirement") -> Score:
        """A score of a row that breaks the metric's contract."""
        return Score(metric=metric, status=Status.INVALID, reason=f"invalid row ({code})", code=code)

    def error(self, metric: str, code: str = "judge") -> Score:
        """A score that could not be computed."""
        return Score(metric=metric, status=Status.ERROR, reason=f"no verdict ({code})", code=code)

    def row(self, case_id: str, *scores: Score, failed: bool = False, **rest: Any) -> ScoredRow:
        """A finished row."""
        failure = TargetFailure(kind="exception", message="boom") if failed else None
        values = {"position": 0, "case_hash": "c", "output_hash": "o", **rest}
        return ScoredRow(case_id=case_id, scores=scores, failure=failure, **values)


@pytest.fixture
def make() -> Make:
    """Builders of scores and rows."""
    return Make()


@pytest.fixture
def parse(catalog: FakeCatalog) -> Callable[[str], ParsedPolicy]:
    """Parses a policy against the fake catalog."""
    return lambda text: parse_policy(text, source="policy.yaml", catalog=catalog)


@pytest.fixture
def violations(parse: Callable[[str], ParsedPolicy]) -> Callable[[str], tuple[Violation, ...]]:
    """The problems of a policy that must not parse."""

    def refuse(text: str) -> tuple[Violation, ...]:
        with pytest.raises(ViolationsError) as caught:
            parse(text)
        return caught.value.violations

    return refuse


@pytest.fixture
def decide(catalog: FakeCatalog, parse: Callable[[str], ParsedPolicy]) -> Callable[..., Decision]:
    """Applies a policy text to rows."""

    def run(text: str, *rows: ScoredRow, status: RunStatus = RunStatus.COMPLETE, **rest: Any) -> Decision:
        given = {name: rest.pop(name) for name in ("baseline", "calibrations") if name in rest}
        gate = Gate(parse(text).policy, catalog, **given)
        for row in rows:
            gate.add(row)
        return gate.decide(run_status=status, **rest)

    return run
