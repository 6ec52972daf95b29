"""How far two raters agree on the same items: a judge and a person, or a judge and itself.

Every coefficient is (observed - expected) / (1 - expected) agreement; they differ in what they expect of chance. Print the table
and the plain share beside any of them: at high pass rates kappa can be near 0 while nearly all items agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from enum import StrEnum
from fractions import Fraction

from assay.errors import InputError
from assay.stats.inputs import check_same_length
from assay.stats.result import Undefined


class Weights(StrEnum):
    """What a disagreement on an ordered scale counts: all the same, by distance in ranks, or by its square."""

    NONE = "none"
    LINEAR = "linear"
    QUADRATIC = "quadratic"


def percent_agreement(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """The share of items on which both raters say the same.

    Raises:
        InputError: no items, or two lists of different length.

    >>> percent_agreement(["pass", "pass", "fail"], ["pass", "fail", "fail"]) == 2 / 3
    True
    """
    return float(_observed(first, second))


def cohen_kappa(
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    *,
    categories: Sequence[Hashable] | None = None,
    weights: Weights = Weights.NONE,
) -> float | Undefined:
    """Cohen's kappa: chance agreement from both raters' own margins. From below 0 to 1; 0 is chance.

    `categories` lists the scale in order; weights need it unless the ratings sort. Undefined when both raters used
    one and the same category throughout: chance alone would agree.

    Source: Cohen 1960; weighted: Cohen 1968.

    Raises:
        InputError: no items, different lengths, a rating that is not a category, or ratings that do not sort.

    >>> cohen_kappa(list("ppff"), list("pfff"))
    0.5
    """
    order = _order(first, second, categories, sort=weights is not Weights.NONE)
    n, left, right = len(first), Counter(first), Counter(second)
    penalty = {(a, b): _penalty(order[a], order[b], weights) for a in order for b in order}
    observed = Fraction(sum(penalty[pair] for pair in zip(first, second, strict=True)), n)
    expected = Fraction(sum(penalty[a, b] * left[a] * right[b] for a in left for b in right), n * n)
    return _one_category() if expected == 0 else float(1 - observed / expected)


def gwet_ac1(
    first: Sequence[Hashable], second: Sequence[Hashable], *, categories: Sequence[Hashable] | None = None
) -> float | Undefined:
    """Gwet's AC1: chance agreement Σ π(1 - π) / (q - 1), with π the mean margin of each of q categories.

    Steady where nearly all items fall into one category. Undefined when only one category occurs.

    Source: Gwet 2008, British Journal of Mathematical and Statistical Psychology 61, 29-48.

    Raises:
        InputError: no items, different lengths, or a rating that is not a category.

    >>> round(gwet_ac1(list("pppppppppf"), list("ppppppppff")), 3)
    0.866
    """
    order = _order(first, second, categories)
    counts = Counter([*first, *second])
    if len(counts) < 2:
        return _one_category()
    shares = [Fraction(count, 2 * len(first)) for count in counts.values()]
    expected = sum((share * (1 - share) for share in shares), Fraction(0)) / (len(order) - 1)
    return float((_observed(first, second) - expected) / (1 - expected))


def pabak(
    first: Sequence[Hashable], second: Sequence[Hashable], *, categories: Sequence[Hashable] | None = None
) -> float | Undefined:
    """Prevalence- and bias-adjusted kappa: (q · observed - 1) / (q - 1), which is 2 · observed - 1 for two categories.

    Undefined when only one category occurs and no further one is named.

    Source: Byrt, Bishop and Carlin 1993.

    Raises:
        InputError: no items, different lengths, or a rating that is not a category.

    >>> pabak(list("ppff"), list("pfff"))
    0.5
    """
    q = len(_order(first, second, categories))
    return _one_category() if q < 2 else float((q * _observed(first, second) - 1) / (q - 1))


def _observed(first: Sequence[Hashable], second: Sequence[Hashable]) -> Fraction:
    _check_pairs(first, second)
    return Fraction(sum(a == b for a, b in zip(first, second, strict=True)), len(first))


def _check_pairs(first: Sequence[Hashable], second: Sequence[Hashable]) -> None:
    check_same_length("the first rater's", first, "the second rater's ratings", second)
    if not first:
        raise InputError("agreement needs at least one item", code="statistics_input")


def _order(
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    categories: Sequence[Hashable] | None,
    *,
    sort: bool = False,
) -> dict[Hashable, int]:
    """Each category's place on the scale."""
    _check_pairs(first, second)
    used = dict.fromkeys([*first, *second])
    if categories is None:
        return {category: place for place, category in enumerate(_sorted(used) if sort else used)}
    order = {category: place for place, category in enumerate(categories)}
    unknown = [category for category in used if category not in order]
    if unknown:
        raise InputError(f"rating {unknown[0]!r} is not one of {list(categories)}", code="statistics_input")
    return order


def _sorted(used: dict[Hashable, None]) -> list[Hashable]:
    try:
        return sorted(used)  # type: ignore[type-var]
    except TypeError:
        raise InputError("the ratings do not sort; give `categories` in order", code="statistics_input") from None


def _penalty(left: int, right: int, weights: Weights) -> int:
    if weights is Weights.NONE:
        return int(left != right)
    distance = abs(left - right)
    return distance if weights is Weights.LINEAR else distance * distance


def _one_category() -> Undefined:
    return Undefined(code="one_category", reason="all ratings fall into one category, so chance alone would agree")
