"""pass@k and pass^k over repeated runs."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import ConfigurationError, InvalidRowError
from assay.metrics.agent.repeated_runs import TaskRuns, group_runs, over_tasks, pass_at_k, pass_hat_k

THREE = [TaskRuns(task=task, runs=4, passed=passed) for task, passed in (("a", 4), ("b", 2), ("c", 0))]


def test_three_tasks() -> None:
    """4/4, 2/4 and 0/4 give pass^2 = 0.389 (the square of the mean rate would be 0.25) and pass@2 = 0.611."""
    hat = over_tasks(THREE, 2)
    assert (hat.statistic, hat.number, round(hat.value or 0, 3)) == ("pass^2", Fraction(7, 18), 0.389)
    assert over_tasks(THREE, 2, statistic="pass@k").number == Fraction(11, 18)
    assert hat.details["tasks"] == {"a": "1", "b": "1/6", "c": "0"}


@pytest.mark.parametrize(("runs", "passed", "k"), [(0, 0, 1), (3, 4, 1), (3, -1, 1), (3, 1, 4), (3, 1, 0)])
def test_impossible_numbers_are_refused(runs: int, passed: int, k: int) -> None:
    """No runs, more passed than run, k above the runs or below 1 have no value."""
    for function in (pass_at_k, pass_hat_k):
        with pytest.raises(InvalidRowError):
            function(runs, passed, k)


def test_tasks_with_too_few_runs_are_counted() -> None:
    """A task with fewer than k runs leaves the mean, stays in the counts, and alone leaves it undefined."""
    short = TaskRuns(task="d", runs=1, passed=1)
    mixed = over_tasks([*THREE, short], 2)
    assert (mixed.number, mixed.tally.scored, mixed.tally.invalid) == (Fraction(7, 18), 3, 1)
    assert mixed.reason == "1 of 4 tasks have fewer than 2 runs"
    assert over_tasks([short], 2).reason == "no task has 2 runs"
    assert over_tasks([], 2).reason == "there are no tasks"
    with pytest.raises(InvalidRowError):
        over_tasks(THREE, 0)
    with pytest.raises(ConfigurationError):
        over_tasks(THREE, 2, statistic="pass%k")


@given(st.lists(st.booleans(), min_size=1, max_size=7), st.data())
def test_equal_to_trying_every_draw(outcomes: list[bool], data: st.DataObject) -> None:
    """Both equal the share among all draws of k runs, and k = 1 is the success rate."""
    k = data.draw(st.integers(1, len(outcomes)))
    draws = list(itertools.combinations(outcomes, k))
    runs, passed = len(outcomes), sum(outcomes)
    assert pass_at_k(runs, passed, k) == Fraction(sum(map(any, draws)), len(draws))
    assert pass_hat_k(runs, passed, k) == Fraction(sum(map(all, draws)), len(draws))
    assert pass_at_k(runs, passed, 1) == pass_hat_k(runs, passed, 1) == Fraction(passed, runs)
    assert pass_hat_k(runs, passed, k) <= pass_at_k(runs, passed, k)


def test_runs_are_grouped_by_task() -> None:
    """Outcomes in any order are counted by task."""
    grouped = group_runs([("b", True), ("a", False), ("b", False)])
    assert grouped == (TaskRuns(task="b", runs=2, passed=1), TaskRuns(task="a", runs=1, passed=0))
