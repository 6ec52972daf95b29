"""The five word-overlap proxies: honest about what they are, and without the defects that such heuristics have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.errors import ConfigurationError
from assay.metrics import (
    CitationSupport,
    ContextCoverage,
    LexicalAnswerCorrectness,
    LexicalAnswerRelevancy,
    LexicalFaithfulness,
    Metric,
)
from assay.records import Case, Citation, Context, Output, Sample, Score, Status
from assay.records.score import recompute

PROXIES: list[Metric] = [
    LexicalFaithfulness(),
    LexicalAnswerRelevancy(),
    LexicalAnswerCorrectness(),
    CitationSupport(),
    ContextCoverage(),
]
CASE = Case(id="1", input="How long do refunds take?", reference="Refunds take 30 days.")
GOOD = Output(
    answer="Refunds take 30 days.",
    contexts=(Context(text="Refunds take 30 days.", id="d1#1", document_id="d1"),),
    citations=(Citation(id="d1"),),
)


def evaluate(metric: Metric, output: Output = GOOD, case: Case = CASE) -> Score:
    result = metric.evaluate(Sample(case=case, output=output))
    assert isinstance(result, Score)
    return result


def scores(case: Case, output: Output) -> dict[str, Any]:
    return {metric.name: evaluate(metric, output, case).value for metric in PROXIES}


@pytest.mark.parametrize("metric", PROXIES, ids=str)
def test_they_say_what_they_are(metric: Metric) -> None:
    """Each is a proxy, its method is lexical, and its printed title says so."""
    assert metric.info().proxy
    assert (metric.method, evaluate(metric).method) == ("lexical", "lexical")
    assert metric.info().title == f"{metric.spec} · lexical proxy"
    assert "text:NFC+" in metric.signature()


def test_a_good_row_is_good() -> None:
    """A right, cited, grounded answer to the question scores 1, but for the words of the question that no answer repeats."""
    assert scores(CASE, GOOD) == {
        "faithfulness": 1.0,
        "answer_relevancy": 2 / 3,
        "answer_correctness": 1.0,
        "citation_support": 1.0,
        "context_coverage": 1.0,
    }


def test_a_contradiction_by_one_not_never_passes() -> None:
    """May against may not: grounding, correctness, citation and context coverage are 0; relevancy is no judge of truth."""
    case = Case(id="1", input="May we share data?", reference="We may not share data.")
    output = Output(
        answer="We may share data.",
        contexts=(Context(text="We may not share data.", id="d1"),),
        citations=(Citation(id="d1"),),
    )
    found = scores(case, output)
    assert (found["faithfulness"], found["answer_correctness"], found["citation_support"]) == (0.0, 0.0, 0.0)
    flipped = output.replace(contexts=(Context(text="We may share data.", id="d1"),))
    assert scores(case, flipped)["context_coverage"] == 0.0


def test_another_figure_never_passes() -> None:
    """30 days against 90 days is neither grounded nor right."""
    found = scores(CASE, GOOD.replace(answer="Refunds take 90 days."))
    assert (found["faithfulness"], found["answer_correctness"]) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("reference", "answer"),
    [
        ("东京是日本的首都。", "东京是日本的首都。"),
        ("東京は日本の首都です。", "東京は日本の首都です。"),
        ("โตเกียวเป็นเมืองหลวง", "โตเกียวเป็นเมืองหลวง"),
        ("caf\u00e9 gratuit", "cafe\u0301 gratuit"),
        ("한국어 문장", "\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165 문장"),
        ("No", "no."),
        ("It is what it is.", "It is what it is."),
    ],
)
def test_every_script_form_and_stop_word_counts(reference: str, answer: str) -> None:
    """An identical answer is right and grounded in any script and form, and where all its words are stop words."""
    case = Case(id="1", input=reference, reference=reference)
    context = (Context(text=reference, id="d"),)
    output = Output(answer=answer, contexts=context, citations=(Citation(id="d"),))
    assert set(scores(case, output).values()) == {1.0}


def test_another_text_in_a_script_without_spaces_is_not_the_same() -> None:
    """Sharing some characters is not sharing words."""
    result = LexicalAnswerCorrectness().score(reference="东京是日本的首都。", answer="北京是中国的首都。")
    assert 0.0 < result.value < 0.7
    assert LexicalFaithfulness().score(answer="今日は京都で雨です。", contexts=["東京は日本の首都です。"]).value == 0.0


@pytest.mark.parametrize("metric", PROXIES, ids=str)
def test_no_right_answer_means_not_applicable(metric: Metric) -> None:
    """Where the case must abstain, abstention is the judge, whatever was returned."""
    for answer in ("", "Yes, in 2027.", "I don't know."):
        assert (
            evaluate(metric, GOOD.replace(answer=answer), CASE.replace(must_abstain=True)).status
            is Status.NOT_APPLICABLE
        )


@pytest.mark.parametrize("answer", ["", " \n", "…", "😀"])
def test_a_blank_answer_is_a_true_zero_with_its_reason(answer: str) -> None:
    """An answerable case without an answer is 0, and the reason says why; the item says it too."""
    for metric in PROXIES[:3]:
        result = evaluate(metric, GOOD.replace(answer=answer))
        assert (result.value, result.reason) == (0.0, "the answer has no words")
        assert recompute(result.items) == 0.0
    assert evaluate(CitationSupport(), GOOD.replace(answer=answer)).value == 0.0


@pytest.mark.parametrize(
    ("metric", "field"),
    [
        (LexicalFaithfulness(), "answer"),
        (LexicalFaithfulness(), "contexts"),
        (LexicalAnswerRelevancy(), "answer"),
        (LexicalAnswerCorrectness(), "answer"),
        (CitationSupport(), "citations"),
        (CitationSupport(), "contexts"),
        (ContextCoverage(), "contexts"),
    ],
)
def test_a_field_that_is_not_returned_is_invalid(metric: Metric, field: str) -> None:
    """Returning less never makes a check go away."""
    result = evaluate(metric, GOOD.replace(**{field: None}))
    assert (result.status, result.code) == (Status.INVALID, "missing_output")


@pytest.mark.parametrize("metric", [LexicalFaithfulness(), CitationSupport(), ContextCoverage()], ids=str)
@pytest.mark.parametrize("contexts", [(), (Context(text="", id="d1"),)])
def test_no_context_is_a_true_zero(metric: Metric, contexts: tuple[Context, ...]) -> None:
    """Nothing retrieved, or a blank passage, grounds nothing."""
    assert evaluate(metric, GOOD.replace(contexts=contexts)).value == 0.0


def test_faithfulness_counts_sentences() -> None:
    """One invented sentence of two is one half; items say which and why."""
    result = LexicalFaithfulness().score(
        answer="Refunds take 30 days. Bananas are blue.", contexts=["Refunds take 30 days."]
    )
    assert (result.value, result.reason) == (0.5, "covered=1; sentences=2")
    assert [item.outcome for item in result.items] == ["covered", "uncovered"]


def test_relevancy_reads_a_conversation() -> None:
    """The question of a conversation is the last message of the user; without one the row is invalid."""
    chat = (
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Hi"},
        {"role": "user", "content": "Refunds?"},
    )
    result = evaluate(LexicalAnswerRelevancy(), case=Case(id="1", input=chat))
    assert result.value == 1.0
    monologue = Case(id="1", input=({"role": "assistant", "content": "Hi"},))
    assert evaluate(LexicalAnswerRelevancy(), case=monologue).code == "no_question"
    assert evaluate(LexicalAnswerRelevancy(), case=Case(id="1", input="?!")).code == "blank_question"
    assert evaluate(LexicalAnswerRelevancy(), case=Case(id="1")).status is Status.NOT_APPLICABLE


def test_correctness_is_token_f1() -> None:
    """2 shared of 3 and 4 tokens is 4/7; the groups of tokens are the evidence; no reference is not applicable."""
    result = LexicalAnswerCorrectness().score(reference="Refunds take 30 days.", answer="It takes 30 days.")
    assert str(result.ratio) == "4/7"
    assert {item.outcome: item.text for item in result.items} == {
        "shared": "30 days",
        "only_answer": "takes",
        "only_reference": "refunds take",
    }
    assert LexicalAnswerCorrectness().score(reference=" ", answer="x").code == "blank_reference"
    assert evaluate(LexicalAnswerCorrectness(), case=Case(id="1", input="x")).status is Status.NOT_APPLICABLE


def test_context_coverage_takes_reference_and_reference_contexts() -> None:
    """Either or both are needed; neither is not applicable."""
    metric = ContextCoverage()
    passages = Case(id="1", reference_contexts=("Refunds take 30 days.",))
    assert evaluate(metric, case=passages).value == 1.0
    assert evaluate(metric, case=CASE.replace(reference_contexts=("Fees apply.",))).value == 4 / 6
    assert evaluate(metric, case=Case(id="1")).status is Status.NOT_APPLICABLE
    assert evaluate(metric, case=Case(id="1", reference="")).code == "blank_reference"


CITED = (
    {"id": "d1#1", "document_id": "d1", "text": "Refunds take 30 days."},
    {"id": "d2#1", "document_id": "d2", "text": "Shipping is free."},
)
ANSWER = "Refunds take 30 days. Returns are easy."


@pytest.mark.parametrize(
    ("citation", "supported"),
    [
        ({"id": "d1#1"}, True),
        ("d1", True),
        ({"id": "d2"}, False),
        ({"id": "d9"}, False),
        ({"id": "d1", "quote": "refunds take 30 days"}, True),
        ({"id": "d1", "quote": "refunds take 90 days"}, False),
        ({"id": "d2", "quote": "refunds take 30 days"}, False),
        ({"id": "d1", "start": 0, "end": 21}, True),
        ({"id": "d1", "start": 22, "end": 39}, False),
    ],
)
def test_a_citation_is_held_against_the_text_it_points_at(citation: Any, supported: bool) -> None:
    """By id, by quotation and by span; an unknown id and the wrong passage support nothing."""
    result = CitationSupport().score(answer=ANSWER, citations=[citation], contexts=CITED)
    assert result.value == float(supported)


def test_without_ids_a_citation_is_the_quoted_text() -> None:
    """Targets that return bare texts cite by text; a file name is then no quotation."""
    metric = CitationSupport()
    contexts = ["Refunds take 30 days.", "Shipping is free."]
    assert metric.score(answer=ANSWER, citations=["Refunds take 30 days."], contexts=contexts).value == 1.0
    assert metric.score(answer=ANSWER, citations=["Refunds take 90 days."], contexts=contexts).value == 0.0
    assert metric.score(answer=ANSWER, citations=["policy.md"], contexts=contexts).value == 0.0


def test_citation_support_cannot_be_dodged() -> None:
    """No citation is 0 unless the case says that none is needed."""
    silent = GOOD.replace(citations=())
    assert evaluate(CitationSupport(), silent).value == 0.0
    assert evaluate(CitationSupport(), silent, CASE.replace(must_cite=False)).status is Status.NOT_APPLICABLE


@pytest.mark.parametrize("threshold", [0, -0.1, 1.1, True, "0.6"])
def test_threshold_is_checked(threshold: Any) -> None:
    """A threshold that is no share above 0 is refused when the metric is made."""
    for cls in (LexicalFaithfulness, CitationSupport):
        with pytest.raises(ConfigurationError, match="threshold"):
            cls(threshold=threshold)


FLOORS = {"begin_wow": 0.80, "faithdial_audit": 0.70, "fever_symmetric": 0.60, "wice_claim": 0.65}


@pytest.mark.shared
@pytest.mark.parametrize("name", FLOORS)
def test_balanced_accuracy_against_people(shared: Path, name: str) -> None:
    """On claims that people labelled, the proxy is well above chance, and its weakness on paraphrase is known."""
    with (shared / "data" / f"{name}.jsonl").open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file][:400]
    right = {0: [0, 0], 1: [0, 0]}
    for row in rows:
        held = LexicalFaithfulness().score(answer=row["claim"], contexts=row["context"]).value == 1.0
        right[row["label"]][held == bool(row["label"])] += 1
    assert sum(hits / (hits + misses) for misses, hits in right.values()) / 2 >= FLOORS[name]
