"""Agreement of any number of raters: Krippendorff's alpha and Fleiss' kappa."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import product

from assay.errors import InputError
from assay.stats.exact import exact_numbers
from assay.stats.result import Undefined

Rating = int | float | str | None


class Level(StrEnum):
    """What the difference of two ratings means: only whether, how many ranks between, or how far."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"


def krippendorff_alpha(ratings: Sequence[Sequence[Rating]], *, level: Level = Level.NOMINAL) -> float | Undefined:
    """Krippendorff's alpha: 1 - observed / expected disagreement, over all pairs of ratings of one item.

    `ratings` has one row a rater and one column an item; None is a rating that was not given. Items with fewer than two ratings
    are left out. 1 is perfect, 0 chance. Undefined when no item has two ratings, or all have one value.

    Source: Krippendorff 2011, Computing Krippendorff's Alpha-Reliability.

    Raises:
        InputError: no ratings, rows of different length, or text on an ordinal or interval level.

    >>> krippendorff_alpha([["a", "a", "b", "b"], ["a", "b", "b", "b"]])
    0.5333333333333333
    """
    counts = [Counter(item) for item in _items(ratings)]
    paired = [item for item in counts if item.total() >= 2]
    totals: Counter[Rating] = sum(paired, Counter())
    n = totals.total()
    if not paired:
        return Undefined(code="no_pairs", reason="no item has two ratings")
    distance = _distances(totals, level)
    within = sum((Fraction(_disagreement(item, distance), item.total() - 1) for item in paired), Fraction(0))
    overall = Fraction(_disagreement(totals, distance), n - 1)
    if overall == 0:
        return Undefined(code="one_category", reason="all ratings have one value, so chance alone would agree")
    return float(1 - within / overall)


def fleiss_kappa(ratings: Sequence[Sequence[Rating]]) -> float | Undefined:
    """Fleiss' kappa for a fixed number of ratings an item; rows are raters and columns items, none missing.

    Undefined when all ratings fall into one category. Source: Fleiss 1971.

    Raises:
        InputError: no ratings, a single rater, rows of different length, or a rating that is missing.
    """
    raters, items = len(ratings), [Counter(item) for item in _items(ratings)]
    if raters < 2 or any(item.total() != raters for item in items):
        raise InputError(
            "Fleiss' kappa needs at least two raters and a rating of each for every item", code="statistics_input"
        )
    total = raters * len(items)
    expected = sum((Fraction(count, total) ** 2 for count in sum(items, Counter()).values()), Fraction(0))
    if expected == 1:
        return Undefined(code="one_category", reason="all ratings fall into one category, so chance alone would agree")
    agreeing = sum(count * (count - 1) for item in items for count in item.values())
    observed = Fraction(agreeing, total * (raters - 1))
    return float((observed - expected) / (1 - expected))


def _items(ratings: Sequence[Sequence[Rating]]) -> list[list[Rating]]:
    """The ratings of each item that were given."""
    if not ratings or not ratings[0]:
        raise InputError("agreement needs at least one rater and one item", code="statistics_input")
    if len({len(row) for row in ratings}) > 1:
        raise InputError("every rater needs one rating, or None, for each item", code="statistics_input")
    return [[rating for rating in item if rating is not None] for item in zip(*ratings, strict=True)]


def _disagreement(counts: Counter[Rating], distance: dict[tuple[Rating, Rating], Fraction]) -> Fraction:
    return sum((counts[a] * counts[b] * distance[a, b] for a, b in product(counts, repeat=2)), Fraction(0))


def _distances(totals: Counter[Rating], level: Level) -> dict[tuple[Rating, Rating], Fraction]:
    """The squared difference of every two values."""
    if level is Level.NOMINAL:
        return {(a, b): Fraction(a != b) for a, b in product(totals, repeat=2)}
    if not all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in totals):
        raise InputError(f"ratings on the {level} level must be numbers", code="statistics_input")
    values = sorted(totals)  # type: ignore[type-var]
    ranked = level is Level.ORDINAL
    places = _mid_ranks([totals[value] for value in values]) if ranked else exact_numbers(values)  # type: ignore[arg-type]
    place = dict(zip(values, places, strict=True))
    return {(a, b): (place[a] - place[b]) ** 2 for a, b in product(values, repeat=2)}


def _mid_ranks(counts: Sequence[int]) -> list[Fraction]:
    """The middle of the ranks that each value takes: ordinal difference is the distance between these middles."""
    ranks, before = [], 0
    for count in counts:
        ranks.append(before + Fraction(count, 2))
        before += count
    return ranks
