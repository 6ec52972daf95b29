"""What every target promises: one `Output` a case, whatever the system under test does."""

from __future__ import annotations

import asyncio
import inspect
import math
import time
from collections.abc import Awaitable, Iterator
from typing import Protocol, runtime_checkable

from assay.errors import ConfigurationError, InvalidRowError
from assay.records import Case, Output, TargetFailure
from assay.records.returned import parse_output
from assay.target.traceback import where_raised


@runtime_checkable
class Target(Protocol):
    """The system under test.

    `call` never raises for what the target does: an exception, `sys.exit`, a time-out, a wrong type or a generator is an
    `Output` with a `failure`. Only the cancellation of the caller passes through. `identity` is a line without secrets that
    says what was called; `close` gives back connections and threads, and may be called twice.
    """

    @property
    def identity(self) -> str:
        """What was called, without secrets."""
        ...

    @property
    def source_hash(self) -> str | None:
        """SHA-256 of the file that holds the system's code or recorded answers; None where there is no such file here."""
        ...

    async def call(self, case: Case) -> Output:
        """What the system answers to one case."""
        ...

    async def close(self) -> None:
        """Give back connections and threads."""
        ...


class Attempt:
    """One call to the system under test: its clock, and what came of it as an `Output`.

    `latency_ms` is measured from construction, in milliseconds of wall-clock time. What the target says of itself does not
    replace it: it is kept as `extra["reported_latency_ms"]`.
    """

    def __init__(self) -> None:
        self._started = time.perf_counter()

    @property
    def elapsed_ms(self) -> float:
        """Milliseconds since the call began."""
        return (time.perf_counter() - self._started) * 1000

    def returned(self, value: object) -> Output:
        """The output in what the target returned; a value that cannot be read is a failure that names the field."""
        elapsed = self.elapsed_ms
        if isinstance(value, Iterator) or inspect.isasyncgen(value):
            return self.failed(
                "generator", f"returned a {type(value).__name__}; collect the answer and return it whole"
            )
        try:
            output = parse_output(value)
        except InvalidRowError as error:
            kind = "missing" if error.code == "missing_answer" else "wrong_type"
            return self.failed(kind, error.message, type(value).__name__)
        except Exception as error:  # noqa: BLE001 - a mapping written by the user may do anything when it is read
            return self.raised(error)
        reported = {} if output.latency_ms is None else {"reported_latency_ms": output.latency_ms}
        return output.replace(latency_ms=elapsed, extra={**output.extra, **reported})

    def raised(self, error: BaseException) -> Output:
        """The failure that an exception of the target is."""
        place = where_raised(error)
        if isinstance(error, SystemExit):
            text, kind = f"called sys.exit({'' if error.code is None else repr(error.code)})", "exit"
        else:
            text, kind = _text(error), "exception"
        return self.failed(kind, f"{text} at {place}" if place else text, type(error).__name__)

    def failed(self, kind: str, message: str, type_name: str = "") -> Output:
        """A failure of the target, with the time it took."""
        return Output(
            failure=TargetFailure(kind=kind, message=message, type=type_name), latency_ms=round(self.elapsed_ms, 3)
        )


def _text(error: BaseException) -> str:
    try:
        return str(error) or type(error).__name__
    except Exception:  # noqa: BLE001 - an exception class written by the user may fail to print
        return f"{type(error).__name__} (its text cannot be printed)"


async def within(timeout: float | None, work: Awaitable[Output]) -> Output:
    """The output of `work`, or a `timeout` failure after that many seconds; `work` itself must not raise `TimeoutError`."""
    attempt = Attempt()
    try:
        async with asyncio.timeout(timeout):
            return await work
    except TimeoutError:
        return attempt.failed("timeout", f"no answer within {timeout:g} s", "TimeoutError")


def check_timeout(timeout: float | None) -> float | None:
    """The time-out in seconds; None waits for ever.

    Raises:
        ConfigurationError: not a finite number above 0.
    """
    if timeout is None:
        return None
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not math.isfinite(timeout) or timeout <= 0:
        raise ConfigurationError(f"the target's timeout must be a number of seconds above 0, got {timeout!r}")
    return float(timeout)
