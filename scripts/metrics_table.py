"""Print the table of all metrics: `python scripts/metrics_table.py > docs/metrics-table.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import groupby

from assay.metrics import Registry
from assay.records import Direction, MetricInfo

HEAD = """\
# All metrics

Made from the definitions by `python scripts/metrics_table.py > docs/metrics-table.md`; a test keeps it up to date.
`assay metrics NAME` prints one definition in full: formula, edge cases, source. What the words mean: [metrics](metrics.md).

* **How**: the kind of evidence. A *proxy* only approximates its name: it informs, and blocks only with `allow_proxy: true`.
* **Values**: the valid values; ↑ higher is better, ↓ lower is better, no arrow: neither by itself.
* **Reads**: fields of case and output; those in parentheses are read where they are given.
* **Calls**: judge calls a row.
"""
COLUMNS = ("Metric", "How", "Values", "Reads", "Calls", "What it says")
ARROWS = {Direction.HIGHER: " ↑", Direction.LOWER: " ↓", Direction.NONE: ""}


def document(infos: Iterable[MetricInfo]) -> str:
    """The page: one table a family, families and metrics in alphabetical order."""
    ordered = sorted(infos, key=lambda info: (info.family, info.spec.lower(), info.spec))
    families = [_family(name, list(members)) for name, members in groupby(ordered, key=lambda info: info.family)]
    return "\n".join((HEAD + f"\n{len(ordered)} metrics in {len(families)} families.", *families))


def _family(name: str, infos: list[MetricInfo]) -> str:
    lines = [_line(COLUMNS), _line("---" for _ in COLUMNS), *(_line(_cells(info)) for info in infos)]
    return "\n".join((f"\n## {name}\n", *lines))


def _cells(info: MetricInfo) -> Iterator[str]:
    yield f"`{info.spec}`"
    yield f"{info.method}, proxy" if info.proxy else info.method
    yield f"{info.domain}{ARROWS[info.direction]}" + (f" {info.unit}" if info.unit else "")
    yield ", ".join((*info.inputs, *(f"({name})" for name in info.optional_inputs)))
    yield info.calls
    yield info.summary


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


if __name__ == "__main__":
    sys.stdout.write(document(metric.info() for metric in Registry.built_in()) + "\n")
