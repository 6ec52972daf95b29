"""A limit for work that never gives way, such as a regular expression that backtracks without end."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType


class TimeIsUpError(Exception):
    """The work took longer than its limit."""


@contextlib.contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Stop the block after this many seconds of the process's CPU time.

    It works by a signal, which only the main thread hears: in another thread, on a system without such timers, or where
    the program uses that timer itself, the block has no limit.

    Raises:
        TimeIsUpError: the time is over.
    """
    if not _can_stop():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _can_stop() -> bool:
    return (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0
        and signal.getsignal(signal.SIGVTALRM) is not None
    )


def _stop(number: int, frame: FrameType | None) -> None:
    raise TimeIsUpError
