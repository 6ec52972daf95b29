"""Run-level numbers: exact, counted, undefined with a reason."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InputError
from assay.metrics.aggregates import corpus, macro, micro, quantile
from assay.metrics.registry import Registry
from assay.records import Aggregate, Ratio, Score, Status

ANSWERS = [
    "The cat sat on the mat.",
    "Refunds are paid within thirty days by bank card.",
    "",
    "a",
    "It is raining heavily in the north of the country today.",
]
REFERENCES = [
    "The cat sat on a mat.",
    "Refunds are paid within 30 days by card.",
    "Nothing was said.",
    "a",
    "In the north of the country it is raining heavily today.",
]


def scored(value: float | str, ratio: Ratio | None = None) -> Score:
    return Score(metric="m", status=Status.SCORED, value=value, ratio=ratio)


def without(status: Status) -> Score:
    return Score(metric="m", status=status)


def test_macro_and_micro_differ_on_rows_of_unequal_size() -> None:
    """Rows 1/1 and 5/10: the mean of rows is 0.75, the pooled share 6/11."""
    rows = [scored(1.0, Ratio(numerator=1, denominator=1)), scored(0.5, Ratio(numerator=5, denominator=10))]
    assert macro("m", rows).fraction == "3/4"
    assert micro("m", rows).fraction == "6/11"
    assert dict(micro("m", rows).details) == {"numerator": 6, "denominator": 11}


def test_only_scored_rows_count_and_all_are_told() -> None:
    """Not applicable, invalid and error leave the denominator and stay in the tally."""
    rows = [scored(0.5), without(Status.NOT_APPLICABLE), without(Status.INVALID), without(Status.ERROR)]
    result = macro("m", rows)
    assert result.value == 0.5
    assert str(result.tally) == "1 scored, 1 n/a, 1 invalid, 1 error"


@pytest.mark.parametrize("rows", [[], [without(Status.INVALID)], [without(Status.NOT_APPLICABLE)]])
def test_a_number_over_nothing_is_undefined(rows: list[Score]) -> None:
    """No value, a reason, and the counts: never 0, 1 or NaN."""
    bleu = Registry.built_in().parse("bleu")
    renamed = [row.replace(metric="bleu") for row in rows]
    for result in (macro("m", rows), micro("m", rows), quantile("m", rows, 0.5), corpus(bleu, renamed)):
        assert (result.value, result.defined, result.reason) == (None, False, "no score has a value")
        assert result.tally.total == len(rows)


def test_a_mean_of_labels_is_undefined() -> None:
    """Labels have no mean, and a mixture is not averaged over its numbers."""
    assert macro("m", [scored("good"), scored(1.0)]).reason == "1 values are labels or rankings, not numbers"


def test_micro_without_counts_is_undefined() -> None:
    """A row that keeps no counts is never pooled as if it had some."""
    result = micro("m", [scored(0.5, Ratio(numerator=1, denominator=2)), scored(0.7)])
    assert (result.value, result.reason) == (None, "1 scored rows keep no counts to pool")


def test_scores_of_two_metrics_are_refused() -> None:
    """An aggregate is of one metric."""
    with pytest.raises(InputError, match="got one of 'other'"):
        macro("m", [scored(1.0).replace(metric="other")])


@given(st.lists(st.integers(0, 10**6).map(lambda number: number / 10**6), min_size=1))
def test_the_mean_is_exact_and_free_of_order(values: list[float]) -> None:
    """The mean of the decimals as written, in any order."""
    expected = sum((Fraction(repr(value)) for value in values), Fraction(0)) / len(values)
    result = macro("m", [scored(value) for value in values])
    assert result.number == expected == macro("m", [scored(value) for value in reversed(values)]).number


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40), st.sampled_from([0.0, 0.05, 0.5, 0.9, 0.95, 1.0]))
def test_quantiles_are_those_of_numpy(values: list[float], at: float) -> None:
    """Linear interpolation, position (n - 1) q."""
    numpy = pytest.importorskip("numpy")
    result = quantile("m", [scored(value) for value in values], at)
    assert result.value == pytest.approx(float(numpy.quantile(values, at)), rel=1e-9, abs=1e-6)


@pytest.mark.parametrize("at", [-0.1, 1.1, float("nan"), True])
def test_a_quantile_outside_zero_to_one_is_refused(at: float) -> None:
    """The position must be a share."""
    with pytest.raises(InputError):
        quantile("m", [], at)


def rows_of(spec: str) -> list[Score]:
    metric = Registry.built_in().parse(spec)
    return [
        metric.score(answer=answer, reference=reference) for answer, reference in zip(ANSWERS, REFERENCES, strict=True)
    ]


@pytest.mark.parametrize(
    ("spec", "kind", "options"),
    [
        ("bleu", "BLEU", {}),
        ("bleu(smooth_method=floor)", "BLEU", {"smooth_method": "floor"}),
        ("chrf", "CHRF", {}),
        ("chrf++", "CHRF", {"word_order": 2}),
        ("ter", "TER", {}),
    ],
)
def test_corpus_scores_are_those_of_sacrebleu(spec: str, kind: str, options: dict[str, object]) -> None:
    """Pooled counts give the corpus score that sacrebleu gives for the whole files, blank answers included."""
    metrics = pytest.importorskip("sacrebleu").metrics
    expected = getattr(metrics, kind)(**options).corpus_score(ANSWERS, [REFERENCES]).score / 100
    result = corpus(Registry.built_in().parse(spec), rows_of(spec))
    assert isinstance(result, Aggregate)
    assert result.value == pytest.approx(expected, abs=1e-12)
    assert result.tally.scored == len(ANSWERS)
    assert result.value != pytest.approx(macro(spec, rows_of(spec)).value, abs=1e-3)


def test_corpus_of_identical_texts_is_exactly_one() -> None:
    """Rounding of logarithms does not lift or lower a perfect run."""
    for spec in ("bleu", "chrf", "chrf++"):
        metric = Registry.built_in().parse(spec)
        rows = [metric.score(answer=text, reference=text) for text in REFERENCES]
        assert corpus(metric, rows).value == 1.0


def test_corpus_refuses_rows_made_with_other_options() -> None:
    """Counts of two tokenisers are never added."""
    metric = Registry.built_in().parse("bleu")
    row = metric.score(answer="a b", reference="a b")
    with pytest.raises(InputError, match="was made by"):
        corpus(metric, [row.replace(signature="bleu|other")])
