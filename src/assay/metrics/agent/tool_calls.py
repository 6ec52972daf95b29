"""What the four tool-call metrics share: their parameters and the pairing of expected with made calls."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from assay.metrics.agent.arguments import CallRules, Comparison, compare_calls
from assay.metrics.agent.assignment import best_aligned_pairs, best_pairs
from assay.metrics.agent.pairing import Pairing
from assay.metrics.base import Metric
from assay.metrics.parameters import require_choice
from assay.records.message import ExpectedCall, ToolCall

Table = list[list[Comparison | None]]


@dataclass(frozen=True)
class ToolCallMetric(Metric):
    """Parameters that every comparison of tool calls has.

    `order`: `any` or `sequence` (matched calls keep the expected order). `compare`: the whole `call` or its `name`
    only. `extra_args`: `refuse` counts an argument that is not expected as wrong, `ignore` does not, except where
    no argument at all is expected. `null_args`: arguments never stated are `distinct` from `{}`, or mean `empty`.
    `numbers`: `int_for_float` or `exact`. `strings`: `exact`, or `loose` (case, spaces and the marks ``,./-_*^'"``
    do not count).
    """

    order: str = "any"
    compare: str = "call"
    extra_args: str = "refuse"
    null_args: str = "distinct"
    numbers: str = "int_for_float"
    strings: str = "exact"

    def __post_init__(self) -> None:
        require_choice("order", self.order, ("any", "sequence"))
        _ = self.rules

    @property
    def rules(self) -> CallRules:
        """The comparison policies."""
        return CallRules(
            compare=self.compare,
            extra_args=self.extra_args,
            null_args=self.null_args,
            numbers=self.numbers,
            strings=self.strings,
        )

    def pair(
        self,
        expected: Sequence[ExpectedCall],
        made: Sequence[ToolCall],
        *,
        partial: bool = False,
        order: str | None = None,
    ) -> Pairing:
        """The best one-to-one pairing: most exact pairs (or with `partial` the largest sum of argument shares)."""
        rules = self.rules
        table: Table = [[compare_calls(wanted, call, rules) for call in made] for wanted in expected]
        weights = _weights(table, partial=partial)
        chosen = (
            best_aligned_pairs(weights) if (order or self.order) == "sequence" else _free_pairs(weights, expected, made)
        )
        pairs = {
            row: (column, comparison)
            for row, column in sorted(chosen.items())
            if (comparison := table[row][column]) is not None
        }
        return Pairing(tuple(expected), tuple(made), pairs)


def _weights(table: Table, *, partial: bool) -> list[list[int]]:
    """Whole numbers that rank pairings: exact pairs first (unless `partial`), then argument shares, then equal names."""
    size = len(table) + 1
    scale = math.lcm(*(entry.counted for row in table for entry in row if entry is not None))

    def weight(entry: Comparison | None) -> int:
        if entry is None:
            return 0
        exact = 0 if partial else entry.same * size * scale
        return (exact + entry.right * (scale // entry.counted)) * size + 1

    return [[weight(entry) for entry in row] for row in table]


def _free_pairs(weights: list[list[int]], expected: Sequence[ExpectedCall], made: Sequence[ToolCall]) -> dict[int, int]:
    """Best pairs, name by name: calls of different names never pair, so each name is a small problem of its own."""
    pairs: dict[int, int] = {}
    for name in dict.fromkeys(call.name for call in expected):
        rows = [index for index, call in enumerate(expected) if call.name == name]
        columns = [index for index, call in enumerate(made) if call.name == name]
        part = best_pairs([[weights[row][column] for column in columns] for row in rows])
        pairs.update({rows[row]: columns[column] for row, column in part.items()})
    return pairs
