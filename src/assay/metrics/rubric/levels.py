"""Rubrics: for each level of a scale, what an answer of that level is like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from assay.records.frozen import FrozenMap

_LEVEL = re.compile(r"(?:score_?)?(-?\d+)(?:_?description)?")

WITHOUT_REFERENCE = FrozenMap(
    {
        "1": "Wrong, off the point, or of no use to the person who asked.",
        "2": "Deals with a part of the question, with serious errors or gaps.",
        "3": "Deals with the main point, with errors or gaps that the person would notice.",
        "4": "Right and nearly complete; only small points are missing or unclear.",
        "5": "Right, complete and clear; nothing needs to be added or corrected.",
    }
)
"""The ready-made rubric for answers that have no reference."""

WITH_REFERENCE = FrozenMap(
    {
        "1": "Contradicts the reference, or shares nothing with it.",
        "2": "Agrees with a part of the reference and contradicts or misses most of it.",
        "3": "Agrees with the main point of the reference; something of weight is missing or wrong.",
        "4": "Agrees with the reference but for small omissions or inaccuracies.",
        "5": "Says all that the reference says, and nothing against it.",
    }
)
"""The ready-made rubric for answers that are compared with a reference."""


def parse_levels(value: object, where: str) -> FrozenMap:
    """A rubric as `{"1": text, …}`, levels ascending; keys may also be numbers or `score1_description`.

    Raises:
        ValueError: not a mapping, a key that names no level, a level named twice, a gap, fewer than two, or a blank text.
    """
    if not isinstance(value, Mapping):
        raise ValueError(f"{where} must map each level to its description, got {type(value).__name__}")
    levels: dict[int, str] = {}
    for key, text in value.items():
        found = _LEVEL.fullmatch(str(key).strip())
        if found is None:
            raise ValueError(f"{where}: {key!r} is not a level; write 1, 2, … or score1_description, …")
        level = int(found[1])
        if level in levels:
            raise ValueError(f"{where}: level {level} is described twice")
        if not isinstance(text, str) or not text.strip():
            raise ValueError(f"{where}: the description of level {level} must be text that is not blank")
        levels[level] = text.strip()
    if len(levels) < 2 or max(levels) - min(levels) != len(levels) - 1:
        raise ValueError(f"{where} must describe two or more levels without a gap, got {sorted(levels)}")
    return FrozenMap({str(level): levels[level] for level in sorted(levels)})


def ends(levels: Mapping[str, str]) -> tuple[int, int]:
    """The lowest and the highest level."""
    return min(map(int, levels)), max(map(int, levels))


def parse_rubrics(value: object, where: str) -> dict[str, FrozenMap]:
    """The rubrics of a case by their id: one rubric (its id is `rubric`), or several as `{id: rubric}`.

    Raises:
        ValueError: no rubric, a blank id, a broken rubric, or rubrics on different scales.
    """
    if not isinstance(value, Mapping) or not value:
        raise ValueError(f"{where} must be a rubric, or rubrics by their id")
    several = any(isinstance(entry, Mapping) for entry in value.values())
    rubrics = dict(_named(value, where)) if several else {"rubric": parse_levels(value, where)}
    scales = {ends(rubric) for rubric in rubrics.values()}
    if len(scales) > 1:
        shown = ", ".join(f"{low}–{high}" for low, high in sorted(scales))
        raise ValueError(f"{where}: the rubrics of one case must share a scale, got {shown}")
    return rubrics


def _named(value: Mapping[str, object], where: str) -> Iterator[tuple[str, FrozenMap]]:
    for name, rubric in value.items():
        if not str(name).strip():
            raise ValueError(f"{where} has a blank id")
        yield str(name), parse_levels(rubric, f"{where}[{name!r}]")
