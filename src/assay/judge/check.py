"""The doctor: can this judge be reached, what does it support, what does it cost, and what should be fixed?"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from assay.errors import AssayError
from assay.judge.calls import MemoryCalls
from assay.judge.factory import endpoint_of, make_judge
from assay.judge.options import read_options
from assay.judge.prices import Prices
from assay.judge.recorder import CallMode
from assay.records.policy import JudgeConfig
from assay.records.prompt import Prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCheck:
    """What was found. `usable` says whether the judge gave a right, valid verdict; `problems` and `hints` what to fix.

    `latency_ms` is that of the sample question's last call; `price` is the price of a million tokens in and out, None if unknown.
    """

    identity: str
    endpoint: str
    usable: bool
    capabilities: Mapping[str, Any] = field(default_factory=dict)
    returned_model: str | None = None
    latency_ms: float | None = None
    verdict: str | None = None
    reason: str | None = None
    price_known: bool = False
    price_source: str = ""
    problems: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def sample_prompt() -> Prompt[Any]:
    """The sample question: a claim that its passage contradicts."""
    from assay.records.reply import JudgeReply

    class Sample(JudgeReply):
        reason: str
        verdict: Literal["supported", "contradicted", "unknown"]

    return Prompt(
        name="judge_check",
        version="1",
        instruction="Decide whether the passage supports the claim, contradicts it, or leaves it open (unknown).",
        inputs=("passage", "claim"),
        reply=Sample,
        verdict="verdict",
    )


async def check_judge(config: JudgeConfig, *, environ: Mapping[str, str] | None = None) -> JudgeCheck:
    """Ask a judge one question whose answer is known.

    Raises:
        ConfigurationError: the configuration itself makes no sense; everything else is in the result.
    """
    environ = os.environ if environ is None else environ
    options = read_options(config.options)
    endpoint = endpoint_of(config.model, config, options, environ)
    prices = Prices(options.prices)
    known = prices.known(endpoint)
    hints = (
        () if known else (f"state the price of {endpoint.name} under the option `prices` to keep a budget in dollars",)
    )
    calls = MemoryCalls()
    judge = make_judge(config.replace(runs=1), calls=calls, environ=environ, mode=CallMode.RECORD)
    prompt = sample_prompt()
    common: dict[str, Any] = {
        "identity": judge.identity,
        "endpoint": endpoint.url,
        "price_known": known,
        "price_source": prices.source,
    }
    try:
        verdict = await judge.ask(
            prompt, passage="Refunds are accepted for 30 days.", claim="Refunds end after 7 days."
        )
    except AssayError as error:
        hints = (*((error.hint,) if error.hint else ()), *hints)
        return JudgeCheck(
            usable=False, problems=(f"{error.code}: {error.message}",), hints=hints, **common, **_seen(calls)
        )
    right = verdict.reply.verdict == "contradicted"
    wrong = f"it judged a plainly contradicted claim to be {verdict.reply.verdict!r}"
    return JudgeCheck(
        usable=right,
        verdict=verdict.reply.verdict,
        reason=verdict.reply.reason,
        problems=() if right else (wrong,),
        hints=hints if right else ("use a stronger model", *hints),
        notes=tuple(verdict.details.get("notes", ())),
        **common,
        **_seen(calls),
    )


def _seen(calls: MemoryCalls) -> dict[str, Any]:
    """What the attempts themselves show: capabilities, returned model, latency."""
    seen: dict[str, Any] = {}
    for call in calls.all():
        if "capabilities" in call:
            seen["capabilities"] = call["capabilities"]
        if call["kind"] == "chat":
            seen |= {"returned_model": call.get("returned_model"), "latency_ms": call["latency_ms"]}
    return seen
