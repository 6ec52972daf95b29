"""Step count and loops."""

from __future__ import annotations

import pytest

from assay.errors import ConfigurationError
from assay.metrics.agent.loops import Loops
from assay.metrics.agent.step_count import StepCount


def test_no_call_is_zero_steps() -> None:
    """An empty list of calls is a count of 0, not an absent value."""
    assert (StepCount().score(tool_calls=[]).value, Loops().score(tool_calls=[]).value) == (0, 0)
    assert StepCount().score(tool_calls=[{"name": "a"}]).reason == "1 tool call: a 1"


def test_repetition_is_typed_and_free_of_key_order() -> None:
    """The same arguments in another key order repeat; 1, 1.0, true, "1" and no arguments do not."""
    pair = [{"name": "f", "args": {"a": 1, "b": 2}}, {"name": "f", "args": {"b": 2, "a": 1}}]
    scored = Loops().score(tool_calls=pair)
    assert scored.value == 1
    assert (scored.items[0].id, scored.items[0].source) == ("tool_calls[1]", "tool_calls[0]")
    different = [{"name": "f", "args": {"a": value}} for value in (1, 1.0, True, "1", None)]
    assert Loops().score(tool_calls=[*different, {"name": "f"}, {"name": "f", "args": {}}]).value == 0


def test_every_repetition_counts() -> None:
    """Three identical calls repeat twice, in the run and in a row."""
    calls = [{"name": "f"}] * 3
    assert (Loops().score(tool_calls=calls).value, Loops(within="row").score(tool_calls=calls).value) == (2, 2)


def test_unparsed_arguments_repeat_as_text() -> None:
    """The same broken arguments twice are a repetition."""
    assert Loops().score(tool_calls=[{"name": "f", "arguments": "{"}] * 2).value == 1


def test_unknown_span() -> None:
    """A mistyped option is refused."""
    with pytest.raises(ConfigurationError, match="within must be one of run, row"):
        Loops(within="turn")
