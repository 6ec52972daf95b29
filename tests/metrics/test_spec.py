"""A metric's text prints and parses back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import ConfigurationError
from assay.metrics.spec import Spec, format_spec, parse_spec, split_specs


@pytest.mark.parametrize(
    ("text", "name", "variant", "params"),
    [
        ("latency", "latency", "", {}),
        ("nDCG@10", "nDCG", "", {"cutoff": 10}),
        ("faithfulness[lexical]", "faithfulness", "lexical", {}),
        ("nDCG(gain=exponential)@10", "nDCG", "", {"gain": "exponential", "cutoff": 10}),
        ("f(x=1,y=0.5,z=true,n=null)", "f", "", {"x": 1, "y": 0.5, "z": True, "n": None}),
        ('f(text="a, b) c")', "f", "", {"text": "a, b) c"}),
        ("f(list=[1,2])", "f", "", {"list": [1, 2]}),
        ('f(map={"a":[1,2]},b=c)@3', "f", "", {"map": {"a": [1, 2]}, "b": "c", "cutoff": 3}),
        ("  f( x = 1 ) ", "f", "", {"x": 1}),
        ("a.b-c+d", "a.b-c+d", "", {}),
        ("f()", "f", "", {}),
    ],
)
def test_parsing(text: str, name: str, variant: str, params: dict[str, Any]) -> None:
    """Name, variant, parameters and cut-off are read; values are JSON, bare words are text."""
    assert parse_spec(text) == Spec(name, variant, params)


@pytest.mark.parametrize("text", ["", "@10", "f(", "f)x", "f[a b]", "f(x)", "f@ten", "1f", "f(x=1"])
def test_what_is_no_metric_is_refused(text: str) -> None:
    """A text outside the grammar is a configuration error that shows the grammar or the part."""
    with pytest.raises(ConfigurationError, match=r"is not a metric|is not param=value"):
        parse_spec(text)


def test_lists_are_split_outside_parentheses() -> None:
    """Commas inside parameters do not separate metrics; empty parts are dropped."""
    assert split_specs('a, f(x=1,y="(,")@3 ,, b[c]') == ["a", 'f(x=1,y="(,")@3', "b[c]"]
    assert split_specs(" ") == []


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True)


@given(NAMES, st.just("") | NAMES, st.dictionaries(NAMES.filter(lambda name: name != "cutoff"), VALUES, max_size=3))
def test_what_is_printed_parses_back(name: str, variant: str, params: dict[str, Any]) -> None:
    """Any name, variant and JSON parameters survive printing and parsing."""
    assert parse_spec(format_spec(name, variant, params)) == Spec(name, variant, params)


@given(NAMES, st.integers(0, 10**6))
def test_a_cutoff_parses_back(name: str, cutoff: int) -> None:
    """The cut-off prints after the sign."""
    text = format_spec(name, "", {"cutoff": cutoff})
    assert text == f"{name}@{cutoff}"
    assert parse_spec(text).params == {"cutoff": cutoff}
