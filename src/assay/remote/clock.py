"""Time as something that can be handed over, so that waiting can be tested without waiting."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Protocol

from assay.errors import DeadlineError


class Clock(Protocol):
    """What limits, retries and deadlines ask for the time."""

    def monotonic(self) -> float:
        """Seconds on a clock that never goes back."""
        ...

    def time(self) -> float:
        """Seconds since 1970, for `Retry-After` dates."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class SystemClock:
    """The real clock."""

    def monotonic(self) -> float:
        """Seconds on a clock that never goes back."""
        return time.monotonic()

    def time(self) -> float:
        """Seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on the monotonic clock after which nothing may be started or waited for; None is no deadline."""

    at: float | None = None

    @classmethod
    def after(cls, seconds: float | None, clock: Clock) -> Deadline:
        """The moment `seconds` from now."""
        return cls(None if seconds is None else clock.monotonic() + seconds)

    def sooner(self, other: Deadline) -> Deadline:
        """The earlier of the two."""
        moments = [moment for moment in (self.at, other.at) if moment is not None]
        return Deadline(min(moments, default=None))

    def left(self, clock: Clock) -> float | None:
        """Seconds left, None without a deadline.

        Raises:
            DeadlineError: none are left.
        """
        if self.at is None:
            return None
        seconds = self.at - clock.monotonic()
        if seconds <= 0:
            raise DeadlineError("the time for this call is up", hint="raise `deadline`, or lower the load")
        return seconds

    async def wait(self, seconds: float, clock: Clock, why: str) -> None:
        """Sleep, unless that would pass the deadline.

        Raises:
            DeadlineError: at once, when the wait would end after the deadline.
        """
        left = self.left(clock)
        if left is not None and seconds >= left:
            raise DeadlineError(f"waiting {seconds:.1f} s {why} would pass the deadline", hint="raise `deadline`")
        if seconds > 0:
            await clock.sleep(seconds)
