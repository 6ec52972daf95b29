"""Domains say which values are valid and why not."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from assay.errors import InvalidRowError
from assay.records import Labels, Range, Ranking


@pytest.mark.parametrize("value", [0, 1, 0.0, 1.0, 0.5])
def test_both_ends_belong_to_a_range(value: float) -> None:
    """The ends are valid values."""
    assert Range().problem(value) is None


@pytest.mark.parametrize("value", [-0.0001, 1.0000001, math.nan, math.inf, True, "1", None])
def test_outside_a_range(value: Any) -> None:
    """Everything else has a problem that shows the range and the value."""
    problem = Range().problem(value)
    assert problem is not None
    assert "in range [0.0, 1.0]" in problem


def test_open_ends() -> None:
    """None is open, and prints as infinity with a round bracket."""
    assert (str(Range(low=0, high=None)), str(Range(low=None, high=None))) == ("[0.0, inf)", "(-inf, inf)")
    assert Range(low=0, high=None).problem(1e300) is None
    assert Range(low=None, high=0).contains_number(Fraction(-1, 3))
    assert not Range(low=None, high=None).contains_number(math.inf)


@pytest.mark.parametrize(("low", "high"), [(1, 0), (math.nan, 1), (0, math.inf), (True, 1)])
def test_a_range_without_numbers_is_refused(low: Any, high: Any) -> None:
    """Ends must be finite numbers in order."""
    with pytest.raises(InvalidRowError):
        Range(low=low, high=high)


def test_labels_are_a_closed_set() -> None:
    """A label is allowed exactly as written; doubled or no labels are refused."""
    labels = Labels(allowed=("good", "bad"), passing=("good",))
    assert labels.problem("good") is None
    assert labels.problem("Good") == "expected one of ['good', 'bad'], got 'Good'"
    assert str(labels) == "{good, bad}"
    for allowed in ((), ("a", "a")):
        with pytest.raises(InvalidRowError, match="distinct"):
            Labels(allowed=allowed)


def test_rankings_are_distinct() -> None:
    """Number, type and distinctness of entries."""
    ranking = Ranking(length=2)
    assert ranking.problem(["a", "b"]) is None
    assert ranking.problem(["a"]) == "expected a ranking of 2 entries, got 1"
    assert ranking.problem(["a", "a"]) == "expected distinct entries, got ['a', 'a']"
    assert ranking.problem("ab") == "expected a list of 2 texts, got 'ab'"
