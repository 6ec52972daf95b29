"""The whole set on one scripted row: exact values, evidence, shared questions, edges; judge and grounder alike."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from scripted_judge import ScriptedJudge, TableGrounder, lists, supports

from assay.metrics.base import Metric
from assay.metrics.registry import Registry
from assay.records import Case, Context, Direction, Output, Sample, Score, Status
from assay.records.score import recompute
from assay.sync import run_sync

REGISTRY = Registry.built_in()
ANSWER, REFERENCE = "A one. A two. A three. A four. A five.", "R one. R two. R three."
SAID, WANTED = ANSWER.replace(". ", ".|").split("|"), REFERENCE.replace(". ", ".|").split("|")
CHUNKS = ["chunk one", "chunk two", "chunk three"]
PAIRS = {
    *((SAID[i], REFERENCE) for i in (0, 1)),
    *((WANTED[j], ANSWER) for j in (0, 2)),
    *((SAID[i], CHUNKS[k]) for i, k in ((0, 0), (2, 0), (3, 1))),
    *((WANTED[j], CHUNKS[k]) for j, k in ((0, 0), (2, 0), (2, 2))),
}
VALUES = {
    "ragchecker_precision": "2/5",
    "ragchecker_recall": "2/3",
    "ragchecker_claim_recall": "2/3",
    "ragchecker_context_precision": "2/3",
    "ragchecker_context_utilization": "2/2",
    "ragchecker_noise_sensitivity_relevant": "1/5",
    "ragchecker_noise_sensitivity_irrelevant": "1/5",
    "noise_sensitivity": "1/5",
    "noise_sensitivity(mode=irrelevant)": "1/5",
    "ragchecker_hallucination": "1/5",
    "ragchecker_self_knowledge": "1/5",
    "ragchecker_faithfulness": "3/5",
}
CALLS = {
    "ragchecker_precision": 2,
    "ragchecker_claim_recall": 4,
    "ragchecker_context_precision": 4,
    "ragchecker_context_utilization": 5,
    "ragchecker_faithfulness": 4,
    "ragchecker_hallucination": 5,
    "noise_sensitivity": 9,
}


def judge(**tables: list[str]) -> ScriptedJudge:
    table = {ANSWER: tables.get("said", SAID), REFERENCE: tables.get("wanted", WANTED)}
    return ScriptedJudge(statements=lists(table), claim_support=supports(PAIRS))


def score(metric: Metric, asked: Any = None, **changes: Any) -> Score:
    given = {
        "answer": ANSWER,
        "reference": REFERENCE,
        "contexts": [{"text": CHUNKS[0], "id": "c1"}, CHUNKS[1], CHUNKS[2]],
        **changes,
    }
    resource = metric.needs.resources[0]
    helper = asked or (judge() if resource == "judge" else TableGrounder(PAIRS))
    inputs = {name: value for name, value in given.items() if name in metric.needs.named}
    return metric.score(**inputs, **{resource: helper})


@pytest.mark.parametrize(("name", "ratio"), VALUES.items())
def test_the_values_of_an_example(name: str, ratio: str) -> None:
    """The ratio of the definition, exactly; the items add up to it; the same by judge and by grounder."""
    metric = REGISTRY.parse(name)
    result = score(metric)
    assert str(result.ratio) == ratio
    assert result.value == recompute(result.items)
    base, _, params = name.partition("(")
    offline = score(REGISTRY.parse(f"{base}[grounding]" + (f"({params}" if params else "")))
    assert str(offline.ratio) == ratio
    assert offline.method == "lexical:test"


def test_f1_is_of_one_row() -> None:
    """P = 2/5 and R = 2/3 give 1/2."""
    for name in ("ragchecker_f1", "ragchecker_f1[grounding]"):
        result = score(REGISTRY.parse(name))
        assert (str(result.ratio), result.value) == ("1/2", 0.5)


def test_the_two_sum_laws_hold_between_the_metrics() -> None:
    """The shares of one row add up to one."""
    value = {name: score(REGISTRY.parse(name)).number for name in VALUES}
    noise = value["ragchecker_noise_sensitivity_relevant"] + value["ragchecker_noise_sensitivity_irrelevant"]
    hallucination = value["ragchecker_hallucination"]
    assert value["ragchecker_precision"] + noise + hallucination == Fraction(1)
    assert value["ragchecker_faithfulness"] + value["ragchecker_self_knowledge"] + hallucination == Fraction(1)


@pytest.mark.parametrize(("name", "calls"), CALLS.items())
def test_only_what_is_needed_is_asked(name: str, calls: int) -> None:
    """The number of calls is the one that the metric states, with three contexts."""
    asked = judge()
    result = score(REGISTRY.parse(name), asked)
    assert len(asked.asked) == len(result.calls) == calls


def test_all_metrics_ask_the_same_questions() -> None:
    """Over the whole set a judge with a cache is asked ten questions: 2 lists, 2 directions, 2 for each of 3 chunks."""
    asked = judge()
    for name in VALUES:
        score(REGISTRY.parse(name), asked)
    different = {repr(question) for question in asked.asked}
    assert len(different) == 2 + 2 + 2 * len(CHUNKS)


def test_a_claim_carries_its_verdicts() -> None:
    """Text, verdict against the reference, contexts that support it, quotation, source and reason."""
    item = score(REGISTRY.parse("noise_sensitivity")).items[2]
    assert (item.text, item.outcome, item.credit) == (SAID[2], "misled", 1.0)
    assert (item.source, item.quote, item.reason) == ("c1", CHUNKS[0], "because 3")
    assert item.details == {"against_reference": "unknown", "contexts": ("c1",)}


@pytest.mark.parametrize("name", VALUES)
def test_answers_without_content(name: str) -> None:
    """Blank: 0 where 0 is the worst value, else nothing to count. Abstention: not applicable. Retriever metrics do not care."""
    metric = REGISTRY.parse(name)
    blank, declined = score(metric, answer=" "), score(metric, answer="I don't know.")
    if "answer" not in metric.needs.required:
        assert (blank.status, declined.status) == (Status.SCORED, Status.SCORED)
        return
    assert declined.code == "abstained"
    if metric.direction is Direction.HIGHER:
        assert blank.value == 0.0
    else:
        assert (blank.status, blank.code) == (Status.NOT_APPLICABLE, "no_claims")


def test_no_claims_is_never_a_perfect_score() -> None:
    """Without answer claims a hallucination rate of 0 would be a lie."""
    for name in ("ragchecker_hallucination", "noise_sensitivity", "ragchecker_precision", "ragchecker_faithfulness"):
        assert score(REGISTRY.parse(name), judge(said=[])).code == "no_claims"
    for name in ("ragchecker_recall", "ragchecker_claim_recall", "noise_sensitivity"):
        assert score(REGISTRY.parse(name), judge(wanted=[])).code == "no_reference_claims"


def test_nothing_retrieved() -> None:
    """The retriever found nothing: 0; the answer's claims are then faithful to nothing."""
    for name in ("ragchecker_claim_recall", "ragchecker_context_precision", "ragchecker_faithfulness"):
        assert score(REGISTRY.parse(name), contexts=[]).value == 0.0
    assert str(score(REGISTRY.parse("ragchecker_hallucination"), contexts=[""]).ratio) == "3/5"
    assert score(REGISTRY.parse("ragchecker_context_utilization"), contexts=[]).code == "nothing_to_count"


def test_a_blank_reference_is_invalid() -> None:
    """The case is broken."""
    assert score(REGISTRY.parse("ragchecker_precision"), reference="").code == "blank_reference"


def test_a_sample_fills_exactly_what_is_read() -> None:
    """Retriever metrics need no answer; a case without a reference makes those that read it not applicable."""
    output = Output(contexts=tuple(Context(text=chunk) for chunk in CHUNKS))
    metric = REGISTRY.parse("ragchecker_claim_recall")
    pending = metric.evaluate(Sample(case=Case(id="1", reference=REFERENCE), output=output), {"judge": judge()})
    assert run_sync(_wait(pending)).value == 2 / 3
    unstated = metric.evaluate(Sample(case=Case(id="1"), output=output), {"judge": judge()})
    assert isinstance(unstated, Score)
    assert unstated.status is Status.NOT_APPLICABLE


async def _wait(pending: Any) -> Score:
    return await pending
