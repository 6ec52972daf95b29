"""Scores as exact fractions, so that equal scores have exactly no spread and opposite ones cancel."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

from assay.stats.inputs import Number, check_same_length


def exact_numbers(values: Sequence[Number]) -> list[Fraction]:
    """The values as fractions; a float is read through its shortest decimal.

    >>> exact_numbers([0.1, 2])
    [Fraction(1, 10), Fraction(2, 1)]
    """
    return [Fraction(repr(value)) if isinstance(value, float) else Fraction(value) for value in values]


def cluster_sums(values: Sequence[Fraction], clusters: Sequence[Hashable] | None) -> list[Fraction]:
    """The sum of each cluster in order of first appearance; the values themselves without clusters.

    Raises:
        InputError: the two are not equally long.
    """
    if clusters is None:
        return list(values)
    check_same_length("values", values, "clusters", clusters)
    sums: dict[Hashable, Fraction] = {}
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] = sums.get(cluster, Fraction(0)) + value
    return list(sums.values())
