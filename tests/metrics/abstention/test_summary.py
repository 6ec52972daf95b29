"""The run-level 2x2."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.metrics import Abstention
from assay.metrics.abstention.summary import abstention_summary
from assay.records import Aggregate, Score


def scores(tp: int, fp: int, fn: int, tn: int) -> list[Score]:
    cells = ((True, True, tp), (False, True, fp), (True, False, fn), (False, False, tn))
    return [
        Abstention().score(must_abstain=must, answer="text", abstained=did) for must, did, n in cells for _ in range(n)
    ]


def by_name(rows: list[Score]) -> dict[str, Aggregate]:
    return {found.statistic: found for found in abstention_summary(rows)}


def test_reference_values() -> None:
    """36 right abstentions, 8 over-refusals, 14 inventions and 142 right answers give the known rates."""
    found = by_name(scores(36, 8, 14, 142))
    assert found["abstention_precision"].value == pytest.approx(0.818, abs=5e-4)
    assert found["abstention_recall"].number == Fraction(72, 100)
    assert found["over_refusal_rate"].value == pytest.approx(0.053, abs=5e-4)
    assert found["answered_unanswerable_rate"].number == Fraction(28, 100)
    assert found["abstention_f1"].number == Fraction(72, 94)
    assert found["abstention_f1"].details["over_refusal"] == 8


def test_nothing_is_undefined_with_its_reason() -> None:
    """Without rows, or without one side, a rate has no value and says why; it is never 0 or 1."""
    assert all(not found.defined and found.reason for found in by_name([]).values())
    answerable = by_name(scores(0, 0, 0, 3))
    assert answerable["abstention_recall"].reason == "no scored case is unanswerable"
    assert answerable["abstention_precision"].reason == "the target never abstained"
    assert answerable["over_refusal_rate"].value == 0.0


def test_other_statuses_are_counted_and_left_out() -> None:
    """Invalid and other rows stand in the tally and in no denominator."""
    rows = [*scores(1, 0, 1, 0), Abstention().score(must_abstain=True)]
    recall = by_name(rows)["abstention_recall"]
    assert (recall.value, recall.tally.scored, recall.tally.invalid) == (0.5, 2, 1)
