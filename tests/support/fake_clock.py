"""A clock that only moves when somebody sleeps on it."""

from __future__ import annotations


class FakeClock:
    """Sleeping takes no time: it moves the clock, and is written down."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
