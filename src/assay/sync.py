"""Run a coroutine from plain code, also inside a running event loop, without patching the loop; and several at once.

Where no loop runs in this thread, `asyncio.run` is used. Inside a running loop (a notebook cell, a FastAPI handler) the
coroutine runs on a private loop in a thread of its own and the caller waits for it.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Awaitable, Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


def run_sync(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of `coroutine`; its exception is raised here as if it had been called directly."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(coroutine)
    return _run_in_thread(coroutine)


def _run_in_thread(coroutine: Coroutine[Any, Any, T]) -> T:
    results: list[T] = []
    errors: list[BaseException] = []
    context = contextvars.copy_context()

    def work() -> None:
        try:
            results.append(context.run(asyncio.run, coroutine))
        except BaseException as error:  # noqa: BLE001 - handed to the caller's thread unchanged
            errors.append(error)

    thread = threading.Thread(target=work, name="assay-sync", daemon=True)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return results[0]


async def all_of(jobs: Iterable[Awaitable[T]]) -> list[T]:
    """The results of all jobs, done at the same time, in order; the first failure is raised once all have ended.

    >>> async def double(number: int) -> int:
    ...     return 2 * number
    >>> run_sync(all_of(double(number) for number in (1, 2)))
    [2, 4]
    """
    outcomes = await asyncio.gather(*jobs, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            raise outcome
    return [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]
