"""G-Eval: steps once, probability weighting, and what happens without probabilities."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judging import judge_at
from openai_stub import OpenAIStub, Reply, said
from scripted_judge import ScriptedJudge, one

from assay.errors import ConfigurationError
from assay.judge.calls import MemoryCalls
from assay.metrics.rubric.g_eval import GEval
from assay.records import Score, Status
from assay.records.score import recompute

STEPS = {"steps": ["Read.", "Score."]}
EVEN = {"1": 0.0, "2": 0.1, "3": 0.2, "4": 0.4, "5": 0.3}


def score(distribution: Mapping[str, float] | None, *, verdict: int = 4, **params: Any) -> Score:
    """Score with scripted steps and probabilities."""
    script = {"g_eval_steps": STEPS, "g_eval": one(verdict, field="score")}
    return GEval(**params).score(judge=ScriptedJudge(script, distribution=distribution), answer="A.")


def test_weighting_by_probability() -> None:
    """Σ s·p / Σ p, exactly; the levels are the evidence, the verdict stands beside them."""
    scored = score(EVEN)
    assert scored.value == 3.9
    assert scored.reason == "3.9 weighted by probability, verdict 4; because"
    assert recompute(scored.items) == pytest.approx(3.9, abs=1e-12)
    assert (scored.details["scoring"], scored.details["mass"]) == ("probability", 1.0)
    assert scored.details["steps"] == ("Read.", "Score.")
    assert scored.calls == ("call-1", "call-2")


def test_missing_mass_is_renormalised_only_above_the_limit() -> None:
    """0.9 of the mass is enough by default, 0.89 is an error; the limit is a parameter."""
    assert score({"1": 0.0, "2": 0.0, "3": 0.0, "4": 0.6, "5": 0.3}).value == (4 * 6 + 5 * 3) / 9
    little = {"1": 0.0, "2": 0.0, "3": 0.0, "4": 0.59, "5": 0.3}
    assert (score(little).status, score(little).code) == (Status.ERROR, "scale_mass")
    assert "hold only 0.89" in score(little).reason
    assert score(little, min_mass=0.5).status is Status.SCORED
    assert score(dict.fromkeys("12345", 0.0), min_mass=0.01).code == "scale_mass"


def test_without_probabilities() -> None:
    """The declared mode decides: an error, the verdict as declared, or the verdict with the fallback on record."""
    assert (score(None).status, score(None).code) == (Status.ERROR, "no_probabilities")
    assert score(EVEN, scoring="verdict").value == 4
    fallen = score(None, scoring="probability_or_verdict")
    assert (fallen.value, fallen.details["scoring"], fallen.details["fallback"]) == (4, "verdict", "no_probabilities")
    assert recompute(fallen.items) == 4
    assert score(EVEN, scoring="probability_or_verdict").details["scoring"] == "probability"


def test_probabilities_are_asked_for_only_where_used() -> None:
    """The prompt has a scale exactly when the scoring weighs."""
    assert GEval(low=0, high=2).scoring_prompt.scale == ("0", "1", "2")
    assert GEval(scoring="verdict").scoring_prompt.scale == ()


def test_given_steps_are_not_asked_for() -> None:
    """Steps of one's own go to the judge as they are and stand in the signature."""
    judge = ScriptedJudge({"g_eval": one(4, field="score")}, distribution=EVEN)
    metric = GEval(steps=["Look."])  # type: ignore[arg-type]  # as a policy gives it
    assert metric.score(judge=judge, answer="A.").value == 3.9
    assert [name for name, _ in judge.asked] == ["g_eval"]
    assert judge.asked[0][1]["steps"] == ("Look.",)
    assert metric.signature() != GEval().signature()


def test_steps_become_part_of_the_definition() -> None:
    """The judge writes the steps once; the metric that holds them asks no more."""
    judge = ScriptedJudge({"g_eval_steps": STEPS, "g_eval": one(4, field="score")}, distribution=EVEN)
    metric = asyncio.run(GEval().with_steps(judge))
    assert metric == GEval(steps=("Read.", "Score."))
    metric.score(judge=judge, answer="A.")
    metric.score(judge=judge, answer="B.")
    assert [name for name, _ in judge.asked] == ["g_eval_steps", "g_eval", "g_eval"]


def test_the_question_for_steps_is_the_same_for_every_row() -> None:
    """So a judge that remembers what it was asked is paid once."""
    judge = ScriptedJudge({"g_eval_steps": STEPS, "g_eval": one(4, field="score")}, distribution=EVEN)
    for answer in ("A.", "B."):
        GEval().score(judge=judge, answer=answer)
    asked = [inputs for name, inputs in judge.asked if name == "g_eval_steps"]
    assert asked[0] == asked[1]


@given(st.lists(st.floats(0, 1), min_size=5, max_size=5).filter(lambda masses: sum(masses) > 0.01))
def test_the_value_stays_on_the_scale(masses: list[float]) -> None:
    """Whatever the probabilities, the weighted mean lies on the scale and the items add up to it."""
    whole = sum(masses) * 1.0000001
    distribution = {str(level): mass / whole for level, mass in enumerate(masses, start=1)}
    scored = score(distribution, min_mass=0.5)
    assert scored.status is Status.SCORED
    assert 1 <= scored.value <= 5  # type: ignore[operator]
    assert recompute(scored.items) == pytest.approx(scored.value)


@pytest.mark.parametrize(
    "params",
    [
        {"high": 10},
        {"high": 10, "scoring": "probability_or_verdict"},
        {"scoring": "logprobs"},
        {"min_mass": 0},
        {"min_mass": 1.1},
        {"min_mass": True},
        {"criteria": ""},
        {"steps": [" "]},
    ],
)
def test_parameters_are_checked(params: dict[str, Any]) -> None:
    """An unknown scoring, a mass outside its range, blank criteria or steps are refused."""
    with pytest.raises(ConfigurationError):
        GEval(**params)


def test_a_scale_of_ten_levels_goes_by_verdict() -> None:
    """Where a first token cannot tell two levels apart, only stated verdicts are used."""
    assert score(None, verdict=10, high=10, scoring="verdict").value == 10


def test_over_the_wire() -> None:
    """A server's token probabilities become the value; the steps of two rows are asked and paid for once."""
    top = {"4": 0.75, "5": 0.2, "maybe": 0.05}
    spelled = [('{"reason":"r","score":', 1.0, {}), ("4", 0.75, top), ("}", 1.0, {})]
    tokens = [
        {
            "token": token,
            "logprob": math.log(p),
            "top_logprobs": [{"token": other, "logprob": math.log(q)} for other, q in alternatives.items()],
        }
        for token, p, alternatives in spelled
    ]

    def respond(body: dict[str, Any]) -> Reply:
        wants_steps = "Write down the steps" in body["messages"][0]["content"]
        return said(STEPS) if wants_steps else said({"reason": "r", "score": 4}, logprobs=tokens)

    async def two_rows(judge: Any) -> list[Score]:
        return [await GEval().ascore(judge=judge, answer=answer) for answer in ("A.", "B.")]

    with OpenAIStub(respond) as stub:
        scores = asyncio.run(two_rows(judge_at(stub, calls=MemoryCalls())))
    for scored in scores:
        assert scored.value == pytest.approx((4 * 0.75 + 5 * 0.2) / 0.95)
        assert scored.details["mass"] == pytest.approx(0.95)
    asked = [body["messages"][0]["content"] for body in stub.bodies]
    assert sum("Write down the steps" in text for text in asked) == 1
    assert scores[1].details["cached"] == 1
