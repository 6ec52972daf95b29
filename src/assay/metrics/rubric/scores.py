"""Replies that hold a whole number on a declared scale."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from assay.records.reply import JudgeReply


class ScoreReply(JudgeReply):
    """A reason, then a whole number."""

    reason: str
    score: int


@cache
def score_reply(low: int, high: int) -> type[ScoreReply]:
    """The reply whose score lies from `low` to `high`; any other number breaks the schema."""

    class Scored(ScoreReply):
        """A reason, then a whole number on the scale."""

        score: int = Field(ge=low, le=high)

    return Scored
