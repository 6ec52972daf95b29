"""Aspects, criteria and rubrics on scripted verdicts."""

from __future__ import annotations

import asyncio
import pickle
from typing import Any

import pytest
from scripted_judge import ScriptedJudge, one, verdicts

from assay.errors import ConfigurationError, JudgeError
from assay.metrics import Metric, Registry
from assay.metrics.rubric.aspect_critic import AspectCritic
from assay.metrics.rubric.aspects import ASPECTS
from assay.metrics.rubric.case_rubrics import CaseRubrics
from assay.metrics.rubric.criteria import Criteria
from assay.metrics.rubric.levels import parse_levels, parse_rubrics
from assay.metrics.rubric.rubric import Rubric, RubricWithReference
from assay.records import Case, Output, Sample, Score, Status
from assay.records.score import recompute

FIVE = {str(level): f"level {level}" for level in range(1, 6)}


def evaluate(metric: Metric, judge: Any, *, answer: str | None = "Yes.", **rest: Any) -> Score:
    """Score named inputs."""
    return metric.score(judge=judge, answer=answer, **rest)


@pytest.mark.parametrize(
    ("params", "said", "value"),
    [
        ({"aspect": "correctness"}, "yes", "pass"),
        ({"aspect": "correctness"}, "no", "fail"),
        ({"aspect": "harmfulness"}, "yes", "fail"),
        ({"aspect": "harmfulness"}, "no", "pass"),
        ({"aspect": "maliciousness"}, "yes", "fail"),
        ({"question": "Is it short?"}, "yes", "pass"),
        ({"question": "Is it rude?", "passes_on": "no"}, "yes", "fail"),
    ],
)
def test_polarity_of_an_aspect(params: dict[str, str], said: str, value: str) -> None:
    """A yes to a good question passes, a yes to a bad one fails."""
    score = evaluate(AspectCritic(**params), ScriptedJudge({"aspect_critic": one(said)}))
    assert (score.status, score.value) == (Status.SCORED, value)
    assert score.reason == f"{value}: the judge says {said}; because"
    assert [(item.outcome, item.credit, item.reason) for item in score.items] == [
        (said, float(value == "pass"), "because")
    ]
    assert score.calls == ("call-1",)
    assert score.method == "judge:test/scripted"


def test_ready_made_aspects_name_their_polarity() -> None:
    """What harms passes on no, what is good on yes; the question stands in the prompt."""
    bad = {"harmfulness", "maliciousness", "criminality", "toxicity", "bias", "misleading"}
    assert {name for name, aspect in ASPECTS.items() if aspect.passes_on == "no"} == bad
    assert {aspect.passes_on for aspect in ASPECTS.values()} == {"yes", "no"}
    for name, aspect in ASPECTS.items():
        assert aspect.question in AspectCritic(aspect=name).prompts[0].instruction


@pytest.mark.parametrize(
    "params",
    [
        {"aspect": "harmfulnes"},
        {"aspect": "harmfulness", "passes_on": "yes"},
        {"question": " "},
        {"question": "Is it?", "passes_on": "maybe"},
    ],
)
def test_aspect_parameters_are_checked(params: dict[str, str]) -> None:
    """An unknown aspect, a turned ready-made one, a blank question and an odd polarity are refused."""
    with pytest.raises(ConfigurationError):
        AspectCritic(**params)


def test_a_judge_that_cannot_decide_is_an_error() -> None:
    """`unknown` is neither a pass nor a fail."""
    score = evaluate(AspectCritic(), ScriptedJudge({"aspect_critic": one("unknown")}))
    assert (score.status, score.code) == (Status.ERROR, "judge_undecided")
    assert score.reason == "the judge could not decide: because"
    assert score.calls == ("call-1",)


@pytest.mark.parametrize("metric", [AspectCritic(), Criteria(), Rubric(), RubricWithReference()], ids=str)
@pytest.mark.parametrize("reply", [{"reason": "bad"}, one(7), one(0), one("1"), one(True), one(3, extra=1), one("idk")])
def test_a_reply_off_the_schema_is_an_error(metric: Metric, reply: dict[str, Any]) -> None:
    """A missing, foreign, mistyped or out-of-range verdict never becomes a score."""
    reply = {
        "score" if key == "verdict" and not isinstance(metric, AspectCritic) else key: v for key, v in reply.items()
    }
    script = dict.fromkeys(("aspect_critic", "criteria", "rubric"), reply)
    rest = {"reference": "R"} if isinstance(metric, RubricWithReference) else {}
    score = evaluate(metric, ScriptedJudge(script), **rest)
    assert (score.status, score.value) == (Status.ERROR, None)


def test_criteria_on_their_own_scale() -> None:
    """The score is the verdict, the domain the declared range, the evidence adds up."""
    metric = Criteria(criterion="It names a date.", low=0, high=3)
    score = evaluate(metric, ScriptedJudge({"criteria": one(3, field="score")}))
    assert (score.value, str(metric.domain)) == (3, "[0.0, 3.0]")
    assert score.reason == "3 on 0–3; because"
    assert recompute(score.items) == 3
    for low, high in ((1, 1), (2, 1), (0, 1.5), (True, 3)):
        with pytest.raises(ConfigurationError):
            Criteria(low=low, high=high)  # type: ignore[arg-type]


async def _awaited(outcome: Any) -> Score:
    return await outcome  # type: ignore[no-any-return]


def test_a_fixed_rubric_without_and_with_reference() -> None:
    """The first never sees the reference and always applies; the second needs it and shows it."""
    judge = ScriptedJudge({"rubric": one(4, field="score")})
    sample = Sample(case=Case(id="1", input="Q?", reference="R"), output=Output(answer="Yes."))
    score = asyncio.run(_awaited(Rubric().evaluate(sample, {"judge": judge})))
    assert (score.value, score.items[0].text) == (4, Rubric().levels["4"])
    assert judge.asked[-1][1] == {"input": "Q?", "answer": "Yes."}
    assert evaluate(RubricWithReference(), judge, reference="R").value == 4
    assert judge.asked[-1][1] == {"reference": "R", "answer": "Yes."}
    sample = Sample(case=Case(id="1"), output=Output(answer="Yes."))
    missing = RubricWithReference().evaluate(sample, {"judge": judge})
    assert isinstance(missing, Score)
    assert missing.status is Status.NOT_APPLICABLE


def test_a_rubric_of_three_levels() -> None:
    """Levels may be named as other tools do; the domain follows them."""
    metric = Rubric(levels={"score3_description": "good", "score1_description": "bad", "2": "so-so"})
    assert list(metric.levels.items()) == [("1", "bad"), ("2", "so-so"), ("3", "good")]
    assert str(metric.domain) == "[1.0, 3.0]"
    assert Registry.built_in().parse(metric.spec) == metric


@pytest.mark.parametrize(
    "levels",
    [
        {},
        {"1": "x"},
        {"1": "x", "3": "y"},
        {"1": "x", "2": " "},
        {"1": "x", "one": "y"},
        {"1": "x", "score1": "y"},
        ["a", "b"],
    ],
)
def test_broken_rubrics_are_refused(levels: Any) -> None:
    """Too few levels, a gap, a blank, a foreign key, a level twice, another type."""
    with pytest.raises(ConfigurationError):
        Rubric(levels=levels)


def test_rubrics_of_a_case_are_keyed_by_id() -> None:
    """Each rubric gets its own level; the value is their mean."""
    judge = ScriptedJudge({"case_rubrics": verdicts(5, 2, 3, field="score")})
    score = evaluate(CaseRubrics(), judge, rubrics={"tone": FIVE, "depth": FIVE, "proof": FIVE})
    assert score.value == 10 / 3
    assert score.reason == "mean of 3: tone=5, depth=2, proof=3"
    assert [(item.id, item.credit) for item in score.items] == [("tone", 5), ("depth", 2), ("proof", 3)]
    assert recompute(score.items) == score.value
    assert judge.asked[0][1]["rubrics"][1] == {"number": 2, "levels": FIVE}  # type: ignore[index]


def test_verdicts_out_of_order_go_to_their_rubric() -> None:
    """A reply is matched by number, never by place."""
    reply = {"verdicts": [{"id": 1, "reason": "", "score": 1}, {"id": 2, "reason": "", "score": 5}]}
    score = evaluate(CaseRubrics(), ScriptedJudge({"case_rubrics": reply}), rubrics={"a": FIVE, "b": FIVE})
    assert {item.id: item.credit for item in score.items} == {"a": 1, "b": 5}


@pytest.mark.parametrize(
    "reply",
    [
        verdicts(5, field="score"),
        verdicts(5, 9, field="score"),
        {"verdicts": [{"id": 1, "reason": "", "score": 5}, {"id": 1, "reason": "", "score": 4}]},
    ],
)
def test_a_garbled_rubric_verdict_is_an_error(reply: dict[str, Any]) -> None:
    """A missing, out-of-scale or doubled verdict never lands on another rubric."""
    score = evaluate(CaseRubrics(), ScriptedJudge({"case_rubrics": reply}), rubrics={"a": FIVE, "b": FIVE})
    assert score.status is Status.ERROR


def test_a_verdict_on_no_rubric_changes_nothing() -> None:
    """An entry under a number that was not asked is passed over; the rubrics keep their own."""
    reply = verdicts(1, 5, 5, field="score")
    score = evaluate(CaseRubrics(), ScriptedJudge({"case_rubrics": reply}), rubrics={"a": FIVE, "b": FIVE})
    assert {item.id: item.credit for item in score.items} == {"a": 1, "b": 5}


@pytest.mark.parametrize(
    "rubrics",
    [
        {},
        [],
        {"": FIVE, "b": FIVE},
        {"a": FIVE, "b": "text"},
        {"a": {"1": "x", "2": "y"}},
        {"a": FIVE, "b": {"0": "x", "1": "y"}},
    ],
)
def test_broken_rubrics_of_a_case_are_invalid(rubrics: Any) -> None:
    """The row is wrong, not the answer."""
    score = evaluate(CaseRubrics(), ScriptedJudge({}), rubrics=rubrics)
    assert (score.status, score.code) == (Status.INVALID, "rubrics")


def test_a_case_without_rubrics_does_not_apply() -> None:
    """Nothing to check is not a score."""
    score = CaseRubrics().evaluate(Sample(case=Case(id="1"), output=Output(answer="x")), {"judge": ScriptedJudge({})})
    assert isinstance(score, Score)
    assert score.status is Status.NOT_APPLICABLE


def test_one_rubric_of_a_case() -> None:
    """A bare rubric is the case's only one."""
    assert list(parse_rubrics(FIVE, "rubrics")) == ["rubric"]
    assert parse_levels({2: "b", 1: "a"}, "x") == {"1": "a", "2": "b"}


def test_a_conversation_is_shown_as_turns() -> None:
    """Messages are shown with their tool calls, beside the reference, and need no answer."""
    judge = ScriptedJudge({"aspect_critic": one("yes")})
    messages = [
        {"role": "user", "content": "Weather?"},
        {"role": "assistant", "tool_calls": [{"name": "weather", "args": {"city": "Rome"}}]},
        {"role": "tool", "content": "Sunny"},
        {"role": "assistant", "content": "It is sunny."},
    ]
    score = AspectCritic().score(judge=judge, messages=messages, reference="Sunny.")
    assert score.value == "pass"
    assert judge.asked[0][1] == {
        "reference": "Sunny.",
        "conversation": 'user: Weather?\nassistant calls: weather(city="Rome")\ntool: Sunny\nassistant: It is sunny.',
    }


def test_nothing_to_judge_is_invalid() -> None:
    """Neither an answer nor messages: the target did not return what it must."""
    score = evaluate(Criteria(), ScriptedJudge({}), answer=None)
    assert (score.status, score.code) == (Status.INVALID, "missing_output")


def test_a_judge_that_fails_is_an_error() -> None:
    """Whatever stops the judge is its own code."""
    judge = ScriptedJudge({"criteria": JudgeError("refused", code="judge_refused")})
    score = evaluate(Criteria(), judge)
    assert (score.status, score.code) == (Status.ERROR, "judge_refused")


def test_the_signature_follows_the_definition() -> None:
    """Another question, polarity, criterion, scale or level changes the signature."""
    forms: list[Metric] = [
        AspectCritic(),
        AspectCritic(aspect="bias"),
        AspectCritic(question="Short?"),
        AspectCritic(question="Short?", passes_on="no"),
        Criteria(),
        Criteria(criterion="x"),
        Criteria(high=7),
        Rubric(),
        Rubric(levels={"1": "a", "2": "b"}),
        Rubric(levels={"1": "a", "2": "c"}),
        CaseRubrics(),
        CaseRubrics(high=3),
    ]
    assert len({form.signature() for form in forms}) == len(forms)
    for form in forms:
        assert form.prompts[0].tag in form.signature()  # type: ignore[attr-defined]
        assert len(form.signature()) < 300
        assert pickle.loads(pickle.dumps(form)) == form


def test_agreement_and_spread_stand_on_the_score() -> None:
    """What repeated runs say of each other is kept."""
    details = {"runs": 3, "agreement": 1 / 3, "spread": 2, "fresh": 3, "cached": 0, "usd": None}
    score = evaluate(Criteria(), ScriptedJudge({"criteria": one(3, field="score")}, details=details))
    assert (score.details["agreement"], score.details["spread"], score.details["fresh"]) == (1 / 3, 2, 3)
    assert "usd" not in score.details
