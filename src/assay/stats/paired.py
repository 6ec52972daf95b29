"""Tests on the same rows before and after: do the two releases differ at all?"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from assay.stats.distributions import binomial_cdf, binomial_pmf
from assay.stats.exact import cluster_sums, exact_numbers
from assay.stats.inputs import Number, check_count, check_numbers

MAX_EXACT_SUMS = 2**20
DEFAULT_RESAMPLES = 9_999


def mcnemar(only_candidate: int, only_baseline: int, *, mid_p: bool = False) -> float:
    """The exact two-sided p-value that passes and failures of two releases differ only by chance.

    b rows pass only with the candidate, c only with the baseline: min(1, 2 · P[Bin(b + c, 1/2) ≤ min(b, c)]); without any row
    that differs it is 1. `mid_p` counts the observed outcome half (less conservative). Source: McNemar 1947; Fagerland,
    Lydersen and Laake 2013.

    Raises:
        InputError: a count that is not a whole number of at least 0.

    >>> round(mcnemar(0, 6), 5)
    0.03125
    """
    check_count("only_candidate", only_candidate)
    check_count("only_baseline", only_baseline)
    n, least = only_candidate + only_baseline, min(only_candidate, only_baseline)
    if n == 0:
        return 1.0
    p_value = min(1.0, 2 * binomial_cdf(least, n, 0.5))
    return p_value - binomial_pmf(least, n, 0.5) if mid_p else p_value


@dataclass(frozen=True, slots=True, kw_only=True)
class PermutationTest:
    """The two-sided p-value of a sign-flip test; `resamples` and `seed` are None where it is exact."""

    p_value: float
    method: str
    n: int
    resamples: int | None = None
    seed: int | None = None


def sign_flip_test(
    differences: Sequence[Number],
    *,
    clusters: Sequence[Hashable] | None = None,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = 0,
) -> PermutationTest:
    """How often random signs give a sum of the row differences at least as far from zero as the one observed.

    Exact while at most 2^20 distinct sums can arise (always so up to 20 differences that are not zero), else Monte Carlo with p =
    (hits + 1) / (resamples + 1), which is never 0 and is repeated by its seed. With `clusters` whole clusters are flipped. All
    differences zero: p is 1. A float is read through its shortest decimal. Source: Fisher 1935; Phipson and Smyth 2010.

    Raises:
        InputError: no differences, one that is not finite, or clusters of another length.

    >>> sign_flip_test([1, 1, 1, 1, 1, 1]).p_value
    0.03125
    """
    check_numbers("differences", differences)
    signed = _whole_terms(differences, clusters)
    terms, observed, n = [abs(term) for term in signed], abs(sum(signed)), len(signed)
    exact = _exact_p(terms, observed)
    if exact is not None:
        return PermutationTest(p_value=float(exact), method="exact", n=n)
    generator = random.Random(seed)
    hits = sum(_flipped(terms, generator) >= observed for _ in range(resamples))
    p_value = (hits + 1) / (resamples + 1)
    return PermutationTest(p_value=p_value, method="monte_carlo", n=n, resamples=resamples, seed=seed)


def _whole_terms(differences: Sequence[Number], clusters: Sequence[Hashable] | None) -> list[int]:
    """The differences, summed over clusters, as whole multiples of their common unit."""
    sums = cluster_sums(exact_numbers(differences), clusters)
    unit = math.lcm(*(value.denominator for value in sums))
    return [int(value * unit) for value in sums]


def _exact_p(terms: Sequence[int], observed: int) -> Fraction | None:
    """The share of all sign choices that reach `observed`, or None when there may be too many distinct sums."""
    if _most_sums(terms) > MAX_EXACT_SUMS:
        return None
    counts = {0: 1}
    for term in filter(None, terms):
        grown: dict[int, int] = {}
        for total, count in counts.items():
            for signed in (total + term, total - term):
                grown[signed] = grown.get(signed, 0) + count
        counts = grown
    hits = sum(count for total, count in counts.items() if abs(total) >= observed)
    return Fraction(hits, sum(counts.values()))


def _most_sums(terms: Sequence[int]) -> int:
    """How many distinct sums there can be: bounded by how often each term occurs, and by their range in steps."""
    nonzero = Counter(filter(None, terms))
    if not nonzero:
        return 1
    by_multiplicity = math.prod(count + 1 for count in nonzero.values())
    return min(by_multiplicity, sum(terms) // math.gcd(*nonzero) + 1)


def _flipped(terms: Sequence[int], generator: random.Random) -> int:
    bits = generator.getrandbits(len(terms))
    return abs(sum(term if bits >> index & 1 else -term for index, term in enumerate(terms)))
