"""Agreement of raters."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.stats.agreement import Weights, cohen_kappa, gwet_ac1, pabak, percent_agreement
from assay.stats.krippendorff import Level, fleiss_kappa, krippendorff_alpha
from assay.stats.result import Undefined

pairs = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=40)


def table(both_pass: int, only_first: int, only_second: int, both_fail: int) -> tuple[str, str]:
    """The ratings behind a 2x2 table."""
    first = "p" * (both_pass + only_first) + "f" * (only_second + both_fail)
    second = "p" * both_pass + "f" * only_first + "p" * only_second + "f" * both_fail
    return first, second


def test_one_table_three_stories() -> None:
    """At 91% agreement and a high pass rate kappa is low, AC1 and PABAK are high."""
    first, second = table(89, 4, 5, 2)
    assert percent_agreement(first, second) == 0.91
    assert cohen_kappa(first, second) == pytest.approx(0.26, abs=0.005)
    assert gwet_ac1(first, second) == pytest.approx(0.90, abs=0.005)
    assert pabak(first, second) == pytest.approx(0.82, abs=1e-12)


def test_kappa_by_hand() -> None:
    """20, 5, 10, 15 of 50: (0.7 - 0.5) / (1 - 0.5)."""
    assert cohen_kappa(*table(20, 5, 10, 15)) == pytest.approx(0.4, abs=1e-12)


@given(pairs, st.sampled_from(list(Weights)))
def test_kappa_equals_scikit_learn(ratings: list[tuple[int, int]], weights: Weights) -> None:
    """Plain, linear and quadratic; undefined exactly where theirs is not a number."""
    metrics = pytest.importorskip("sklearn.metrics")
    first, second = ([pair[side] for pair in ratings] for side in (0, 1))
    found = cohen_kappa(first, second, categories=[1, 2, 3, 4], weights=weights)
    if isinstance(found, Undefined):
        assert len(set(first + second)) == 1
        return
    kind = None if weights is Weights.NONE else str(weights)
    theirs = metrics.cohen_kappa_score(first, second, labels=[1, 2, 3, 4], weights=kind)
    assert found == pytest.approx(theirs, abs=1e-9)


def test_one_category_is_undefined() -> None:
    """Neither 1 nor 0: chance alone would agree."""
    for measure in (cohen_kappa, gwet_ac1, pabak):
        found = measure("ppp", "ppp")
        assert isinstance(found, Undefined)
        assert found.code == "one_category"
    assert isinstance(krippendorff_alpha(["ppp", "ppp"]), Undefined)
    assert isinstance(fleiss_kappa(["ppp", "ppp"]), Undefined)


def test_a_constant_rater_is_at_chance() -> None:
    """One rater who always says pass agrees no better than chance."""
    assert cohen_kappa("pppp", "ppff") == 0.0


def test_weights_follow_the_scale() -> None:
    """Text labels weigh by their place in `categories`, not by the alphabet."""
    scale = ["poor", "fair", "good"]
    first, second = ["poor", "fair", "good", "good"], ["fair", "fair", "good", "fair"]
    linear = cohen_kappa(first, second, categories=scale, weights=Weights.LINEAR)
    assert linear == cohen_kappa([0, 1, 2, 2], [1, 1, 2, 1], weights=Weights.LINEAR)
    assert isinstance(linear, float)


@given(pairs)
def test_agreement_is_symmetric_and_free_of_order(ratings: list[tuple[int, int]]) -> None:
    """Swapping raters or shuffling items changes nothing; perfect agreement is 1."""
    first, second = ([pair[side] for pair in ratings] for side in (0, 1))
    for measure in (percent_agreement, cohen_kappa, gwet_ac1, pabak):
        assert measure(first, second) == measure(second, first)
        assert measure(first, second) == measure(first[::-1], second[::-1])
        perfect = measure(first, first)
        assert isinstance(perfect, Undefined) or perfect == 1.0


TEXTBOOK = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]


@pytest.mark.parametrize(("level", "alpha"), [(Level.NOMINAL, 0.743), (Level.ORDINAL, 0.815), (Level.INTERVAL, 0.849)])
def test_krippendorff_textbook_example(level: Level, alpha: float) -> None:
    """Four raters, twelve items, some ratings missing (Krippendorff 2011)."""
    assert krippendorff_alpha(TEXTBOOK, level=level) == pytest.approx(alpha, abs=5e-4)


@given(
    st.lists(st.lists(st.none() | st.integers(1, 4), min_size=5, max_size=5), min_size=2, max_size=4),
    st.sampled_from(list(Level)),
)
def test_krippendorff_equals_the_package(ratings: list[list[int | None]], level: Level) -> None:
    """The package of that name agrees wherever alpha is defined."""
    package = pytest.importorskip("krippendorff")
    np = pytest.importorskip("numpy")
    found = krippendorff_alpha(ratings, level=level)
    if isinstance(found, Undefined):
        return
    data = np.array([[np.nan if rating is None else rating for rating in row] for row in ratings], dtype=float)
    assert found == pytest.approx(package.alpha(data, level_of_measurement=str(level)), abs=1e-9)


def test_fleiss_textbook_example() -> None:
    """Ten items, fourteen raters, five categories (Fleiss 1971): 0.210."""
    counts = [
        (0, 0, 0, 0, 14),
        (0, 2, 6, 4, 2),
        (0, 0, 3, 5, 6),
        (0, 3, 9, 2, 0),
        (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0),
        (3, 2, 6, 3, 0),
        (2, 5, 3, 2, 2),
        (6, 5, 2, 1, 0),
        (0, 2, 2, 3, 7),
    ]
    items = [[category for category, count in enumerate(row) for _ in range(count)] for row in counts]
    assert fleiss_kappa(list(zip(*items, strict=True))) == pytest.approx(0.210, abs=5e-4)


def test_alpha_without_pairs_is_undefined() -> None:
    """Each item rated once: nothing to compare."""
    found = krippendorff_alpha([["a", None], [None, "b"]])
    assert isinstance(found, Undefined)
    assert found.code == "no_pairs"


@pytest.mark.parametrize(
    "call",
    [
        lambda: percent_agreement([], []),
        lambda: cohen_kappa("pp", "p"),
        lambda: cohen_kappa("px", "pp", categories="pf"),
        lambda: cohen_kappa([1, "a"], [1, 1], weights=Weights.LINEAR),
        lambda: krippendorff_alpha([]),
        lambda: krippendorff_alpha([["a"], ["a", "b"]]),
        lambda: krippendorff_alpha([["a", "b"], ["a", "a"]], level=Level.ORDINAL),
        lambda: fleiss_kappa(["pp"]),
        lambda: fleiss_kappa([["p", None], ["p", "f"]]),
    ],
)
def test_bad_ratings_are_refused(call: Any) -> None:
    """Empty, of unequal length, outside of the scale, or not numbers where numbers are due."""
    with pytest.raises(InputError):
        call()
