"""Run a coroutine from plain code, also inside a running event loop, without patching the loop.

Where no loop runs in this thread, `asyncio.run` is used. Inside a running loop (a notebook cell, a FastAPI handler) the
coroutine runs on a private loop in a thread of its own and the caller waits for it.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Coroutine
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
