"""Limits of one endpoint, shared by everything that calls it: calls at once, requests and tokens a minute, pauses.

A bucket fills evenly and holds one second's worth, so a minute's allowance is never spent in one burst. Whoever
comes takes its share at once, runs the bucket into debt, and waits until the debt is paid: first come, first served,
without a queue. The arithmetic needs no event loop, so plain code and several loops can share one limiter.
"""

from __future__ import annotations

import threading

from assay.remote.clock import Clock


class Bucket:
    """A token bucket of `per_minute`; None is no limit."""

    def __init__(self, per_minute: float | None, clock: Clock) -> None:
        self._rate = None if per_minute is None else per_minute / 60
        self._clock = clock
        self._level = max(1.0, self._rate or 0.0)
        self._at = clock.monotonic()

    def take(self, amount: float) -> float:
        """Take `amount`; how many seconds to wait before using it. A negative amount gives back."""
        if self._rate is None:
            return 0.0
        now = self._clock.monotonic()
        self._level = min(max(1.0, self._rate), self._level + (now - self._at) * self._rate) - amount
        self._at = now
        return max(0.0, -self._level / self._rate)


class Limiter:
    """The limits of one endpoint.

    Args:
        clock: the time.
        requests_per_minute: None is no limit.
        tokens_per_minute: counts what a call is estimated to use, corrected by what it did use.
    """

    def __init__(
        self, *, clock: Clock, requests_per_minute: float | None = None, tokens_per_minute: float | None = None
    ) -> None:
        self._clock = clock
        self._requests = Bucket(requests_per_minute, clock)
        self._tokens = Bucket(tokens_per_minute, clock)
        self._paused_until = clock.monotonic()
        self._lock = threading.Lock()

    def reserve(self, tokens: float) -> float:
        """Take one request and `tokens`; how many seconds to wait before sending it."""
        with self._lock:
            pause = self._paused_until - self._clock.monotonic()
            return max(0.0, pause, self._requests.take(1), self._tokens.take(tokens))

    def settle(self, *, estimated: float, used: float) -> None:
        """Correct the token bucket once the real usage is known."""
        with self._lock:
            self._tokens.take(used - estimated)

    def pause(self, seconds: float) -> None:
        """The server asked everybody to wait: nothing new is sent for `seconds`."""
        with self._lock:
            self._paused_until = max(self._paused_until, self._clock.monotonic() + seconds)

    @property
    def paused_for(self) -> float:
        """Seconds until the pause is over."""
        return max(0.0, self._paused_until - self._clock.monotonic())
