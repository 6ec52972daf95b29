"""CPU microseconds a row, and the rows that every job of the metric benchmark reads."""

import json
import time
from collections.abc import Callable
from pathlib import Path


def read_rows(path: str) -> list[dict]:
    """The rows of a JSON Lines file."""
    with Path(path).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def per_row(work: Callable[[], object], rows: int, *, times: int = 3) -> float:
    """CPU microseconds that `work` takes for each of its rows; the best of several, after one that is not counted."""
    taken = []
    for _ in range(times + 1):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken[1:]) / rows * 1e6
