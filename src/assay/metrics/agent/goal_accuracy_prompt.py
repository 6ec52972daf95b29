"""The prompts of `agent_goal_accuracy`: what the user wanted, and whether it came about."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

from assay.records.prompt import Prompt
from assay.records.reply import JudgeReply


class GoalReply(JudgeReply):
    """What the user wants, as a state of the world that can be checked."""

    goal: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class AchievedReply(JudgeReply):
    """How the conversation ends, then whether the goal is reached."""

    end_state: str
    reason: str
    verdict: Literal["achieved", "not_achieved", "unknown"]


GOAL = Prompt(
    name="user_goal",
    version="1",
    instruction="""\
The numbered `user_turns` are all that a user said to an assistant, in order.
State in one or two sentences what the user wants to be done or to know in the end, with every detail that they ask for (names,
numbers, dates, conditions). Where they change their mind, the last word counts. State only what they ask for.""",
    inputs=("user_turns",),
    reply=GoalReply,
)

ACHIEVED = Prompt(
    name="goal_achieved",
    version="1",
    instruction="""\
Decide whether the `goal` is reached at the end of `conversation`, in which an assistant may have called tools.
First `end_state`: what has in fact been done or said when the conversation ends, by the results of the tools and the
assistant's words. An action that the assistant only promises, or claims without the result of a tool that shows it, has not
been done; what the assistant tells the user has been said.
Then the reason: each part of the goal, and whether the end state holds it. Then the verdict.
achieved: every part of the goal is reached. not_achieved: at least one is not.
unknown: what is shown does not allow to tell.""",
    inputs=("goal", "conversation"),
    reply=AchievedReply,
    verdict="verdict",
)
