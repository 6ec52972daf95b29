"""Replies of a judge that many prompts share. Imports pydantic: only prompt modules import this one."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

SupportWord = Literal["supported", "contradicted", "unknown"]


class JudgeReply(BaseModel):
    """The base of every reply: no coercion (`"1"` is not 1, 1 is not true), no unknown fields, immutable."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class SupportVerdict(JudgeReply):
    """Whether the passages support the item with this number; `quote` is the supporting text, word for word, or empty."""

    id: int
    reason: str
    quote: str
    verdict: SupportWord


class SupportReply(JudgeReply):
    """One support verdict for each numbered item."""

    verdicts: list[SupportVerdict]


class BinaryVerdict(JudgeReply):
    """A yes, a no, or `unknown`, which never counts as yes."""

    id: int
    reason: str
    verdict: Literal["yes", "no", "unknown"]


class BinaryReply(JudgeReply):
    """One yes/no verdict for each numbered item."""

    verdicts: list[BinaryVerdict]
