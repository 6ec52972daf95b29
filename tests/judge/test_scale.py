"""Probabilities of a verdict, read at the verdict's place."""

from __future__ import annotations

import math

import pytest

from assay.judge.completion import Token
from assay.judge.scale import mass, scale_distribution

SCALE = ("1", "2", "10")


def token(text: str, **top: float) -> Token:
    return Token(text, {key.lstrip("_"): math.log(value) for key, value in top.items()})


def test_the_last_field_of_that_name_counts() -> None:
    """A reason that quotes the field does not shift the place."""
    tokens = [token('{"reason": "\\"score\\": 1 x", '), token('"score": '), token("2", _2=0.75, _1=0.25), token("}")]
    assert scale_distribution(tokens, "score", SCALE) == pytest.approx({"1": 0.25, "2": 0.75, "10": 0.0})


def test_tokens_with_quotation_marks_and_spaces() -> None:
    """A token may carry the mark before the verdict."""
    tokens = [Token('{"score":', {}), Token(' "2', {' "2': math.log(0.5), ' "10': math.log(0.25)}), Token('"}', {})]
    assert scale_distribution(tokens, "score", SCALE) == pytest.approx({"1": 0.0, "2": 0.5, "10": 0.25})


def test_beginnings_count_where_they_are_of_one_word_only() -> None:
    """`supp` begins one word of the scale; `s` begins two and counts for none."""
    words = ("supported", "silent")
    tokens = [token('{"v": "'), token("supp", supp=0.6, s=0.3, sil=0.05), token("orted"), token('"}')]
    found = scale_distribution(tokens, "v", words)
    assert found == pytest.approx({"supported": 0.6, "silent": 0.05})
    assert mass(found or {}) == pytest.approx(0.65)


def test_no_place_or_no_alternatives() -> None:
    """Where the field or its alternatives are not shown, nothing is known."""
    assert scale_distribution([token("hello")], "score", SCALE) is None
    assert scale_distribution([token('{"score": '), token("2")], "score", SCALE) is None
    assert scale_distribution([], "score", SCALE) is None


def test_rounding_never_gives_more_than_one() -> None:
    """Log-probabilities that add up to a little over one are brought back to one."""
    tokens = [token('{"score": '), token("2", _2=0.8, _1=0.2000001)]
    assert mass(scale_distribution(tokens, "score", SCALE) or {}) <= 1.0 + 1e-15
