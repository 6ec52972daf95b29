"""Retrieval metrics against a worked example and against an independent library."""

from __future__ import annotations

import random

import pytest

from assay.metrics.registry import Registry

RANKING = [f"d{rank}" for rank in range(1, 9)]
RELEVANCE = {"d1": 0, "d2": 3, "d4": 1, "d5": 2, "d6": 0, "d8": 2, "gone": 0}
"""Relevant at ranks 2, 4, 5, 8; d3 and d7 unjudged; one judged non-relevant document never retrieved."""

WORKED = {
    "nDCG@10": 0.6549,
    "nDCG@5": 0.5441,
    "nDCG(gain=exponential)@5": 0.5551,
    "AP": 0.525,
    "AP@5": 0.40,
    "RR": 0.5,
    "bpref": 0.5833,
    "RBP(p=0.8)": 0.3863,
    "judged@5": 0.8,
    "precision@5": 0.6,
    "recall@5": 0.75,
    "hit@1": 0.0,
    "hit@2": 1.0,
    "Rprec": 0.5,
}


@pytest.mark.parametrize(("spec", "value"), WORKED.items())
def test_the_graded_example_of_eight_documents(spec: str, value: float) -> None:
    """Every measure of the worked example, to the digits printed."""
    score = Registry.built_in().parse(spec).score(retrieved_ids=RANKING, relevance=RELEVANCE)
    assert score.value == pytest.approx(value, abs=6e-5)


def test_rbp_tells_its_residual() -> None:
    """What the unseen positions could add is p to the depth; what the unjudged could add stands apart."""
    score = Registry.built_in().parse("RBP(p=0.8)").score(retrieved_ids=RANKING, relevance=RELEVANCE)
    assert score.details["residual"] == pytest.approx(0.1678, abs=6e-5)
    assert score.details["unjudged"] == pytest.approx(0.2 * (0.8**2 + 0.8**6))


def test_rbp_is_binary_so_grades_cannot_lift_it_above_its_bound() -> None:
    """A grade of 3 counts like a grade of 1."""
    metric = Registry.built_in().parse("RBP")
    high, low = dict.fromkeys(RANKING, 3), dict.fromkeys(RANKING, 1)
    assert (
        metric.score(retrieved_ids=RANKING, relevance=high).value
        == metric.score(retrieved_ids=RANKING, relevance=low).value
    )


def test_average_precision_sees_a_missed_document_and_the_retrieved_only_form_does_not() -> None:
    """Hits at 1 and 3 of four relevant: AP is 0.417, and no measure of this family divides by the hits only."""
    score = Registry.built_in().parse("AP").score(retrieved_ids=["a", "x", "b"], relevance=dict.fromkeys("abcd", 1))
    assert score.value == pytest.approx((1 + 2 / 3) / 4)


def test_against_ir_measures() -> None:
    """Two hundred random rankings: the values of ir-measures (trec_eval underneath)."""
    ir_measures = pytest.importorskip("ir_measures")
    chance = random.Random(7)
    pairs = {
        "nDCG@10": "nDCG@10", "nDCG": "nDCG", "nDCG@3": "nDCG@3", "AP": "AP", "AP@5": "AP@5", "AP(relevant_at=2)": "AP(rel=2)",
        "RR": "RR", "precision@5": "P@5", "recall@5": "R@5", "hit@3": "Success@3", "Rprec": "Rprec", "bpref": "Bpref",
        "judged@5": "Judged@5", "nDCG(gain=exponential)@5": "nDCG(gains={0:0,1:1,2:3,3:7})@5",
    }  # fmt: skip
    compared = 0
    for _ in range(200):
        pool = [f"d{number}" for number in range(14)]
        relevance = {name: chance.choice([0, 0, 1, 2, 3]) for name in chance.sample(pool, 9)}
        if not any(grade >= 2 for grade in relevance.values()):
            continue
        ranking = chance.sample(pool, chance.randint(1, 12))
        run = {"q": {name: float(len(ranking) - place) for place, name in enumerate(ranking)}}
        oracle = {str(key): value for key, value in ir_measures.calc_aggregate(
            [ir_measures.parse_measure(theirs) for theirs in pairs.values()], {"q": relevance}, run).items()}  # fmt: skip
        for ours, theirs in pairs.items():
            score = Registry.built_in().parse(ours).score(retrieved_ids=ranking, relevance=relevance)
            expected = oracle[str(ir_measures.parse_measure(theirs))]
            assert score.value == pytest.approx(expected, abs=1e-6), (ours, ranking, relevance)
            compared += 1
    assert compared > 2000
