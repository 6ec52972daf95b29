"""Paired tests."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.stats.paired import mcnemar, sign_flip_test


@pytest.mark.parametrize(("b", "c", "p"), [(0, 0, 1.0), (0, 6, 0.03125), (1, 9, 0.0215), (5, 15, 0.0414), (3, 3, 1.0)])
def test_mcnemar_worked_values(b: int, c: int, p: float) -> None:
    """Exact two-sided p-values."""
    assert mcnemar(b, c) == pytest.approx(p, abs=5e-5)


@given(st.integers(0, 200), st.integers(0, 200))
def test_mcnemar_equals_the_binomial_test(b: int, c: int) -> None:
    """With b + c trials at one half; symmetric in b and c; mid-p is smaller."""
    scipy_stats = pytest.importorskip("scipy.stats")
    if b + c == 0:
        return
    assert mcnemar(b, c) == pytest.approx(scipy_stats.binomtest(b, b + c, 0.5).pvalue, rel=1e-8)
    assert mcnemar(b, c) == mcnemar(c, b)
    assert 0 < mcnemar(b, c, mid_p=True) < mcnemar(b, c) + 1e-15


def test_mid_p_worked_value() -> None:
    """(1, 9): 2 · (P[0] + P[1] / 2) = 2 · (1 + 5) / 1024."""
    assert mcnemar(1, 9, mid_p=True) == pytest.approx(12 / 1024, rel=1e-12)


@pytest.mark.parametrize("counts", [(-1, 2), (1.5, 2), (True, 2)])
def test_mcnemar_refuses_what_is_not_a_count(counts: tuple[int, int]) -> None:
    """Half a row cannot differ."""
    with pytest.raises(InputError):
        mcnemar(*counts)


@given(st.lists(st.sampled_from([-0.3, -0.1, 0.0, 0.1, 0.2, 0.25]), min_size=1, max_size=9))
def test_sign_flips_equal_full_enumeration(differences: list[float]) -> None:
    """All 2^n sign choices, counted one by one in exact arithmetic."""
    exact = [Fraction(repr(item)) for item in differences]
    observed = abs(sum(exact))
    sums = [
        abs(sum(sign * item for sign, item in zip(signs, exact, strict=True)))
        for signs in itertools.product((1, -1), repeat=len(exact))
    ]
    found = sign_flip_test(differences)
    assert found.method == "exact"
    assert found.p_value == pytest.approx(sum(total >= observed for total in sums) / len(sums), rel=1e-12)


def test_no_difference_at_all() -> None:
    """All zero: p is 1."""
    assert sign_flip_test([0, 0.0, 0]).p_value == 1.0


def test_sign_flip_of_plus_and_minus_one_is_the_sign_test() -> None:
    """1,000 rows of few distinct values are still exact: McNemar's p-value for the same flips."""
    differences = [1] * 30 + [-1] * 12 + [0] * 958
    found = sign_flip_test(differences)
    assert (found.method, found.n) == ("exact", 1000)
    assert found.p_value == pytest.approx(mcnemar(30, 12), rel=1e-10)


def test_monte_carlo_is_never_zero_and_repeats_by_its_seed() -> None:
    """Where sums are too many, p = (hits + 1) / (resamples + 1)."""
    differences = [1 + 2**-index for index in range(1, 41)]
    found = sign_flip_test(differences, resamples=500, seed=7)
    assert (found.method, found.p_value, found.resamples, found.seed) == ("monte_carlo", 1 / 501, 500, 7)
    mixed = [(-1) ** index * (1 + 2**-index) for index in range(1, 41)]
    assert sign_flip_test(mixed, resamples=500, seed=3) == sign_flip_test(mixed, resamples=500, seed=3)
    assert sign_flip_test(mixed, resamples=500).p_value > 0.5


def test_monte_carlo_agrees_with_scipy() -> None:
    """Within four standard errors of an independent permutation test."""
    scipy_stats = pytest.importorskip("scipy.stats")
    np = pytest.importorskip("numpy")
    differences = [round(0.13 + 0.5 * float(value), 6) for value in np.random.default_rng(5).normal(size=60)]
    theirs = scipy_stats.permutation_test(
        (differences,), np.sum, permutation_type="samples", n_resamples=20_000, rng=np.random.default_rng(1)
    ).pvalue
    ours = sign_flip_test(differences, resamples=20_000).p_value
    assert ours == pytest.approx(theirs, abs=4 * (2 * theirs * (1 - theirs) / 20_000) ** 0.5)


def test_whole_clusters_are_flipped() -> None:
    """Rows of one document count once: six rows in two documents say little."""
    differences, documents = [1] * 6, ["a", "a", "a", "b", "b", "b"]
    assert sign_flip_test(differences).p_value == pytest.approx(2 / 64)
    found = sign_flip_test(differences, clusters=documents)
    assert (found.p_value, found.n) == (0.5, 2)


def test_bad_differences_are_refused() -> None:
    """Empty, NaN, and clusters of another length."""
    for differences, clusters in (([], None), ([float("nan")], None), ([0.1, 0.2], ["a"])):
        with pytest.raises(InputError):
            sign_flip_test(differences, clusters=clusters)
