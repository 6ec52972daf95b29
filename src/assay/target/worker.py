"""Where the user's code runs: daemon threads, so that nothing stuck in it can hang the run or the end of the process.

Functions get a thread each (the engine limits how many calls are open). Coroutines share one private event loop, so that an
async client of the target lives in one loop, and a coroutine that blocks its loop cannot block the engine's. The caller's
context variables are visible in both.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future, InvalidStateError
from typing import Any, TypeVar

T = TypeVar("T")


def in_thread(function: Callable[[], T]) -> Awaitable[T]:
    """Run `function`, which must not raise, in a daemon thread of its own; when the waiter is cancelled it is left behind."""
    future: Future[T] = Future()
    context = contextvars.copy_context()

    def work() -> None:
        result = context.run(function)
        with contextlib.suppress(InvalidStateError):  # nobody waits any more
            future.set_result(result)

    threading.Thread(target=work, name="assay-target", daemon=True).start()
    return asyncio.wrap_future(future)


class PrivateLoop:
    """An event loop in a daemon thread, started by the first coroutine and ended by `close`."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._finished: Future[None] = Future()
        self._closing = False
        self._starting = threading.Lock()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> Awaitable[T]:
        """Run `coroutine` in the private loop; when the waiter is cancelled the coroutine is, too."""
        return asyncio.wrap_future(asyncio.run_coroutine_threadsafe(coroutine, self._started()))

    async def close(self, *, patience: float = 2.0) -> None:
        """Cancel what still runs and end the thread; a blocked loop is left behind after `patience` seconds."""
        loop = self._loop
        if loop is None:
            return
        self._closing, self._loop = True, None
        loop.call_soon_threadsafe(loop.stop)
        await asyncio.wait({asyncio.wrap_future(self._finished)}, timeout=patience)

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._starting:
            if self._loop is None:
                self._finished, self._closing = Future(), False
                self._loop = asyncio.new_event_loop()
                arguments = (self._loop, self._finished)
                threading.Thread(target=self._serve, args=arguments, name="assay-target-loop", daemon=True).start()
            return self._loop

    def _serve(self, loop: asyncio.AbstractEventLoop, finished: Future[None]) -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.get_loop()
            while not self._closing:
                # sys.exit in a task that the target started ends run_forever; whoever awaits the task still gets it.
                with contextlib.suppress(SystemExit, KeyboardInterrupt):
                    loop.run_forever()
        with contextlib.suppress(InvalidStateError):  # the closer lost patience
            finished.set_result(None)
