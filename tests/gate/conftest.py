"""A small catalog of metric faces and builders of rows, so that the gate is tested without any metric."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from assay.errors import UnknownNameError
from assay.records import Direction, Labels, MetricInfo, Range, Ranking


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
