"""ALCE's citation recall and precision with our rules, on scripted verdicts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_judge import ScriptedJudge, TableGrounder

from assay.metrics.base import Metric
from assay.metrics.citation.citation_precision import CitationPrecision, GroundedCitationPrecision
from assay.metrics.citation.citation_recall import CitationRecall, GroundedCitationRecall
from assay.records import Case, Score, Status
from assay.records.score import recompute

CONTEXTS = [{"id": "a", "text": "passage a"}, {"id": "b", "text": "passage b"}, {"id": "c", "text": "passage c"}]
Sets = dict[str, list[frozenset[str]]]


def judge(enough: Sets) -> ScriptedJudge:
    """A claim is supported where one of its sets is among the passages shown."""

    def script(passages: list[str], claims: list[str], **_: Any) -> dict[str, Any]:
        shown = {passage.removeprefix("passage ") for passage in passages}
        entries = []
        for number, claim in enumerate(claims, start=1):
            met = any(needed <= shown for needed in enough.get(claim, []))
            word = "supported" if met else "unknown"
            entries.append({"id": number, "reason": "r", "quote": passages[0] if met else "", "verdict": word})
        return {"verdicts": entries}

    return ScriptedJudge(claim_support=script)


def score(metric: Metric, answer: str, enough: Sets, **changes: Any) -> Score:
    return metric.score(answer=answer, **{"contexts": CONTEXTS, "judge": judge(enough), **changes})


A, B, AB = frozenset("a"), frozenset("b"), frozenset("ab")


@pytest.mark.parametrize(
    ("answer", "enough", "recall", "precision", "outcomes"),
    [
        ("X is so [a].", {"X is so.": [A]}, "1/1", "1/1", ["precise"]),
        ("X is so [a][b].", {"X is so.": [A]}, "1/1", "1/2", ["precise", "irrelevant"]),
        ("X is so [a][b].", {"X is so.": [AB]}, "1/1", "2/2", ["precise", "precise"]),
        ("X is so [a][b].", {"X is so.": [A, B]}, "1/1", "2/2", ["precise", "precise"]),
        ("X is so [c].", {"X is so.": [A]}, "0/1", "0/1", ["statement unsupported"]),
        ("X is so [a][9].", {"X is so.": [A]}, "1/1", "1/2", ["precise", "not retrieved"]),
        ("X is so [9].", {}, "0/1", "0/1", ["not retrieved"]),
        ("X is so [a]. Y is so.", {"X is so.": [A]}, "1/2", "1/1", ["precise"]),
        ("X is so [a][a].", {"X is so.": [A]}, "1/1", "1/1", ["precise"]),
    ],
)
def test_definition(answer: str, enough: Sets, recall: str, precision: str, outcomes: list[str]) -> None:
    """Joint support, irrelevance, unknown ids in the denominator, repeats collapsed."""
    found = score(CitationRecall(), answer, enough)
    assert (str(found.ratio), found.value) == (recall, recompute(found.items))
    exact = score(CitationPrecision(), answer, enough)
    assert (str(exact.ratio), exact.value) == (precision, recompute(exact.items))
    assert [item.outcome for item in exact.items] == outcomes


def test_no_citation_at_all() -> None:
    """Recall is 0, precision undefined; nobody is asked."""
    asked = judge({})
    recall = score(CitationRecall(), "X is so.", {}, citations=[], judge=asked)
    precision = score(CitationPrecision(), "X is so.", {}, citations=[], judge=asked)
    assert (recall.value, recall.items[0].outcome) == (0.0, "without citation")
    assert (precision.status, precision.code) == (Status.NOT_APPLICABLE, "no_citations")
    assert asked.asked == []


@pytest.mark.parametrize("metric", [CitationRecall(), CitationPrecision()], ids=str)
def test_edges(metric: Metric) -> None:
    """Blank and abstaining answers are judged elsewhere; citations that are not there at all are invalid."""
    assert score(metric, "", {}).code == "blank_answer"
    assert score(metric, "I don't know.", {}).code == "abstained"
    assert score(metric, "X is so.", {}).code == "missing_output"
    assert metric.applies(Case(id="1", must_cite=False))
    assert metric.applies(Case(id="1", must_abstain=True))
    assert metric.applies(Case(id="1")) is None


def test_statements_with_the_same_passages_share_a_call() -> None:
    """Three statements, two different sets of passages: two calls."""
    asked = judge({})
    score(CitationRecall(), "X is so [a]. Y is so [a]. Z is so [b].", {}, judge=asked)
    assert sorted(len(inputs["claims"]) for _, inputs in asked.asked) == [1, 2]


def test_offline() -> None:
    """The same with a grounder."""
    grounder = TableGrounder({("X is so.", "passage a")})
    given = {"answer": "X is so [a][b].", "contexts": CONTEXTS, "grounder": grounder}
    assert GroundedCitationRecall().score(**given).value == 1.0
    assert str(GroundedCitationPrecision().score(**given).ratio) == "1/2"


NAMES = st.sampled_from(["a", "b", "c", "9"])


@given(
    marks=st.lists(st.lists(NAMES, max_size=4), min_size=1, max_size=3),
    enough=st.lists(st.lists(st.frozensets(st.sampled_from("abc"), min_size=1), max_size=2), min_size=3, max_size=3),
)
def test_laws(marks: list[list[str]], enough: list[list[frozenset[str]]]) -> None:
    """Evidence adds up; no precise citation stands in an unsupported statement; a supported one has a precise citation."""
    texts = [f"{letter} is so." for letter in "XYZ"]
    answer = " ".join(
        text[:-1] + "".join(f"[{name}]" for name in names) + "." for text, names in zip(texts, marks, strict=False)
    )
    table = dict(zip(texts, enough, strict=True))
    recall = score(CitationRecall(), answer, table, citations=None if any(marks) else [])
    precision = score(CitationPrecision(), answer, table, citations=None if any(marks) else [])
    assert recall.value == recompute(recall.items)
    if precision.value is None:
        assert not any(marks)
        return
    assert precision.value == recompute(precision.items)
    held = {index for index, item in enumerate(recall.items, start=1) if item.credit}
    precise = {item.details["statement"] for item in precision.items if item.credit}
    assert precise <= held
