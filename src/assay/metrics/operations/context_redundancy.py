"""How much of the retrieved text was already there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.errors import ConfigurationError
from assay.metrics.base import Metric
from assay.records import Context, Direction, Item, MetricResult, not_applicable
from assay.text import words


@dataclass(frozen=True)
class ContextRedundancy(Metric):
    """Share of the retrieved passages' word sequences that an earlier passage already brought.

    Each passage is the set of its runs of `size` words (one run of all its words where it is shorter), so what a
    passage repeats within itself does not count. Value: runs that an earlier passage holds / all runs, over all
    passages. 0: nothing twice; n equal passages: (n − 1) / n. Words are taken in every script, without letter case;
    scripts without spaces give one word a character.

    Input: `contexts` (from the target, in the order retrieved). Range 0 to 1, lower is better. Not applicable: no
    passage with a word. One passage is 0.

    Source: w-shingling (Broder 1997, "On the resemblance and containment of documents").

    >>> ContextRedundancy().score(contexts=["Refunds take thirty days.", "refunds take thirty days!"]).value
    0.5
    """

    name: ClassVar[str] = "context_redundancy"
    method: ClassVar[str] = "lexical"
    direction: ClassVar[Direction] = Direction.LOWER
    size: int = 4

    def __post_init__(self) -> None:
        if isinstance(self.size, bool) or not isinstance(self.size, int) or self.size < 1:
            raise ConfigurationError(f"context_redundancy: size must be a whole number from 1, got {self.size!r}")

    def measure(self, contexts: tuple[Context, ...]) -> MetricResult:
        """Count the runs seen before, passage by passage."""
        seen: set[tuple[str, ...]] = set()
        items: list[Item] = []
        repeated = total = 0
        for index, context in enumerate(contexts):
            runs = self._runs(context.text)
            if not runs:
                continue
            again = len(runs & seen)
            seen |= runs
            repeated, total = repeated + again, total + len(runs)
            items.append(_item(context, index, again, len(runs)))
        if not total:
            return not_applicable("no passage with a word was retrieved")
        reason = f"{repeated} of {total} runs of {self.size} words stand in an earlier passage"
        return MetricResult.of_ratio(repeated, total, reason=reason, items=tuple(items))

    def _runs(self, text: str) -> set[tuple[str, ...]]:
        found = words(text)
        last = max(len(found) - self.size, 0)
        return {tuple(found[start : start + self.size]) for start in range(last + 1)} if found else set()


def _item(context: Context, index: int, again: int, count: int) -> Item:
    return Item(
        kind="context",
        outcome="new" if not again else "repeated" if again == count else "overlapping",
        id=context.id or f"contexts[{index}]",
        credit=again / count,
        weight=float(count),
    )
