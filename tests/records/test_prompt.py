"""Prompts: what cannot be built, and what their hash covers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import pytest

from assay.errors import ConfigurationError
from assay.records.prompt import Example, Prompt, order_problems
from assay.records.reply import BinaryReply, BinaryVerdict, JudgeReply, SupportReply, SupportVerdict


class Judged(JudgeReply):
    reason: str
    verdict: Literal["yes", "no"]


class Backwards(JudgeReply):
    verdict: Literal["yes", "no"]
    reason: str


class Bare(JudgeReply):
    verdict: bool


BASE: dict[str, Any] = {"name": "p", "version": "1", "instruction": "i", "inputs": ("a", "b"), "reply": Judged}
GOOD = Prompt(**BASE, verdict="verdict", examples=(Example({"a": "x"}, {"reason": "r", "verdict": "yes"}),))


@pytest.mark.parametrize(
    "change",
    [
        {"reply": Backwards, "verdict": "verdict"},
        {"reply": Bare, "verdict": "verdict"},
        {"verdict": "score"},
        {"trusted": ("c",)},
        {"items": "a"},
        {"verdicts": "verdicts"},
        {"items": "c", "verdicts": "verdicts", "reply": BinaryReply},
        {"items": "a", "verdicts": "answers", "reply": BinaryReply},
        {"examples": (Example({"c": "x"}, {"reason": "r", "verdict": "yes"}),)},
        {"examples": (Example({"a": "x"}, {"reason": "r", "verdict": "maybe"}),)},
    ],
)
def test_a_broken_prompt_cannot_be_built(change: dict[str, Any]) -> None:
    """A verdict before its reason, an unknown name or an example off its schema is refused where it is written."""
    with pytest.raises(ConfigurationError, match="prompt 'p'"):
        Prompt(**{**BASE, **change})


@pytest.mark.parametrize(
    "change",
    [
        {"instruction": "j"},
        {"version": "2"},
        {"inputs": ("b", "a")},
        {"trusted": ("a",)},
        {"verdict": None},
        {"examples": ()},
        {"language": "de"},
        {"scale": ("yes", "no")},
    ],
)
def test_the_hash_covers_everything(change: dict[str, Any]) -> None:
    """Whatever can change a verdict changes the hash."""
    assert replace(GOOD, **change).hash != GOOD.hash
    assert replace(GOOD).hash == GOOD.hash
    assert GOOD.tag == f"prompt:p:{GOOD.hash[:12]}"


def test_shared_replies_reason_first() -> None:
    """The replies that prompts share state the reason before the verdict."""
    for model in (SupportVerdict, BinaryVerdict):
        assert order_problems(model, "verdict") == []
    assert order_problems(Backwards, "verdict") != []


def test_the_entry_model_is_found() -> None:
    """`judged` is the model that holds the verdict."""
    listed = Prompt(**{**BASE, "reply": SupportReply}, items="a", verdicts="verdicts", verdict="verdict")
    assert listed.judged is SupportVerdict
    assert GOOD.judged is Judged
