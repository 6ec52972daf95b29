"""Every metric that asks a judge: prompts that can be rendered, replies that can be estimated, a signature that follows them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from scripted_judge import ScriptedJudge

from assay.judge.estimate import plainest
from assay.judge.render import Question, checked_inputs, render
from assay.metrics import Metric, Registry
from assay.metrics.judged import JudgeMetric
from assay.records import Case, Context, Message, Output, Role, Sample, Score, Status
from assay.records.prompt import Prompt
from assay.records.protocols import Verdict

FAMILIES = ("rubric", "answer", "agent", "sql")
METRICS = [
    metric
    for metric in Registry.built_in()
    if isinstance(metric, JudgeMetric) and "embedder" not in metric.needs.resources and metric.info().family in FAMILIES
]
LEVELS = {str(level): f"level {level}" for level in range(1, 6)}
CASE = Case(
    id="1",
    input="What is asked?",
    reference="A reference.",
    reference_contexts=("A source.",),
    extra={
        "rubrics": {"tone": LEVELS, "depth": LEVELS},
        "other_answer": "Another answer.",
        "nuggets": [{"text": "A fact.", "importance": "vital"}, {"text": "Another.", "importance": "okay"}],
        "reference_topics": ["tables"],
        "reference_sql": "SELECT 1",
    },
)
OUTPUT = Output(
    answer="SELECT 2 is the answer.",
    contexts=(Context(text="A passage."),),
    messages=(Message(role=Role.USER, content="Hi").to_dict(), Message(role=Role.ASSISTANT, content="Ho").to_dict()),
)


class Plain(ScriptedJudge):
    """Renders every question and gives the plainest reply that its schema allows."""

    def __init__(self) -> None:
        super().__init__({})

    async def ask(self, prompt: Prompt[Any], **inputs: object) -> Verdict[Any]:
        given = checked_inputs(prompt, inputs)
        numbers = range(1, len(given[prompt.items]) + 1) if prompt.items else ()  # type: ignore[arg-type]
        system, user = render(Question(prompt=prompt, inputs=given, numbers=tuple(numbers)))
        assert prompt.instruction.strip() in system["content"]
        assert all(name in user["content"] for name in given)
        self.script[prompt.name] = plainest(prompt.schema, list(numbers))
        return await super().ask(prompt, **inputs)


@pytest.mark.parametrize("metric", METRICS, ids=str)
def test_from_sample_to_score(metric: Metric) -> None:
    """A whole row is scored, or the judge's plain reply is refused by name; nothing breaks on the way."""
    judge = Plain()
    outcome = metric.evaluate(Sample(case=CASE, output=OUTPUT), {"judge": judge})
    score = outcome if isinstance(outcome, Score) else asyncio.run(_awaited(outcome))
    assert judge.asked, score.reason
    assert score.status in (Status.SCORED, Status.NOT_APPLICABLE, Status.ERROR), score.reason
    if score.status is Status.ERROR:
        assert score.code in ("no_probabilities", "no_questions", "judge_invalid"), score.reason
    assert score.reason
    assert Score.from_json(score.to_json()) == score


async def _awaited(outcome: Any) -> Score:
    return await outcome  # type: ignore[no-any-return]


@pytest.mark.parametrize("metric", METRICS, ids=str)
def test_the_definition_names_every_prompt(metric: JudgeMetric) -> None:
    """Each prompt's hash stands in the signature, and the number of calls is stated."""
    assert metric.prompts
    for prompt in metric.prompts:
        assert prompt.tag in metric.signature()
    assert metric.calls != "0"
    assert metric.info().needs_judge
