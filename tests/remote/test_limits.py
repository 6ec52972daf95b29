"""Buckets, pauses, back-off, deadlines: on a clock that does not wait."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fake_clock import FakeClock
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import DeadlineError, RemoteError
from assay.remote.caller import Answer, Attempt, Caller, Lanes, Limits, Watch
from assay.remote.clock import Deadline
from assay.remote.failure import retry_after
from assay.remote.limiter import Bucket, Limiter


def test_a_bucket_fills_evenly() -> None:
    """60 a minute: the first at once, then one a second, in the order they came."""
    clock = FakeClock()
    bucket = Bucket(60, clock)
    assert [round(bucket.take(1), 6) for _ in range(4)] == [0, 1, 2, 3]
    clock.now += 10
    assert bucket.take(1) == 0


@given(st.integers(1, 6000), st.lists(st.floats(0, 5), min_size=1, max_size=60))
def test_a_bucket_keeps_its_rate(per_minute: int, gaps: list[float]) -> None:
    """Over any stretch, no more is let through than the rate and one second's burst allow."""
    clock = FakeClock(0.0)
    bucket = Bucket(per_minute, clock)
    sent: list[float] = []
    for gap in gaps:
        clock.now += gap
        sent.append(clock.now + bucket.take(1))
    rate = per_minute / 60
    for start in range(len(sent)):
        for end in range(start, len(sent)):
            assert end - start + 1 <= max(1.0, rate) + rate * (sent[end] - sent[start]) + 1e-6


def test_a_call_larger_than_the_bucket_is_paid_off_later() -> None:
    """A call of two minutes' tokens goes at once when the bucket is full; who comes next waits until it is paid."""
    clock = FakeClock()
    limiter = Limiter(clock=clock, tokens_per_minute=600)
    assert limiter.reserve(10) == 0
    assert limiter.reserve(1200) == pytest.approx(120)
    limiter.settle(estimated=1200, used=600)
    assert limiter.reserve(0) == pytest.approx(60)


def test_no_limit_is_no_wait() -> None:
    """Without limits nothing waits; with a pause everybody does."""
    clock = FakeClock()
    limiter = Limiter(clock=clock)
    assert limiter.reserve(10**9) == 0
    limiter.pause(5)
    limiter.pause(3)
    assert limiter.reserve(1) == limiter.paused_for == 5


def answers(*given: Answer) -> Any:
    """An exchange that gives these answers in turn."""
    left = list(given)

    async def exchange() -> Answer:
        return left.pop(0) if len(left) > 1 else left[0]

    return exchange


def down(wait: float | None = None) -> Answer:
    return Answer(error=RemoteError("down", code="server_error", status=503), wait=wait)


def call(exchange: Any, clock: FakeClock, *, jitter: float = 1.0, seconds: float | None = None, **limits: Any) -> Any:
    caller = Caller(Limits(**limits), clock=clock, jitter=lambda: jitter)
    seen: list[Attempt] = []
    work = caller.call(exchange, tokens=0, deadline=Deadline.after(seconds, clock), watch=Watch(after=seen.append))
    try:
        asyncio.run(work)
    except (RemoteError, DeadlineError) as error:
        return error, seen
    return None, seen


@pytest.mark.parametrize(("jitter", "slept"), [(1.0, [0.5, 1, 2, 4]), (0.5, [0.25, 0.5, 1, 2]), (0.0, [])])
def test_full_jitter(jitter: float, slept: list[float]) -> None:
    """The ceiling doubles and the wait is a random share of all of it."""
    clock = FakeClock()
    error, seen = call(answers(down()), clock, jitter=jitter, attempts=5)
    assert error.code == "server_error"
    assert clock.slept == slept
    assert [attempt.number for attempt in seen] == [1, 2, 3, 4, 5]


def test_the_longest_delay() -> None:
    """The ceiling stops growing."""
    clock = FakeClock()
    call(answers(down()), clock, attempts=6, first_delay=1, longest_delay=3)
    assert clock.slept == [1, 2, 3, 3, 3]


def test_retry_after_is_waited_for() -> None:
    """Never less than the server asks, whatever the jitter."""
    clock = FakeClock()
    error, _ = call(answers(down(wait=20.0), Answer(data={})), clock, jitter=0.0)
    assert error is None
    assert sum(clock.slept) == 20


def test_deadlines() -> None:
    """Waiting stops where the deadline would be passed; a call that hangs is stopped at it."""
    clock = FakeClock()
    error, seen = call(answers(down()), clock, seconds=2.0, attempts=9)
    assert isinstance(error, DeadlineError)
    assert clock.now <= 1002.0
    assert len(seen) == 3

    async def hang() -> Answer:
        await asyncio.Event().wait()
        return Answer()

    error, seen = call(hang, FakeClock(), seconds=0.02)
    assert isinstance(error, DeadlineError)
    assert len(seen) == 1
    assert isinstance(call(answers(Answer(data={})), FakeClock(), seconds=0.0)[0], DeadlineError)


def refused() -> Answer:
    return Answer(error=RemoteError("nobody is there", code="unreachable"))


def outcome(caller: Caller, exchange: Any) -> str:
    """`ok`, or the code of the failure."""
    try:
        asyncio.run(caller.call(exchange, tokens=0, deadline=Deadline(), watch=Watch()))
    except RemoteError as error:
        return error.code
    return "ok"


def test_a_server_that_never_answered_is_given_up() -> None:
    """After all attempts at one call every later call fails at once: a run does not wait for each of its rows."""
    clock, sent = FakeClock(), []
    caller = Caller(Limits(attempts=3), clock=clock, jitter=lambda: 0.0)

    async def exchange() -> Answer:
        sent.append(1)
        return refused()

    assert [outcome(caller, exchange) for _ in range(3)] == ["unreachable"] * 3
    assert len(sent) == 3


@pytest.mark.parametrize("first", [Answer(data={}), down()])
def test_a_server_that_answered_once_is_asked_again(first: Answer) -> None:
    """An answer, even an error, shows that somebody is there: a gap may pass."""
    caller = Caller(Limits(attempts=1), clock=FakeClock())
    given = [first, refused(), refused(), Answer(data={})]

    async def exchange() -> Answer:
        return given.pop(0)

    assert [outcome(caller, exchange) for _ in range(4)][1:] == ["unreachable", "unreachable", "ok"]


def test_callers_of_one_server_share_its_limits() -> None:
    """One lane for an address: a pause or a rate that one caller meets holds for the others; another address is free."""
    clock, lanes = FakeClock(), Lanes()
    limits = Limits(requests_per_minute=60)
    one, two, other = (
        Caller(limits, clock=clock, lane=lanes.at(url, limits, clock)) for url in ("http://a", "http://a", "http://b")
    )
    one.limiter.pause(5)
    assert (two.limiter.paused_for, other.limiter.paused_for) == (5, 0)
    assert [two.limiter.reserve(0), one.limiter.reserve(0)] == [5, 5]
    assert other.limiter.reserve(0) == 0


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, None),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Thu, 01 Jan 1970 00:02:00 GMT"}, 20.0),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:10 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    """Seconds, milliseconds and dates are read; nonsense is as if it were not there."""
    assert retry_after(headers, now=100.0) == seconds
