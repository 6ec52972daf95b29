"""Whether an assistant talks about what it may, and declines the rest, as a judge finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import InvalidRowError
from assay.metrics.agent.adherence import MODES, Topic, adherence
from assay.metrics.agent.judged_topic_adherence_prompt import ALLOWED, ANSWERED, TOPICS
from assay.metrics.grounding.claims import distinct
from assay.metrics.inquiry import Inquiry
from assay.metrics.judged import JudgeMetric
from assay.metrics.parameters import require_choice
from assay.metrics.transcript import transcript, user_turns
from assay.records import Message, MetricResult, not_applicable
from assay.records.prompt import Prompt
from assay.records.protocols import Judge


@dataclass(frozen=True)
class TopicAdherence(JudgeMetric):
    """Share of the topics of a conversation that were treated as they should be, as a judge finds.

    A judge lists the topics that the user brought up, says of each whether the assistant answered or declined it, and
    whether it belongs to the allowed ones; each topic is answered exactly once. With a = allowed and answered, x = not
    allowed but answered, m = allowed but declined, d = not allowed and declined: `mode="accuracy"` (a+d)/all, `precision`
    a/(a+x), `recall` a/(a+m), `f1` 2a/(2a+x+m). Only accuracy credits a topic rightly declined, so it is the default.

    Inputs: `messages` of the output, `reference_topics` of the case. Range 0 to 1, higher is better. Three calls a row.

    Not applicable: the case states no topics, the user brings up none, or the mode's denominator is empty. Invalid: an empty
    list of allowed topics, or a conversation without words of the user. Error: a topic without a verdict.

    Source: topic adherence as in ragas, with the missing fourth cell of the table.
    """

    name: ClassVar[str] = "topic_adherence"
    calls: ClassVar[str] = "3"

    mode: str = "accuracy"

    def __post_init__(self) -> None:
        require_choice("mode", self.mode, MODES)

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Topics, answered, allowed."""
        return (TOPICS, ANSWERED, ALLOWED)

    async def measure(
        self, reference_topics: tuple[str, ...], messages: tuple[Message, ...], judge: Judge
    ) -> MetricResult:
        """List the topics, then place each in its cell."""
        topics_allowed = [topic.strip() for topic in reference_topics if topic.strip()]
        if not topics_allowed:
            raise InvalidRowError("reference_topics must name at least one topic", code="empty_requirement")
        inquiry = Inquiry(judge)
        topics = list(distinct((await inquiry.ask(TOPICS, user_turns=user_turns(messages))).reply.topics))
        if not topics:
            return inquiry.backed(not_applicable("the user brings up no topic", code="no_topics"))
        answered = await inquiry.ask(ANSWERED, conversation=transcript(messages), topics=topics)
        allowed = await inquiry.ask(ALLOWED, allowed_topics=topics_allowed, topics=topics)
        placed = [
            Topic(topic, may.verdict == "allowed", did.verdict == "answered", f"{may.reason}; {did.reason}")
            for topic, may, did in zip(topics, allowed.reply.verdicts, answered.reply.verdicts, strict=True)
        ]
        return inquiry.backed(adherence(self.mode, placed))
