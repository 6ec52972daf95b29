"""What was computed lately, by text: a bounded memory that drops the least recently used."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """Remembers one result for each text. `most`: how many."""

    def __init__(self, most: int = 8192) -> None:
        self._most = most
        self._known: OrderedDict[str, T] = OrderedDict()
        self._lock = threading.Lock()

    async def complete(
        self, texts: Sequence[str], compute: Callable[[Sequence[str]], Awaitable[Sequence[T]]]
    ) -> list[T]:
        """The results for the texts in order; each distinct text that is not remembered is computed once, all in one go."""
        with self._lock:
            found = {text: self._known[text] for text in texts if text in self._known}
        new = [text for text in dict.fromkeys(texts) if text not in found]
        if new:
            found.update(zip(new, await compute(new), strict=True))
        with self._lock:
            for text in dict.fromkeys(texts):
                self._known[text] = found[text]
                self._known.move_to_end(text)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return [found[text] for text in texts]
