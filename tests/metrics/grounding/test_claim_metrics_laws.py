"""Every claim metric, whatever a judge says: one status, a reason, evidence that adds up; and through the real judge layer."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_judge import ScriptedJudge, TableGrounder, verdicts

from assay.judge import make_function_judge
from assay.judge.estimate import plainest
from assay.metrics.base import Metric
from assay.metrics.registry import Registry
from assay.records import Context, Score, Status
from assay.records.score import recompute

OWN = ("answer_accuracy", "answer_correctness", "answer_relevancy", "factual_correctness", "evidence_coverage")
FAMILIES = ("grounding", "citation")
METRICS = [
    metric
    for metric in Registry.built_in()
    if metric.needs.resources
    and metric.variant in ("", "judge", "grounding")
    and (metric.info().family in FAMILIES or metric.name in OWN)
]
ONE_MINUS_MANY = ("factual_correctness", "ragchecker_f1")
"""Harmonic means: no weights of single claims add up to them; their own tests recompute them from the items."""

INPUTS: dict[str, Any] = {
    "input": "How do refunds work?",
    "reference": "Refunds take 30 days. They go to the card.",
    "required_claims": [
        {"id": "window", "text": "Refunds take 30 days."},
        {"id": "card", "text": "They go to the card."},
    ],
    "answer": "Refunds take 30 days [1]. They go to the card [2][1]. They are free [9].",
    "contexts": [Context(text="A refund takes 30 days."), Context(text="Refunds go to the card.")],
}


class RandomEmbedder:
    identity = "test/random"

    def __init__(self, random: Random) -> None:
        self.random = random

    async def embed(self, texts: list[str]) -> list[list[float]]:
        return [[self.random.uniform(-1, 1), 1.0] for _ in texts]


def judge(random: Random) -> ScriptedJudge:
    """Anything that a real judge may validly say."""

    def support(passages: list[str], claims: list[str], **_: Any) -> dict[str, Any]:
        said = [random.choice(["supported", "contradicted", "unknown"]) for _ in claims]
        quotes = [random.choice([*passages, "made up", ""]) for _ in claims]
        entries = verdicts(*said)["verdicts"]
        return {"verdicts": [entry | {"quote": quote} for entry, quote in zip(entries, quotes, strict=True)]}

    def some(prefix: str) -> list[str]:
        return [f"{prefix} {number}" for number in range(random.randint(0, 4))]

    def rating(**_: Any) -> dict[str, Any]:
        return {"reason": "r", "rating": random.randint(0, 2)}

    return ScriptedJudge(
        statements=lambda **_: {"statements": some("statement")},
        claim_support=support,
        useful_passage=lambda passages, **_: verdicts(*(random.choice(["yes", "no", "unknown"]) for _ in passages)),
        entities=lambda **_: {"entities": some("entity")},
        answer_evasion=lambda **_: {"reason": "r", "verdict": random.choice(["committed", "evasive"])},
        answer_questions=lambda ways, **_: {"questions": [{"id": n + 1, "question": "q?"} for n in range(len(ways))]},
        **dict.fromkeys(
            (
                "context_relevance",
                "context_sufficiency",
                "response_groundedness",
                "response_verifiability",
                "answer_accuracy",
                "answer_equivalence",
            ),
            rating,
        ),
    )


def scored(metric: Metric, resources: dict[str, Any], **changes: Any) -> Score:
    inputs = {name: value for name, value in {**INPUTS, **changes}.items() if name in metric.needs.named}
    return metric.score(**inputs, **{name: resources[name] for name in metric.needs.resources})


@pytest.mark.parametrize("metric", METRICS, ids=str)
@given(seed=st.integers(0, 2**32))
def test_the_evidence_adds_up(metric: Metric, seed: int) -> None:
    """A score is scored or not applicable with a reason, lies in its domain, and its items alone give its value."""
    random = Random(seed)
    pairs = {(text, context.text) for text in INPUTS["answer"].split(". ") for context in INPUTS["contexts"]}
    resources = {"judge": judge(random), "embedder": RandomEmbedder(random), "grounder": TableGrounder(pairs)}
    score = scored(metric, resources)
    assert score.status in (Status.SCORED, Status.NOT_APPLICABLE), score.reason
    assert score.reason
    assert Score.from_json(score.to_json()) == score
    if score.status is Status.SCORED:
        assert metric.domain.problem(score.value) is None
        if metric.name not in ONE_MINUS_MANY:
            assert recompute(score.items) == pytest.approx(score.value, abs=1e-12)
        if score.ratio is not None and metric.name not in ONE_MINUS_MANY:
            assert recompute(score.items) == score.value


def plain(messages: list[dict[str, str]], schema: dict[str, Any]) -> str:
    """The plainest valid reply."""
    lines = messages[-1]["content"].splitlines()
    numbers = [line.removeprefix("Numbers to answer: ") for line in lines if line.startswith("Numbers to answer: ")]
    return json.dumps(plainest(schema, [int(number) for text in numbers for number in text.split(", ")]))


JUDGED = [metric for metric in METRICS if "judge" in metric.needs.resources]


@pytest.mark.parametrize("metric", JUDGED, ids=str)
def test_prompts_and_replies_fit_the_judge_layer(metric: Metric) -> None:
    """Rendered, answered, parsed and validated by the real judge: no error, and the calls are on the score."""
    score = scored(metric, {"judge": make_function_judge(plain), "embedder": RandomEmbedder(Random(1))})
    assert score.status in (Status.SCORED, Status.NOT_APPLICABLE), score.reason
    assert score.calls
    assert score.details["fresh"] + score.details["cached"] >= 1


@pytest.mark.parametrize("metric", JUDGED, ids=str)
def test_every_metric_states_calls_and_prompts(metric: Metric) -> None:
    """The number of calls in words, and every prompt's hash in the signature."""
    assert metric.calls != "0"
    assert "|prompt:" in metric.signature()
