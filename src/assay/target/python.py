"""A Python callable as the system under test."""

from __future__ import annotations

import asyncio
import functools
import inspect
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from assay.errors import ConfigurationError, InvalidRowError
from assay.records import Case, Output
from assay.target.base import Attempt, check_timeout, within
from assay.target.binding import bind
from assay.target.source import file_of, hash_of_file
from assay.target.worker import PrivateLoop, in_thread


class PythonTarget:
    """Calls a function, sync or async, with the question or the case (see `assay.target.binding.bind`).

    A sync function runs in a daemon thread of its own, an async one in a private event loop, so that code that never returns
    costs one time-out and not the run. A call that timed out cannot be stopped when it is sync: its thread is left behind.
    `timeout` is in seconds; None waits for ever. `import_folder` is a folder that `close` takes off `sys.path` again.
    `source` is the file that `source_hash` names, by default the one in which the function is written.

    Raises:
        ConfigurationError: not callable, a callable without parameters, or a bad time-out.

    >>> import asyncio
    >>> asyncio.run(PythonTarget(lambda question: question.upper()).call(Case(id="a", input="why?"))).answer
    'WHY?'
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        timeout: float | None = None,
        identity: str | None = None,
        import_folder: str | None = None,
        source: str | None = None,
    ) -> None:
        if not callable(function):
            raise ConfigurationError(f"the target must be callable, got {type(function).__name__} {function!r}")
        self.identity = identity or f"python:{_name(function)}"
        self.source_hash = hash_of_file(source or file_of(function))
        self.timeout = check_timeout(timeout)
        self._function = function
        self._arguments = bind(function, f"{_name(function)}()")
        self._is_async = _is_async(function)
        self._loop = PrivateLoop()
        self._import_folder = import_folder

    async def call(self, case: Case) -> Output:
        """What the function returns for one case."""
        try:
            positional, named = self._arguments(case)
        except InvalidRowError as error:
            return Attempt().failed("missing", str(error), type(error).__name__)
        return await within(self.timeout, self._answer(functools.partial(self._function, *positional, **named)))

    async def close(self) -> None:
        """End the private loop and take the target's folder off the import path."""
        await self._loop.close()
        if self._import_folder in sys.path:
            sys.path.remove(self._import_folder)
        self._import_folder = None

    async def _answer(self, function: Callable[[], Any]) -> Output:
        if self._is_async:
            return await self._in_loop(function)
        returned = await in_thread(lambda: _called(function))
        if isinstance(returned, Output):
            return returned
        return await self._in_loop(lambda: returned)

    async def _in_loop(self, function: Callable[[], Awaitable[Any]]) -> Output:
        """The output of an async function; that the target cancelled its own task is a failure, not our cancellation."""
        attempt = Attempt()
        try:
            return await self._loop.run(_awaited(function))
        except asyncio.CancelledError:
            ours = asyncio.current_task()
            if ours is not None and ours.cancelling():
                raise
            return attempt.failed("exception", "the target cancelled its own task", "CancelledError")


def _called(function: Callable[[], Any]) -> Output | Awaitable[Any]:
    """The output of a plain function, or what is still to be awaited. Raises nothing."""
    attempt = Attempt()
    try:
        value = function()
    except BaseException as error:  # noqa: BLE001 - whatever the target raises is its failure
        return attempt.raised(error)
    return value if inspect.isawaitable(value) else attempt.returned(value)


async def _awaited(function: Callable[[], Awaitable[Any]]) -> Output:
    """The output of an async function. Raises nothing but our own cancellation."""
    attempt = Attempt()
    try:
        value = await function()
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        return attempt.raised(error)
    except BaseException as error:  # noqa: BLE001 - whatever the target raises is its failure
        return attempt.raised(error)
    return attempt.returned(value)


def _is_async(function: Callable[..., Any]) -> bool:
    plain = function if inspect.isroutine(function) else getattr(function, "__call__", function)  # noqa: B004
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(plain)


def _name(function: Callable[..., Any]) -> str:
    named = function.func if isinstance(function, functools.partial) else function
    return f"{named.__module__}:{getattr(named, '__qualname__', type(named).__qualname__)}"
