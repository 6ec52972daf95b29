"""Goals and topics of a conversation on scripted verdicts."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_judge import ScriptedJudge, one, verdicts

from assay.metrics.agent.adherence import MODES
from assay.metrics.agent.goal_accuracy import AgentGoalAccuracy, InferredGoalAccuracy
from assay.metrics.agent.judged_topic_adherence import TopicAdherence
from assay.records import Case, Output, Sample, Score, Status
from assay.records.score import recompute

MESSAGES = [
    {"role": "system", "content": "You book tables."},
    {"role": "user", "content": "A table for two at eight."},
    {"role": "assistant", "tool_calls": [{"name": "book", "args": {"seats": 2}}]},
    {"role": "tool", "content": "booked 20:00"},
    {"role": "assistant", "content": "Done. Also, buy stocks?"},
    {"role": "user", "content": "Who won the election?"},
]


def goal(verdict: str, metric: Any = None, **rest: Any) -> tuple[Score, ScriptedJudge]:
    """Score the conversation with a scripted verdict."""
    judge = ScriptedJudge(
        {"user_goal": {"goal": "A table at eight."}, "goal_achieved": {"end_state": "booked", **one(verdict)}}
    )
    return (metric or AgentGoalAccuracy()).score(judge=judge, messages=MESSAGES, **rest), judge


@pytest.mark.parametrize(("verdict", "value"), [("achieved", 1.0), ("not_achieved", 0.0)])
def test_a_stated_goal(verdict: str, value: float) -> None:
    """The verdict is the value; goal, end state and reason are the evidence; one call."""
    scored, judge = goal(verdict, reference="A table for two.")
    assert (scored.value, recompute(scored.items)) == (value, value)
    assert scored.reason == f"{verdict.replace('_', ' ')}: because"
    assert (scored.details["goal"], scored.details["end_state"]) == ("A table for two.", "booked")
    assert judge.asked[0][1]["goal"] == "A table for two."
    assert "assistant calls: book(seats=2)\ntool: booked 20:00" in judge.asked[0][1]["conversation"]
    assert len(scored.calls) == 1


def test_an_inferred_goal() -> None:
    """The goal is read from the user's turns alone, then held against the whole conversation."""
    scored, judge = goal("achieved", InferredGoalAccuracy())
    assert (scored.value, scored.details["goal"]) == (1.0, "A table at eight.")
    assert judge.asked[0] == ("user_goal", {"user_turns": ["A table for two at eight.", "Who won the election?"]})
    assert judge.asked[1][1]["goal"] == "A table at eight."
    assert scored.calls == ("call-1", "call-2")


def test_goal_edges() -> None:
    """Undecided is an error; a blank reference and silence of the user are invalid; no reference does not apply."""
    assert goal("unknown", reference="x")[0].code == "judge_undecided"
    assert goal("achieved", reference=" ")[0].code == "blank_reference"
    silent = InferredGoalAccuracy().score(judge=ScriptedJudge({}), messages=[{"role": "assistant", "content": "Hi"}])
    assert (silent.status, silent.code) == (Status.INVALID, "no_user_turn")
    empty = AgentGoalAccuracy().score(judge=ScriptedJudge({}), messages=[], reference="x")
    assert (empty.status, empty.code) == (Status.INVALID, "empty_conversation")
    sample = Sample(case=Case(id="1"), output=Output(messages=tuple(MESSAGES)))
    missing = AgentGoalAccuracy().evaluate(sample, {"judge": ScriptedJudge({})})
    assert isinstance(missing, Score)
    assert missing.status is Status.NOT_APPLICABLE
    assert AgentGoalAccuracy().spec != InferredGoalAccuracy().spec


def topics(mode: str, answered: list[str], allowed: list[str], **rest: Any) -> Score:
    """Score topics that were answered or declined, and are allowed or not."""
    judge = ScriptedJudge(
        {
            "conversation_topics": {"topics": rest.pop("names", [f"t{n}" for n in range(len(answered))])},
            "topics_answered": verdicts(*answered),
            "topics_allowed": verdicts(*allowed),
        }
    )
    return TopicAdherence(mode=mode).score(judge=judge, messages=MESSAGES, **{"reference_topics": ["tables"], **rest})


@pytest.mark.parametrize(
    ("mode", "value"), [("accuracy", 3 / 5), ("precision", 1 / 2), ("recall", 1 / 2), ("f1", 2 / 4)]
)
def test_four_cells_of_topics(mode: str, value: float) -> None:
    """Answered and allowed, declined though allowed, strayed, and two rightly declined."""
    scored = topics(
        mode,
        ["answered", "declined", "answered", "declined", "declined"],
        ["allowed", "allowed", "not_allowed", "not_allowed", "not_allowed"],
    )
    assert scored.value == value
    assert recompute(scored.items) == value
    assert [item.outcome for item in scored.items] == ["answered", "refused", "strayed", "declined", "declined"]
    assert scored.items[0].reason == "because 1; because 1"
    assert len(scored.calls) == 3


def test_rightly_declined_topics_are_credited() -> None:
    """A conversation of correctly refused requests is perfect by accuracy, and no number by the other modes."""
    for mode in MODES:
        scored = topics(mode, ["declined"], ["not_allowed"])
        assert (scored.value == 1.0) == (mode == "accuracy")
        assert (scored.status is Status.SCORED) == (mode == "accuracy")


def test_topic_edges() -> None:
    """A topic said twice counts once; no topic does not apply; a short verdict list is an error; no allowed topic is invalid."""
    assert len(topics("accuracy", ["answered"], ["allowed"], names=["Tables", "tables "]).items) == 1
    assert topics("accuracy", [], []).code == "no_topics"
    assert topics("accuracy", ["answered", "answered"], ["allowed"]).status is Status.ERROR
    assert topics("accuracy", ["answered"], ["allowed"], reference_topics=[" "]).code == "empty_requirement"
