"""Trajectories: exact, in order, any order, subset, superset."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import ConfigurationError
from assay.metrics.agent.trajectory_match import MODES, TrajectoryMatch
from assay.records import Score

CALLS = st.lists(st.sampled_from("abc"), max_size=5)


def score(mode: str, expected: str | list[str], made: str | list[str]) -> Score:
    """One letter a call."""
    sides: list[list[dict[str, Any]]] = [[{"name": name, "args": {}} for name in side] for side in (expected, made)]
    return TrajectoryMatch(mode=mode).score(reference_tool_calls=sides[0], tool_calls=sides[1])


@pytest.mark.parametrize(
    ("expected", "made", "holding"),
    [
        ("abc", "abc", {"exact", "in_order", "any_order", "subset", "superset"}),
        ("abc", "cab", {"any_order", "subset", "superset"}),
        ("abc", "axbyc", {"in_order", "superset"}),
        ("abc", "cxba", {"superset"}),
        ("abc", "ab", {"subset"}),
        ("abc", "x", set()),
        ("aab", "ab", {"subset"}),
        ("ab", "aab", {"in_order", "superset"}),
        ("ab", "", set()),
        ("", "a", set()),
    ],
)
def test_modes(expected: str, made: str, holding: set[str]) -> None:
    """Each mode holds exactly where its definition says; a call counts as often as it stands there."""
    assert {mode for mode in MODES if score(mode, expected, made).value == 1} == holding


def test_vacuous_cases_do_not_apply() -> None:
    """What would hold of anything is not a match."""
    assert [mode for mode in MODES if score(mode, "", "").value is not None] == []
    assert [mode for mode in MODES if score(mode, "", "a").value is None] == ["in_order", "superset"]
    assert [mode for mode in MODES if score(mode, "a", "").value is None] == ["subset"]


def test_unknown_mode() -> None:
    """A mistyped mode is refused with the choices."""
    with pytest.raises(ConfigurationError, match="mode must be one of exact, in_order"):
        TrajectoryMatch(mode="strict")


@given(CALLS, CALLS)
def test_modes_nest(expected: list[str], made: list[str]) -> None:
    """Exact implies in order and any order; any order is subset and superset together; subset mirrors superset."""
    value = {mode: score(mode, expected, made).value for mode in MODES}
    if expected and made:
        assert value["exact"] <= min(value["in_order"], value["any_order"])  # type: ignore[type-var]
        assert value["any_order"] == min(value["subset"], value["superset"])  # type: ignore[type-var]
        assert value["subset"] == score("superset", made, expected).value
        assert value["exact"] == int(expected == made)
