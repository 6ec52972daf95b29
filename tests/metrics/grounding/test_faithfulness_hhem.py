"""Faithfulness by HHEM's probability."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from assay.errors import ConfigurationError
from assay.metrics.grounding.faithfulness_hhem import HhemFaithfulness
from assay.records import Status
from assay.records.protocols import Grounding, Support


class Hhem:
    """A grounder with one probability for every claim, whose guards object to each."""

    def __init__(self, score: float, identity: str = "grounding:x@1|form:hhem|premises:3+joined") -> None:
        self.identity, self._score = identity, score

    async def ground(self, claims: Sequence[str], passages: Sequence[str]) -> list[Grounding]:
        return [Grounding(support=Support.UNKNOWN, score=self._score, passage=1, guards=("number",)) for _ in claims]


def score(grounder: Any, answer: str = "Refunds take 30 days. Ask support.", **params: Any) -> Any:
    return HhemFaithfulness(**params).score(answer=answer, contexts=["Refunds take 30 days."], grounder=grounder)


@pytest.mark.parametrize(
    ("probability", "threshold", "value"), [(0.5, 0.5, 1.0), (0.49, 0.5, 0.0), (0.0, 0, 1.0), (0.69, 0.7, 0.0)]
)
def test_the_stated_threshold_decides(probability: float, threshold: float, value: float) -> None:
    """Reaching it is enough, 0 is a threshold, and guards do not count."""
    found = score(Hhem(probability), threshold=threshold)
    assert (found.value, found.method) == (value, "grounding:x@1|form:hhem|premises:3+joined")
    assert found.ratio.denominator == 2


def test_another_grounder_is_an_error() -> None:
    """The name promises HHEM, so nothing else serves."""
    found = score(Hhem(0.9, identity="lexical|fit:1"))
    assert (found.status, found.code) == (Status.ERROR, "no_hhem")


def test_edges() -> None:
    """Abstention is not applicable, a blank answer a true 0, a threshold beyond 1 refused."""
    assert score(Hhem(0.9), answer="I don't know.").status is Status.NOT_APPLICABLE
    assert score(Hhem(0.9), answer="").value == 0.0
    with pytest.raises(ConfigurationError, match="from 0 to 1"):
        HhemFaithfulness(threshold=-0.1)
