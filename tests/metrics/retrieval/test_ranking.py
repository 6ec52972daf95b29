"""What all retrieval metrics share: inputs, duplicates, applicability, names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import ConfigurationError
from assay.metrics.registry import Registry
from assay.metrics.retrieval.ranking import RetrievalMetric
from assay.records import Case, Context, Output, Sample, Status, TargetFailure
from assay.records.score import recompute

REGISTRY = Registry.built_in()
SPECS = ("precision@3", "precision", "recall@3", "hit@2", "RR", "AP", "AP@5", "Rprec", "nDCG@10", "bpref", "judged@5",
         "nDCG(gain=exponential)@5", "RBP(p=0.5)", "context_precision[ids]", "context_recall[ids]",
         "recall(relevant_at=2)@5")  # fmt: skip
COUNTED = ("precision@3", "precision", "recall@3", "RR", "AP@5", "Rprec", "bpref", "judged@5", "context_precision[ids]")

ids = st.sampled_from("abcdefgh")
rankings = st.lists(ids, max_size=12)
grades = st.dictionaries(ids, st.integers(0, 3), min_size=1)


def metric(spec: str) -> RetrievalMetric:
    found = REGISTRY.parse(spec)
    assert isinstance(found, RetrievalMetric)
    return found


@pytest.mark.parametrize("spec", [*SPECS, 'reranker_lift(of="AP@5")', "reranker_lift", "expected_ids_in_corpus",
                                  "context_precision[text](threshold=0)", "context_overlap"])  # fmt: skip
def test_a_name_prints_and_parses_back_to_the_same_object(spec: str) -> None:
    """`nDCG@10` is the text of a metric, and the metric of that text."""
    parsed = REGISTRY.parse(spec)
    assert parsed.spec == spec
    assert REGISTRY.parse(parsed.spec) == parsed


@pytest.mark.parametrize("cutoff", [0, -1, 2.5, True, "3"])
@pytest.mark.parametrize("name", ["precision", "recall", "hit", "RR", "AP", "nDCG", "RBP", "judged"])
def test_a_cutoff_below_one_or_of_another_type_is_refused(name: str, cutoff: object) -> None:
    """No metric is built with k <= 0."""
    with pytest.raises(ConfigurationError, match="cutoff must be a whole number from 1"):
        REGISTRY.parse(name, {"cutoff": cutoff})


def test_unknown_parameter_values_are_refused() -> None:
    """A gain, a patience or a measure that does not exist is an error of configuration."""
    for text in ("nDCG(gain=cubic)", "RBP(p=1)", "RBP(p=0)", "AP(relevant_at=high)",
                 "expected_ids_in_corpus(relevant_at=true)", "reranker_lift(of=exact_match)", "context_recall[text](by=cosine)",
                 "context_recall[text](threshold=1.5)", "context_recall[text](normalisation=nfc)"):  # fmt: skip
        with pytest.raises(ConfigurationError):
            REGISTRY.parse(text)


@pytest.mark.parametrize("spec", SPECS)
@given(ranking=rankings, relevance=grades)
def test_values_stay_in_bounds_and_duplicates_never_help(
    spec: str, ranking: list[str], relevance: dict[str, int]
) -> None:
    """Whatever is returned, a value lies in [0, 1], and repeating a document never raises it."""
    score = metric(spec).score(retrieved_ids=ranking, relevance=relevance)
    assert score.status in (Status.SCORED, Status.NOT_APPLICABLE)
    if score.status is Status.SCORED:
        assert 0 <= score.value <= 1
        if spec != "judged@5":
            distinct = metric(spec).score(retrieved_ids=list(dict.fromkeys(ranking)), relevance=relevance)
            assert score.value <= distinct.value


@pytest.mark.parametrize("spec", COUNTED)
@given(ranking=rankings, relevance=grades)
def test_items_add_up_to_the_value(spec: str, ranking: list[str], relevance: dict[str, int]) -> None:
    """The counted documents alone give the value."""
    score = metric(spec).score(retrieved_ids=ranking, relevance=relevance)
    if score.status is Status.SCORED and score.items:
        assert recompute(score.items) == pytest.approx(score.value, abs=1e-12)


@pytest.mark.parametrize("spec", [spec for spec in SPECS if "RBP" not in spec and "precision@" not in spec])
@given(relevance=st.dictionaries(ids, st.integers(0, 3), min_size=1, max_size=2))
def test_a_perfect_ranking_is_exactly_one(spec: str, relevance: dict[str, int]) -> None:
    """All relevant documents, best first and nothing else, score exactly 1."""
    best = [name for name in sorted(relevance, key=lambda name: -relevance[name]) if relevance[name] > 0]
    score = metric(spec).score(retrieved_ids=best, relevance=relevance)
    assert score.value == 1.0 if best and max(relevance.values()) >= 2 else score.value in (None, 1.0)


def test_one_relevant_document_returned_twice_is_not_more_than_one() -> None:
    """Gold {A}, retrieved [A, A, X]: recall and nDCG are 1, and the repetition is reported."""
    for spec in ("recall", "nDCG@10", "AP"):
        score = metric(spec).score(retrieved_ids=["A", "A", "X"], relevance={"A": 1})
        assert score.value == 1.0
        assert "duplicates=A" in score.reason
    assert metric("recall").score(retrieved_ids=["A", "A"], relevance={"A": 1, "B": 1}).value == 0.5


def test_a_repetition_keeps_its_position() -> None:
    """A repeated document used up a place, so what stands behind it is not moved up."""
    assert metric("recall@2").score(retrieved_ids=["A", "A", "B"], relevance={"A": 1, "B": 1}).value == 0.5
    assert metric("RR").score(retrieved_ids=["X", "X", "A"], relevance={"A": 1}).value == pytest.approx(1 / 3)


def test_nothing_relevant_is_not_applicable_and_an_empty_ranking_is_zero() -> None:
    """Applicability is a fact of the case; returning nothing is a fact of the target."""
    for spec in SPECS:
        if spec == "judged@5":
            continue
        assert metric(spec).score(retrieved_ids=["a"], relevance={"a": 0}).status is Status.NOT_APPLICABLE
        assert metric(spec).score(retrieved_ids=[], relevance={"a": 2}).value == 0.0
    assert metric("recall").score(retrieved_ids=["a"], expected_context_ids=[]).status is Status.NOT_APPLICABLE
    assert metric("recall").score(retrieved_ids=["a"]).status is Status.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("ranking", "relevance", "code"),
    [
        (["a"], {}, "no_judgements"),
        (["a"], {"a": True}, "grade_type"),
        (["a"], {"a": "2"}, "grade_type"),
        (["a"], {"a": float("nan")}, "not_finite"),
        (["a"], ["a"], "not_a_map"),
        ("a", {"a": 1}, "not_a_list"),
        (["a", None], {"a": 1}, "no_id"),
        (["a", " "], {"a": 1}, "blank_id"),
        ([["a"]], {"a": 1}, "id_type"),
        ([True], {"a": 1}, "id_type"),
    ],
)
def test_malformed_inputs_are_invalid_and_say_which(ranking: object, relevance: object, code: str) -> None:
    """A broken row is never a low score."""
    score = metric("recall").score(retrieved_ids=ranking, relevance=relevance)
    assert (score.status, score.code) == (Status.INVALID, code)


def test_whole_numbers_are_ids_and_ids_are_exact() -> None:
    """7 is the id "7"; `r` is not `refund.md`, and no id is built by joining text."""
    assert metric("recall").score(retrieved_ids=[7], expected_context_ids=["7"]).value == 1.0
    assert metric("recall").score(retrieved_ids=["refund.md"], expected_context_ids=["r"]).value == 0.0
    assert metric("recall").score(retrieved_ids=["a", "a"], expected_context_ids=["a_x_2"]).value == 0.0


def test_a_sample_gives_ids_of_contexts_and_the_case_decides() -> None:
    """Ids come from the contexts where the target names none; without judgements the metric does not apply, failed or not."""
    output = Output(contexts=(Context(text="t", id="d1"), Context(text="u", document_id="d2")))
    case = Case(id="1", extra={"relevance": {"d2": 1}})
    assert metric("RR").evaluate(Sample(case=case, output=output)).value == 0.5
    failed = Output(failure=TargetFailure(kind="exception", message="no"))
    assert metric("RR").evaluate(Sample(case=Case(id="1"), output=failed)).status is Status.NOT_APPLICABLE
    assert metric("RR").evaluate(Sample(case=case, output=failed)).status is Status.ERROR
    assert metric("RR").evaluate(Sample(case=case, output=Output(answer="x"))).code == "missing_output"
    nameless = Output(contexts=(Context(text="t"),))
    assert metric("RR").evaluate(Sample(case=case, output=nameless)).code == "no_id"


def test_judgements_with_grades_win_over_expected_ids() -> None:
    """`relevance` is the fuller statement and is used alone."""
    score = metric("recall").score(retrieved_ids=["a"], relevance={"a": 1}, expected_context_ids=["b"])
    assert score.value == 1.0
