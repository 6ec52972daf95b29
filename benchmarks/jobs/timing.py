"""CPU microseconds a row."""

import time
from collections.abc import Callable


def per_row(work: Callable[[], object], rows: int, *, times: int = 3) -> float:
    """CPU microseconds that `work` takes for each of its rows; the best of several, after one that is not counted."""
    taken = []
    for _ in range(times + 1):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken[1:]) / rows * 1e6
