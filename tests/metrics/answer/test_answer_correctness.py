"""Answer correctness: claims in both directions, similarity, weights, and what is not needed."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_judge import ScriptedJudge, TableGrounder, lists, supports
from vectors import TableEmbedder

from assay.errors import ConfigurationError
from assay.metrics.answer.answer_correctness import AnswerCorrectness, GroundedAnswerCorrectness
from assay.records import Case, Output, Sample, Score, Status
from assay.records.score import recompute
from assay.sync import run_sync

ANSWER, REFERENCE = "The answer.", "The reference."
TABLE = {ANSWER: ["a1", "a2", "a3"], REFERENCE: ["r1", "r2"]}
PAIRS = {("a1", REFERENCE), ("a2", REFERENCE), ("r1", ANSWER)}
NEAR = {ANSWER: [0.6, 0.8], REFERENCE: [1.0, 0.0]}


def judge() -> ScriptedJudge:
    return ScriptedJudge(statements=lists(TABLE), claim_support=supports(PAIRS))


def score(metric: AnswerCorrectness, **changes: Any) -> Score:
    given = {"judge": judge(), "embedder": TableEmbedder(NEAR)}
    resources = {name: given[name] for name in metric.needs.resources}
    return metric.score(**{"answer": ANSWER, "reference": REFERENCE, **resources, **changes})


def test_it_is_the_weighted_mean_of_factuality_and_similarity() -> None:
    """P = 2/3, R = 1/2, F1 = 4/7; with cosine 0.6 the default weights give 0.75 · 4/7 + 0.25 · 0.6."""
    result = score(AnswerCorrectness())
    assert result.value == pytest.approx(0.75 * 4 / 7 + 0.25 * 0.6, abs=1e-15)
    assert result.value == recompute(result.items)
    assert result.reason == (
        "factuality=0.571 (weight 0.75); similarity=0.600 (weight 0.25); precision=2/3; recall=1/2"
    )
    assert result.details["factuality"] == 4 / 7
    assert result.method == "judge:test/scripted+embedding:table"
    assert [item.outcome for item in result.items if item.kind == "answer_claim"] == [
        "supported",
        "supported",
        "unknown",
    ]
    assert [item.outcome for item in result.items if item.kind == "reference_claim"] == ["supported", "unknown"]
    assert len(result.calls) == 4


def test_weights_are_normalised_by_their_sum() -> None:
    """3 and 1 is the same as 0.75 and 0.25."""
    assert score(AnswerCorrectness(weights=(3, 1))).value == score(AnswerCorrectness()).value


def test_claims_alone_need_no_embedder() -> None:
    """Without weight on the similarity the value is the exact F-beta and no embedder is asked for."""
    metric = AnswerCorrectness(weights=(1, 0))
    assert metric.needs.resources == ("judge",)
    result = score(metric)
    assert str(result.ratio) == "4/7"
    assert result.value == 4 / 7 == recompute(result.items)


def test_beta_weighs_recall() -> None:
    """F2 of P = 2/3 and R = 1/2 is 10/19."""
    assert str(score(AnswerCorrectness(weights=(1, 0), beta=2)).ratio) == "10/19"


def test_similarity_alone_asks_no_judge() -> None:
    """Without weight on the claims there is no judge call."""
    metric = AnswerCorrectness(weights=(0, 1))
    assert metric.needs.resources == ("embedder",)
    result = score(metric)
    assert result.value == 0.6
    assert result.calls == ()


def test_opposite_texts_count_as_unlike() -> None:
    """A negative cosine counts as 0; the raw one stays in the details."""
    opposite = TableEmbedder({ANSWER: [-1.0, 0.0], REFERENCE: [1.0, 0.0]})
    result = score(AnswerCorrectness(weights=(0, 1)), embedder=opposite)
    assert (result.value, result.details["similarity"]) == (0.0, -1.0)


def test_a_zero_vector_is_an_error() -> None:
    """An embedding without a direction is no similarity of 0."""
    nowhere = TableEmbedder({ANSWER: [0.0, 0.0], REFERENCE: [1.0, 0.0]})
    result = score(AnswerCorrectness(), embedder=nowhere)
    assert (result.status, result.code) == (Status.ERROR, "bad_vector")


@pytest.mark.parametrize("blank", [ANSWER, REFERENCE])
def test_a_side_without_claims_is_not_applicable(blank: str) -> None:
    """An answer or a reference without claims has no factuality: neither 1 nor 0."""
    mute = ScriptedJudge(statements=lists({**TABLE, blank: []}), claim_support=supports(PAIRS))
    result = score(AnswerCorrectness(), judge=mute)
    assert (result.status, result.code) == (Status.NOT_APPLICABLE, "no_claims")


def test_edges_without_a_call() -> None:
    """A blank answer is 0, an abstention not applicable, a blank reference invalid."""
    assert score(AnswerCorrectness(), answer=" ").value == 0.0
    assert score(AnswerCorrectness(), answer="I don't know.").status is Status.NOT_APPLICABLE
    assert score(AnswerCorrectness(), reference=" ").code == "blank_reference"
    unstated = Sample(case=Case(id="1"), output=Output(answer=ANSWER))
    found = AnswerCorrectness().evaluate(unstated)
    assert isinstance(found, Score)
    assert found.reason == "the case states no reference"


def test_an_absent_embedder_is_an_error() -> None:
    """The weight on the similarity never moves to the claims in silence."""
    whole = Sample(case=Case(id="1", reference=REFERENCE), output=Output(answer=ANSWER))
    found = AnswerCorrectness().evaluate(whole, {"judge": judge()})
    result = found if isinstance(found, Score) else run_sync(found)  # type: ignore[arg-type]
    assert result.code == "no_embedder"


@pytest.mark.parametrize("weights", [(1,), (1, 2, 3), (0, 0), (-1, 2), "ab", (True, 1), None])
def test_wrong_weights_are_refused(weights: Any) -> None:
    """Two numbers, none negative, not both 0."""
    with pytest.raises(ConfigurationError, match="weights"):
        AnswerCorrectness(weights=weights)


def test_the_offline_variant() -> None:
    """With a grounder the units are sentences."""
    grounder = TableGrounder({("One.", "One. Three."), ("One.", "One. Two.")})
    result = GroundedAnswerCorrectness(weights=(1, 0)).score(
        answer="One. Two.", reference="One. Three.", grounder=grounder
    )
    assert str(result.ratio) == "1/2"
    assert result.method == "lexical:test"
