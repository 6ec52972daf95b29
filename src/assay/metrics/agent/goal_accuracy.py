"""Whether an agent reached the goal, as a judge finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import InvalidRowError
from assay.metrics.agent.goal_accuracy_prompt import ACHIEVED, GOAL
from assay.metrics.inquiry import Inquiry
from assay.metrics.judged import JudgeMetric, cannot_tell
from assay.metrics.stated import require_reference
from assay.metrics.transcript import transcript, user_turns
from assay.records import Item, Message, MetricResult
from assay.records.prompt import Prompt
from assay.records.protocols import Judge


@dataclass(frozen=True)
class AgentGoalAccuracy(JudgeMetric):
    """Whether the goal that the case states is reached at the end of the conversation: 1 or 0, decided by a judge.

    Inputs: `messages` of the output (with tool calls and their results), `reference` of the case, the goal in words.
    Range 0 to 1, higher is better. One call a row. The end state that the judge found stands in `details.end_state`.
    Where the world's end state can be looked up, `state_check` decides without a judge.

    Not applicable: the case states no reference. Invalid: the reference is blank, or there are no messages. Error: the judge
    cannot tell, or its runs tie.

    Source: agent goal accuracy with reference, as in ragas.
    """

    name: ClassVar[str] = "agent_goal_accuracy"
    calls: ClassVar[str] = "1"

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """The one prompt."""
        return (ACHIEVED,)

    async def measure(self, reference: str, messages: tuple[Message, ...], judge: Judge) -> MetricResult:
        """Hold the end of the conversation against the reference."""
        require_reference(reference)
        return await _reached(Inquiry(judge), reference, messages)


@dataclass(frozen=True)
class InferredGoalAccuracy(JudgeMetric):
    """Whether the goal that the user has in mind is reached at the end of the conversation: 1 or 0, decided by a judge.

    A judge first reads the goal from the user's turns alone, so that what the assistant did cannot bend it, and then
    decides. The goal is the judge's own reading: prefer `agent_goal_accuracy` where a person has stated it.

    Input: `messages` of the output. Range 0 to 1, higher is better. Two calls a row. `details` hold `goal` and `end_state`.

    Invalid: no messages, or none with words of the user. Error: the judge cannot tell, or its runs tie.

    Source: agent goal accuracy without reference, as in ragas.
    """

    name: ClassVar[str] = "agent_goal_accuracy"
    variant: ClassVar[str] = "inferred"
    calls: ClassVar[str] = "2"

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Goal, and achieved."""
        return (GOAL, ACHIEVED)

    async def measure(self, messages: tuple[Message, ...], judge: Judge) -> MetricResult:
        """Read the goal, then hold the end of the conversation against it."""
        inquiry = Inquiry(judge)
        goal = (await inquiry.ask(GOAL, user_turns=user_turns(messages))).reply.goal
        return await _reached(inquiry, goal, messages)


async def _reached(inquiry: Inquiry, goal: str, messages: tuple[Message, ...]) -> MetricResult:
    if not messages:
        raise InvalidRowError("messages must not be empty", code="empty_conversation")
    reply = (await inquiry.ask(ACHIEVED, goal=goal, conversation=transcript(messages))).reply
    if reply.verdict == "unknown":
        return inquiry.backed(cannot_tell(reply.reason, details={"goal": goal, "end_state": reply.end_state}))
    reached = reply.verdict == "achieved"
    word = reply.verdict.replace("_", " ")
    return inquiry.backed(
        MetricResult.of_ratio(
            int(reached),
            1,
            reason=f"{word}: {reply.reason}",
            items=(Item(kind="goal", text=goal, outcome=word, credit=float(reached), reason=reply.reason),),
            details={"goal": goal, "end_state": reply.end_state},
        )
    )
