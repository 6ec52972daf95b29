"""What a golden set of this size can see, and how many rows it takes."""

from __future__ import annotations

import math
from enum import IntEnum

from assay.errors import InputError
from assay.stats.distributions import bisect, normal_quantile
from assay.stats.inputs import Number, check_count, check_positive, check_share


class Sides(IntEnum):
    """Whether a test asks "different" (two) or "worse" (one)."""

    ONE = 1
    TWO = 2


def rows_unpaired(
    first: float, second: float, *, alpha: float = 0.05, power: float = 0.8, sides: Sides = Sides.TWO
) -> int:
    """Rows on each side to tell two pass rates apart on different rows.

    [z_a · sqrt(2 p̄ (1 - p̄)) + z_b · sqrt(p1 (1 - p1) + p2 (1 - p2))]² / (p1 - p2)² (Fleiss, Levin and Paik 2003).

    >>> rows_unpaired(0.90, 0.88)
    3841
    """
    check_share("first", first)
    check_share("second", second)
    if first == second:
        raise InputError("two equal rates cannot be told apart by any number of rows", code="statistics_input")
    z_a, z_b = _quantiles(alpha, power, sides)
    middle = (first + second) / 2
    spread = z_a * math.sqrt(2 * middle * (1 - middle)) + z_b * math.sqrt(first * (1 - first) + second * (1 - second))
    return math.ceil(spread**2 / (first - second) ** 2)


def rows_paired(
    difference: float, *, flips: float, alpha: float = 0.05, power: float = 0.8, sides: Sides = Sides.TWO
) -> int:
    """Rows to see a difference of pass rates on the same rows, when a share `flips` of them changes between the two runs.

    [z_a · sqrt(f) + z_b · sqrt(f - d²)]² / d² (Connor 1987).

    >>> [rows_paired(0.02, flips=share) for share in (0.04, 0.06, 0.10, 0.20)]
    [783, 1175, 1960, 3923]
    """
    size = abs(difference)
    check_positive("the size of difference", size)
    check_share("flips", flips)
    if size > flips:
        raise InputError(
            f"a difference of {size:g} needs at least that share of flips, got {flips:g}", code="statistics_input"
        )
    return math.ceil(_rows_paired(size, flips, *_quantiles(alpha, power, sides)))


def rows_non_inferiority(margin: Number, *, flips: float, alpha: float = 0.05, power: float = 0.8) -> int:
    """Rows to show that an equally good candidate is not worse by `margin`: (z_a + z_b)² · f / margin², one-sided.

    >>> rows_non_inferiority(0.05, flips=0.10), rows_non_inferiority(0.03, flips=0.06)
    (248, 413)
    """
    z_a, z_b = _quantiles(alpha, power, Sides.ONE)
    return math.ceil((z_a + z_b) ** 2 * check_share("flips", flips) / check_positive("margin", margin) ** 2)


def detectable_margin(n: int, *, flips: float, alpha: float = 0.05, power: float = 0.8) -> float:
    """The smallest drop that a non-inferiority gate on `n` paired rows can see: (z_a + z_b) · sqrt(f / n), one-sided.

    >>> round(detectable_margin(300, flips=0.10), 3)
    0.045
    """
    _check_rows(n)
    z_a, z_b = _quantiles(alpha, power, Sides.ONE)
    return (z_a + z_b) * math.sqrt(check_share("flips", flips) / n)


def detectable_difference(
    n: int, *, flips: float, alpha: float = 0.05, power: float = 0.8, sides: Sides = Sides.TWO
) -> float | None:
    """The smallest paired difference of pass rates that `n` rows can see; None when even the largest cannot be seen."""
    _check_rows(n)
    check_share("flips", flips)
    z_a, z_b = _quantiles(alpha, power, sides)
    if _rows_paired(flips, flips, z_a, z_b) > n:
        return None
    return bisect(lambda size: n - _rows_paired(size, flips, z_a, z_b), 0.0, flips)


def rows_with_reruns(
    difference: float,
    *,
    question_variance: float,
    sampling_variance: float,
    reruns: int = 1,
    alpha: float = 0.05,
    power: float = 0.8,
) -> int:
    """Questions to see a mean difference when each is answered `reruns` times by both releases.

    (z_a + z_b)² · (ω² + 2 σ² / K) / d², two-sided; ω² is the variance over questions of the difference, σ² that of reruns of one
    question. Source: Miller 2024 (arXiv 2411.00640), section 5.

    >>> [rows_with_reruns(0.03, question_variance=1 / 9, sampling_variance=1 / 6, reruns=k) for k in (1, 10)]
    [3876, 1260]
    """
    _check_rows(reruns)
    if question_variance < 0 or sampling_variance < 0:
        raise InputError("a variance cannot be negative", code="statistics_input")
    z_a, z_b = _quantiles(alpha, power, Sides.TWO)
    variance = question_variance + 2 * sampling_variance / reruns
    return math.ceil((z_a + z_b) ** 2 * variance / check_positive("the size of difference", abs(difference)) ** 2)


def _rows_paired(size: float, flips: float, z_a: float, z_b: float) -> float:
    return (z_a * math.sqrt(flips) + z_b * math.sqrt(max(0.0, flips - size * size))) ** 2 / (size * size)


def _quantiles(alpha: float, power: float, sides: Sides) -> tuple[float, float]:
    return normal_quantile(1 - check_share("alpha", alpha) / sides), normal_quantile(check_share("power", power))


def _check_rows(n: int) -> None:
    check_count("n", n)
    if n == 0:
        raise InputError("n must be at least 1", code="statistics_input")
