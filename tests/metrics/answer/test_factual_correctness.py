"""Factual correctness: three modes in their own units, levels of taking apart, edges."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_judge import ScriptedJudge, TableGrounder, lists, supports

from assay.errors import ConfigurationError
from assay.metrics.answer.factual_correctness import FactualCorrectness, GroundedFactualCorrectness
from assay.metrics.answer.factual_correctness_prompt import LEVELS, statements_prompt
from assay.records import Score
from assay.records.score import recompute

ANSWER, REFERENCE = "The answer.", "The reference."
SAID, WANTED = ["a1", "a2", "a3", "a4"], ["r1", "r2", "r3"]
PAIRS = {("a1", REFERENCE), ("r1", ANSWER), ("r2", ANSWER)}


def judge(said: list[str] = SAID, wanted: list[str] = WANTED, name: str = "statements") -> ScriptedJudge:
    return ScriptedJudge(**{name: lists({ANSWER: said, REFERENCE: wanted})}, claim_support=supports(PAIRS))


def score(metric: FactualCorrectness, asked: ScriptedJudge | None = None, **changes: Any) -> Score:
    return metric.score(**{"answer": ANSWER, "reference": REFERENCE, "judge": asked or judge(), **changes})


@pytest.mark.parametrize(
    ("params", "ratio", "calls"),
    [
        ({"mode": "precision"}, "1/4", 2),
        ({"mode": "recall"}, "2/3", 2),
        ({}, "4/11", 4),
        ({"beta": 2}, "1/2", 4),
        ({"beta": 0.5}, "2/7", 4),
    ],
)
def test_the_modes(params: dict[str, Any], ratio: str, calls: int) -> None:
    """P = 1/4 of the answer's claims, R = 2/3 of the reference's, F-beta exactly; only the needed direction is asked."""
    asked = judge()
    result = score(FactualCorrectness(**params), asked)
    assert (str(result.ratio), len(asked.asked)) == (ratio, calls)
    if "mode" in params:
        assert recompute(result.items) == result.value


def test_f_adds_up_from_the_items() -> None:
    """Both shares can be counted from the evidence alone, and they give the value."""
    items = score(FactualCorrectness()).items
    shares = []
    for kind in ("answer_claim", "reference_claim"):
        outcomes = [item.outcome == "supported" for item in items if item.kind == kind]
        shares.append(sum(outcomes) / len(outcomes))
    precision, recall = shares
    assert 2 * precision * recall / (precision + recall) == pytest.approx(4 / 11)


def test_cutting_the_answer_finer_does_not_raise_recall() -> None:
    """Recall counts the reference's claims, however many the answer is cut into."""
    fine = judge(said=[f"a{number}" for number in range(1, 20)])
    assert score(FactualCorrectness(mode="recall"), fine).value == score(FactualCorrectness(mode="recall")).value


@pytest.mark.parametrize("atomicity", LEVELS)
@pytest.mark.parametrize("coverage", LEVELS)
def test_every_level_has_its_own_prompt(atomicity: str, coverage: str) -> None:
    """Another level is another question and another signature; both at `high` share the list with other metrics."""
    metric = FactualCorrectness(atomicity=atomicity, coverage=coverage)
    prompt = statements_prompt(atomicity, coverage)
    assert prompt.tag in metric.signature()
    assert str(score(metric, judge(name=prompt.name)).ratio) == "4/11"
    hashes = {statements_prompt(one, other).hash for one in LEVELS for other in LEVELS}
    assert len(hashes) == 4


@pytest.mark.parametrize(
    ("mode", "said", "wanted", "code"),
    [
        ("precision", [], WANTED, "no_claims"),
        ("f1", [], WANTED, "no_claims"),
        ("f1", SAID, [], "no_claims"),
        ("recall", SAID, [], "no_reference_claims"),
    ],
)
def test_a_side_without_claims(mode: str, said: list[str], wanted: list[str], code: str) -> None:
    """A share of nothing is not applicable, never 0 or 1."""
    assert score(FactualCorrectness(mode=mode), judge(said, wanted)).code == code


def test_recall_needs_no_answer_claims() -> None:
    """The reference's claims are looked for in the answer as it stands."""
    assert str(score(FactualCorrectness(mode="recall"), judge(said=[])).ratio) == "2/3"


@pytest.mark.parametrize("mode", ["f1", "precision", "recall"])
def test_edges_without_a_call(mode: str) -> None:
    """Blank answer 0, abstention not applicable, blank reference invalid."""
    metric, asked = FactualCorrectness(mode=mode), judge()
    assert score(metric, asked, answer="").value == 0.0
    assert score(metric, asked, answer="I don't know.").code == "abstained"
    assert score(metric, asked, reference=" ").code == "blank_reference"
    assert asked.asked == []


@pytest.mark.parametrize("params", [{"mode": "F1"}, {"beta": 0}, {"beta": True}, {"atomicity": "mid"}, {"coverage": 1}])
def test_wrong_parameters_are_refused(params: dict[str, Any]) -> None:
    """An unknown mode never behaves as another."""
    with pytest.raises(ConfigurationError):
        FactualCorrectness(**params)


def test_the_offline_variant() -> None:
    """Sentences as claims, a grounder as judge."""
    grounder = TableGrounder({("One.", "One. Three. Four.")})
    given = {"answer": "One. Two.", "reference": "One. Three. Four.", "grounder": grounder}
    assert str(GroundedFactualCorrectness(mode="precision").score(**given).ratio) == "1/2"
    assert str(GroundedFactualCorrectness(mode="recall").score(**given).ratio) == "0/3"
