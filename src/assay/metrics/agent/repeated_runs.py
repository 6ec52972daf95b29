"""What repeated runs of a task say: at least one of k succeeds (pass@k), all k succeed (pass^k).

Both are exact: the share of the ways to draw k of the n runs, per task, then the mean over tasks. Runs of one task are not
independent evidence, so an interval must resample tasks, not runs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from assay.errors import InvalidRowError
from assay.metrics.parameters import require_choice
from assay.records import Aggregate, Tally
from assay.records.record import Record

STATISTICS = ("pass@k", "pass^k")


class TaskRuns(Record, frozen=True):
    """One task run several times: how many runs there were and how many passed."""

    task: str
    runs: int
    passed: int

    def __post_init__(self) -> None:
        if self.runs < 1 or not 0 <= self.passed <= self.runs:
            raise InvalidRowError(
                f"task {self.task!r}: {self.passed} of {self.runs} runs passed is not possible", code="task_runs"
            )

    def score(self, statistic: str, k: int) -> Fraction:
        """The task's own `pass@k` or `pass^k`."""
        require_choice("statistic", statistic, STATISTICS)
        return (pass_at_k if statistic == "pass@k" else pass_hat_k)(self.runs, self.passed, k)


def pass_at_k(runs: int, passed: int, k: int) -> Fraction:
    """Chance that at least one of k runs, drawn without replacement, passed: 1 − C(n−c, k) / C(n, k).

    Raises:
        InvalidRowError: no runs, more passed than run, or k outside 1 to `runs`.

    Source: Chen et al. 2021, "Evaluating Large Language Models Trained on Code" (the unbiased estimator).

    >>> pass_at_k(4, 2, 2)
    Fraction(5, 6)
    """
    _check(runs, passed, k)
    return 1 - Fraction(math.comb(runs - passed, k), math.comb(runs, k))


def pass_hat_k(runs: int, passed: int, k: int) -> Fraction:
    """Chance that all of k runs, drawn without replacement, passed: C(c, k) / C(n, k).

    Raises:
        InvalidRowError: no runs, more passed than run, or k outside 1 to `runs`.

    Source: Yao et al. 2024, "τ-bench" (pass^k, the reliability of an agent).

    >>> pass_hat_k(4, 2, 2)
    Fraction(1, 6)
    """
    _check(runs, passed, k)
    return Fraction(math.comb(passed, k), math.comb(runs, k))


def group_runs(outcomes: Iterable[tuple[str, bool]]) -> tuple[TaskRuns, ...]:
    """Count (task, passed) pairs by task, in the order in which tasks first appear.

    >>> [task.passed for task in group_runs([("a", True), ("b", False), ("a", False)])]
    [1, 0]
    """
    runs: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    for task, ok in outcomes:
        runs[task] += 1
        passed[task] += bool(ok)
    return tuple(TaskRuns(task=task, runs=count, passed=passed[task]) for task, count in runs.items())


def over_tasks(tasks: Iterable[TaskRuns], k: int, *, statistic: str = "pass^k", metric: str = "task") -> Aggregate:
    """The mean of a per-task statistic; a task with fewer than k runs is invalid, and counted as such.

    Undefined where no task has k runs. `details` holds each task's own value, for an interval that resamples tasks.

    >>> done = [TaskRuns(task=t, runs=4, passed=c) for t, c in (("a", 4), ("b", 2), ("c", 0))]
    >>> over_tasks(done, 2).fraction
    '7/18'
    """
    require_choice("statistic", statistic, STATISTICS)
    _check(max(k, 1), 0, k)
    every = tuple(tasks)
    values = {task.task: task.score(statistic, k) for task in every if task.runs >= k}
    short = [task.task for task in every if task.runs < k]
    name = statistic.replace("k", str(k))
    tally = Tally(scored=len(values), invalid=len(short))
    if not values:
        reason = f"no task has {k} runs" if every else "there are no tasks"
        return Aggregate(metric=metric, statistic=name, tally=tally, reason=reason)
    mean = sum(values.values(), Fraction(0)) / len(values)
    return Aggregate(
        metric=metric,
        statistic=name,
        tally=tally,
        value=float(mean),
        fraction=str(mean),
        reason=f"{len(short)} of {len(every)} tasks have fewer than {k} runs" if short else "",
        details={"tasks": {task: str(value) for task, value in values.items()}},
    )


def _check(runs: int, passed: int, k: int) -> None:
    if runs < 1 or not 0 <= passed <= runs:
        raise InvalidRowError(f"{passed} of {runs} runs passed is not possible", code="task_runs")
    if not 1 <= k <= runs:
        raise InvalidRowError(f"k must lie between 1 and the {runs} runs, got {k}", code="k")
