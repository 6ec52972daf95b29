"""The weighted harmonic mean of precision and recall."""

from __future__ import annotations

from fractions import Fraction

from assay.errors import ConfigurationError
from assay.records import exact


def f_beta(precision: Fraction, recall: Fraction, beta: float = 1.0) -> Fraction:
    """(1 + β²) P R / (β² P + R), exactly; 0 where both are 0. β above 1 weighs recall more.

    Source: C. J. van Rijsbergen, "Information Retrieval", 1979, chapter 7.

    >>> f_beta(Fraction(1, 2), Fraction(1)), f_beta(Fraction(0), Fraction(0))
    (Fraction(2, 3), Fraction(0, 1))
    """
    square = exact(beta) ** 2
    below = square * precision + recall
    return (1 + square) * precision * recall / below if below else Fraction(0)


def require_beta(beta: object) -> None:
    """Refuse a beta that is not a positive number.

    Raises:
        ConfigurationError: names the value.
    """
    if isinstance(beta, bool) or not isinstance(beta, (int, float)) or not 0 < beta < float("inf"):
        raise ConfigurationError(f"parameter beta must be a positive number, got {beta!r}")
