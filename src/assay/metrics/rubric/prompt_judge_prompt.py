"""Prompts made from a text: their replies hold a label, a number or an order."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from pydantic import Field, create_model, field_validator

from assay.records.prompt import Prompt
from assay.records.reply import JudgeReply


class _LabelReply(JudgeReply):
    """A reason, then a label."""

    reason: str
    verdict: str


class _NumberReply(JudgeReply):
    """A reason, then a number."""

    reason: str
    verdict: float


class _OrderReply(JudgeReply):
    """A reason, then an order."""

    reason: str
    verdict: tuple[str, ...]

    @field_validator("verdict")
    @classmethod
    def _distinct(cls, verdict: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(verdict)) != len(verdict):
            raise ValueError("each entry may stand only once")
        return verdict


@cache
def label_prompt(instruction: str, inputs: tuple[str, ...], labels: tuple[str, ...]) -> Prompt[Any]:
    """A prompt whose verdict is one of the labels."""
    word: Any = Literal.__getitem__(labels)
    return _prompt(
        "discrete_judge", instruction, inputs, create_model("Reply", __base__=_LabelReply, verdict=(word, ...))
    )


@cache
def number_prompt(instruction: str, inputs: tuple[str, ...], low: float, high: float) -> Prompt[Any]:
    """A prompt whose verdict is a number from `low` to `high`."""
    number: Any = (float, Field(ge=low, le=high, allow_inf_nan=False))
    return _prompt("numeric_judge", instruction, inputs, create_model("Reply", __base__=_NumberReply, verdict=number))


@cache
def order_prompt(
    instruction: str, inputs: tuple[str, ...], length: int, entries: tuple[str, ...] | None
) -> Prompt[Any]:
    """A prompt whose verdict is an order of `length` distinct texts, of the `entries` where they are known."""
    word: Any = str if entries is None else Literal.__getitem__(entries)
    order: Any = (tuple[word, ...], Field(min_length=length, max_length=length))
    return _prompt("ranking_judge", instruction, inputs, create_model("Reply", __base__=_OrderReply, verdict=order))


def _prompt(name: str, instruction: str, inputs: tuple[str, ...], reply: type[JudgeReply]) -> Prompt[Any]:
    return Prompt(name=name, version="1", instruction=instruction, inputs=inputs, reply=reply, verdict="verdict")
