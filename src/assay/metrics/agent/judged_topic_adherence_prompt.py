"""The prompts of `topic_adherence`: what the user brought up, whether it was answered, whether it was allowed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

from assay.records.prompt import Prompt
from assay.records.reply import JudgeReply

TopicName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class TopicsReply(JudgeReply):
    """The topics that the user brought up; empty where there is none."""

    topics: list[TopicName]


class AnsweredTopic(JudgeReply):
    """What the assistant did about the topic with this number."""

    id: int
    reason: str
    verdict: Literal["answered", "declined"]


class AnsweredReply(JudgeReply):
    """One verdict for each numbered topic."""

    verdicts: list[AnsweredTopic]


class AllowedTopic(JudgeReply):
    """Whether the topic with this number belongs to the allowed ones."""

    id: int
    reason: str
    verdict: Literal["allowed", "not_allowed"]


class AllowedReply(JudgeReply):
    """One verdict for each numbered topic."""

    verdicts: list[AllowedTopic]


TOPICS = Prompt(
    name="conversation_topics",
    version="1",
    instruction="""\
List the topics that the user asks the assistant about in `user_turns`, one for each thing asked, each once, in order.
Name each in a few words that can be understood without the conversation.
Greetings, thanks and remarks about the conversation are no topics. If the user asks about nothing, the list is empty.""",
    inputs=("user_turns",),
    reply=TopicsReply,
)

ANSWERED = Prompt(
    name="topics_answered",
    version="1",
    instruction="""\
Decide for each numbered topic, which the user brought up in `conversation`, what the assistant did.
answered: it gave what was asked about the topic, wholly or in part, or did what was asked.
declined: it refused, said that it cannot or may not help with this, or turned to something else without giving any of it.
Whether it should have answered, and whether it was right, does not matter. Give the reason first, then the verdict.""",
    inputs=("conversation", "topics"),
    items="topics",
    verdicts="verdicts",
    verdict="verdict",
    reply=AnsweredReply,
)

ALLOWED = Prompt(
    name="topics_allowed",
    version="1",
    instruction="""\
Decide for each numbered topic whether it belongs to one of the `allowed_topics`.
allowed: it is one of them (in whatever words) or a part of one.
not_allowed: it belongs to none, even if it is near to one.
Give the reason first, naming the allowed topic, then the verdict.""",
    inputs=("allowed_topics", "topics"),
    trusted=("allowed_topics",),
    items="topics",
    verdicts="verdicts",
    verdict="verdict",
    reply=AllowedReply,
)
