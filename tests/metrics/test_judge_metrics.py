"""Every metric that asks a judge, through the real judge layer, whatever valid reply the judge gives."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from vectors import RandomEmbedder

from assay.judge import make_function_judge
from assay.judge.estimate import plainest
from assay.metrics import Metric, Registry
from assay.metrics.judged import JudgeMetric
from assay.records import Case, Claim, Context, Item, Message, Output, Role, Sample, Score, Status
from assay.records.policy import JudgeConfig
from assay.records.score import recompute

REGISTRY = Registry.built_in()
METRICS = [metric for metric in REGISTRY if "judge" in metric.info().resources]
WITH_PARAMETERS = [
    REGISTRY.parse(text)
    for text in (
        "g_eval(scoring=verdict)",
        "factual_correctness(mode=precision)",
        "factual_correctness(mode=recall,strict_quotes=false)",
        "factual_correctness(beta=0.5,atomicity=low)",
        "nugget_score(mode=weighted)",
        "nugget_score(mode=all)",
        "topic_adherence(mode=f1)",
        "topic_adherence(mode=precision)",
        "summarization(conciseness_weight=0.5)",
        "noise_sensitivity(mode=irrelevant)",
        "truthfulness(grades=three)",
        "factscore(gamma=2)",
        "fact_f1@2",
        "ranking_judge(length=4)",
        "answer_relevancy(questions=5)",
    )
]
UNSCORED = {"judge_undecided", "judge_tie", "no_probabilities", "no_questions"}
"""What a valid reply may lead to beside a value: it cannot tell, runs disagree, no probabilities, nothing to go on with."""

LEVELS = {str(level): f"level {level}" for level in range(1, 6)}
CASE = Case(
    id="1",
    input="How do refunds work?",
    reference="Refunds take 30 days. They go to the card.",
    reference_contexts=("A refund takes 30 days.", "Refunds go to the card."),
    required_claims=(Claim(id="window", text="Refunds take 30 days."), Claim(id="card", text="They go to the card.")),
    extra={
        "rubrics": {"tone": LEVELS, "depth": LEVELS},
        "other_answer": "Another answer.",
        "nuggets": [{"text": "A fact.", "importance": "vital"}, {"text": "Another.", "importance": "okay"}],
        "reference_topics": ["tables"],
        "reference_sql": "SELECT 1",
    },
)
OUTPUT = Output(
    answer="Refunds take 30 days [1]. They go to the card [2][1]. They are free [9].",
    contexts=(Context(text="A refund takes 30 days."), Context(text="Refunds go to the card.")),
    messages=(Message(role=Role.USER, content="Hi").to_dict(), Message(role=Role.ASSISTANT, content="Ho").to_dict()),
)
TEXTS = ("A refund takes 30 days.", "Refunds", "30 days", "the card", "to the card", "made up", "x ", "東京")
"""What the judge puts where text is wanted; some of it stands in answer, reference and passages."""


class RandomReplies:
    """A judge that gives any reply that the schema allows. Everything is drawn from `random`."""

    def __init__(self, random: Random) -> None:
        self.random = random

    async def __call__(self, messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any]) -> str:
        return json.dumps(self.value(schema, schema.get("$defs", {}), numbers_of(messages)))

    def value(self, schema: Mapping[str, Any], defs: Mapping[str, Any], numbers: Sequence[int]) -> Any:
        """A value that fits the schema."""
        if "$ref" in schema:
            return self.value(defs[schema["$ref"].rpartition("/")[2]], defs, numbers)
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        kind = schema["type"]
        if kind == "object":
            return {name: self.value(child, defs, numbers) for name, child in schema["properties"].items()}
        if kind == "array":
            return self.entries(schema, defs, numbers)
        if kind == "string":
            return self.random.choice(TEXTS) if schema.get("minLength") else self.random.choice((*TEXTS, ""))
        low, high = schema["minimum"], schema["maximum"]
        return self.random.randint(low, high) if kind == "integer" else self.random.uniform(low, high)

    def entries(self, schema: Mapping[str, Any], defs: Mapping[str, Any], numbers: Sequence[int]) -> list[Any]:
        """One entry for each number, the items of a tuple each once, or some."""
        items = schema["items"]
        keyed = "$ref" in items and "id" in defs[items["$ref"].rpartition("/")[2]]["properties"]
        if keyed:
            target = defs[items["$ref"].rpartition("/")[2]]
            rest = {**target, "properties": {name: one for name, one in target["properties"].items() if name != "id"}}
            return [{"id": number, **self.value(rest, defs, ())} for number in numbers]
        if "maxItems" in schema:
            return self.random.sample(items.get("enum", TEXTS), schema["maxItems"])
        size = self.random.randint(schema.get("minItems", 0), 4)
        return [self.value(items, defs, numbers) for _ in range(size)]


def numbers_of(messages: Sequence[Mapping[str, str]]) -> list[int]:
    below = messages[-1]["content"].rpartition("]]")[2]
    return [int(number) for number in below.partition("Numbers to answer: ")[2].split("\n")[0].split(", ") if number]


async def plain(messages: Sequence[Mapping[str, str]], schema: Mapping[str, Any]) -> str:
    """The plainest valid reply."""
    return json.dumps(plainest(schema, numbers_of(messages)))


def evaluated(metric: Metric, judge: Callable[..., Any], *, runs: int = 1) -> Score:
    """The score of the sample, through the real judge layer."""
    config = JudgeConfig(model="test", runs=runs, aggregate="mean")
    resources = {"judge": make_function_judge(judge, config=config), "embedder": RandomEmbedder(Random(runs))}
    given = {name: resources[name] for name in metric.needs.resources}
    outcome = metric.evaluate(Sample(case=CASE, output=OUTPUT), given)
    return asyncio.run(_awaited(outcome)) if inspect.isawaitable(outcome) else outcome


async def _awaited(outcome: Any) -> Score:
    return await outcome  # type: ignore[no-any-return]


def harmonic(items: Sequence[Item], beta: float) -> float:
    """F-beta of the two sides, each recomputed from its own claims."""
    sides = [[item for item in items if item.kind == kind] for kind in ("answer_claim", "reference_claim")]
    precision, recall = (sum(item.outcome == "supported" for item in side) / len(side) for side in sides)
    below = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / below if below else 0.0


def is_harmonic(metric: Metric) -> bool:
    """Whether a value is a mean that no weights of single claims give."""
    return metric.name == "ragchecker_f1" or (
        metric.name == "factual_correctness" and getattr(metric, "mode", "") == "f1"
    )


def from_evidence(metric: Metric, score: Score) -> object:
    """The value that the items alone give: the weighted mean of their credits, but for three stated kinds of metric."""
    if is_harmonic(metric):
        return harmonic(score.items, getattr(metric, "beta", 1.0))
    if metric.name == "ranking_judge":
        return tuple(score.items[0].outcome.split(" > "))  # an order has no mean
    if metric.name == "discrete_judge":
        return score.items[0].outcome  # nor has a label
    if metric.name == "aspect_critic":
        return "pass" if recompute(score.items) == 1.0 else "fail"
    return recompute(score.items)


@pytest.mark.parametrize("runs", [1, 3])
@pytest.mark.parametrize("metric", [*METRICS, *WITH_PARAMETERS], ids=str)
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_the_evidence_alone_gives_the_value(metric: Metric, runs: int, seed: int) -> None:
    """Whatever the judge validly says: one status with its reason; a value lies in its domain and is what its items add up to,
    exactly where it is a ratio; the calls stand on the score; and the score reads back equal."""
    score = evaluated(metric, RandomReplies(Random(seed)), runs=runs)
    assert score.reason
    assert score.calls or score.status is Status.ERROR
    assert Score.from_json(score.to_json()) == score
    if score.status is Status.ERROR:
        assert score.code in UNSCORED, score.reason
        return
    assert score.status in (Status.SCORED, Status.NOT_APPLICABLE), score.reason
    if score.status is Status.SCORED:
        assert metric.domain.problem(score.value) is None
        found = from_evidence(metric, score)
        rounded = isinstance(score.value, float) and (score.ratio is None or is_harmonic(metric))
        assert found == (pytest.approx(score.value, abs=1e-12) if rounded else score.value)


@pytest.mark.parametrize("metric", METRICS, ids=str)
def test_the_plainest_reply_goes_through(metric: Metric) -> None:
    """What an estimate is made with goes as far as a verdict: rendered, read, validated, scored."""
    score = evaluated(metric, plain)
    assert score.status in (Status.SCORED, Status.NOT_APPLICABLE) or score.code in ("no_probabilities", "no_questions")
    assert score.calls
    assert score.details["fresh"] + score.details["cached"] >= 1


@pytest.mark.parametrize("metric", METRICS, ids=str)
def test_the_definition_names_every_prompt(metric: JudgeMetric) -> None:
    """Each prompt's hash stands in the signature, and the number of calls is stated."""
    assert metric.prompts
    for prompt in metric.prompts:
        assert prompt.tag in metric.signature()
    assert metric.calls != "0"
    assert metric.info().needs_judge
