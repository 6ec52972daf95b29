"""Prompts and judges that the judge tests share."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any, Literal

from fake_clock import FakeClock
from openai_stub import OpenAIStub
from pydantic import Field

from assay.judge import Budget, CallMode, make_judge
from assay.judge.render import Question, checked_inputs
from assay.records.policy import JudgeConfig
from assay.records.prompt import Example, Prompt
from assay.records.protocols import CallLog, Verdict
from assay.records.reply import BinaryReply, JudgeReply, SupportReply


class Graded(JudgeReply):
    reason: str
    score: int = Field(ge=0, le=5)


class Worded(JudgeReply):
    reason: str
    verdict: Literal["good", "bad"]


GRADE = Prompt(name="grade", version="1", instruction="Grade.", inputs=("answer",), reply=Graded, verdict="score")
WORD = Prompt(name="word", version="1", instruction="Judge.", inputs=("answer",), reply=Worded, verdict="verdict")
CLAIMS = Prompt(
    name="claims",
    version="1",
    instruction="Decide for each claim.",
    inputs=("passages", "claims"),
    reply=SupportReply,
    items="claims",
    verdicts="verdicts",
    verdict="verdict",
)
YES_NO = Prompt(
    name="yes_no",
    version="1",
    instruction="Decide for each claim.",
    inputs=("claims",),
    reply=BinaryReply,
    items="claims",
    verdicts="verdicts",
    verdict="verdict",
    examples=(
        Example({"claims": ["Ice is warm."]}, {"verdicts": [{"id": 1, "reason": "Ice is frozen.", "verdict": "no"}]}),
    ),
)


def question(prompt: Prompt[Any], **inputs: Any) -> Question:
    """A question that can be rendered."""
    return Question(prompt=prompt, inputs=checked_inputs(prompt, inputs))


def blocks(text: str) -> dict[str, str]:
    """The blocks as a careful reader finds them: by the key that the first line gives."""
    key = re.match(r"The key of the blocks is ([0-9a-f]+)\.", text).group(1)  # type: ignore[union-attr]
    found = re.findall(rf"^\[\[{key} ([^\n]*?)\]\]\n(.*?)\n\[\[{key} end \1\]\]$", text, re.DOTALL | re.MULTILINE)
    assert text.count(key) == 1 + 2 * len(found)
    return dict(found)


def entry(number: int, verdict: str = "supported", **rest: Any) -> dict[str, Any]:
    """One entry of a support reply."""
    return {"id": number, "reason": "r", "quote": "q", "verdict": verdict} | rest


def entries(*verdicts: str) -> dict[str, Any]:
    """A support reply with these verdicts for 1, 2, …"""
    return {"verdicts": [entry(number, verdict) for number, verdict in enumerate(verdicts, start=1)]}


def judge_at(
    stub: OpenAIStub,
    *,
    calls: CallLog | None = None,
    mode: CallMode = CallMode.LIVE,
    budget: Budget | None = None,
    environ: Mapping[str, str] | None = None,
    clock: FakeClock | None = None,
    runs: int = 1,
    aggregate: str = "mean",
    model: str = "vllm/stub",
    deadline: float | None = None,
    run_id: str | None = None,
    temperature: float = 0.0,
    **options: Any,
) -> Any:
    """A judge that asks the stub, with a clock that does not wait."""
    config = JudgeConfig(
        model=model,
        runs=runs,
        aggregate=aggregate,
        temperature=temperature,
        options={"base_url": stub.url, **options},
    )
    return make_judge(
        config,
        calls=calls,
        mode=mode,
        budget=budget,
        environ=environ or {},
        clock=clock or FakeClock(),
        deadline=deadline,
        run_id=run_id,
        jitter=lambda: 1.0,
    )


def ask(judge: Any, prompt: Prompt[Any], **inputs: Any) -> Verdict[Any]:
    """Ask from plain code."""
    return asyncio.run(judge.ask(prompt, **inputs))
