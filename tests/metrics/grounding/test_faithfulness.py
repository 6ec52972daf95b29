"""Faithfulness: supported claims over claims, with quotations that stand in the contexts."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_judge import ScriptedJudge, TableGrounder, entry, lists, supports

from assay.metrics.grounding.faithfulness import Faithfulness, GroundedFaithfulness
from assay.records import Case, Context, Output, Sample, Score, Status
from assay.records.score import recompute
from assay.sync import run_sync

A, B, C = "Refunds take 30 days.", "Refunds go to the card.", "Refunds are free."
P1, P2 = "A refund takes 30 days.", "We refund to the card."
ANSWER = "They take 30 days, go to the card and are free."


def judge(*verdicts: dict[str, Any], claims: tuple[str, ...] = (A, B, C)) -> ScriptedJudge:
    script = {"verdicts": list(verdicts)} if verdicts else supports({(A, P1), (B, P2)})
    return ScriptedJudge(statements=lists({ANSWER: claims}), claim_support=script)


def score(asked: ScriptedJudge, **changes: Any) -> Score:
    metric = Faithfulness(strict_quotes=changes.pop("strict_quotes", True))
    inputs = {"answer": ANSWER, "contexts": [{"text": P1, "id": "d1"}, P2], "input": "How do refunds work?"}
    return metric.score(judge=asked, **{**inputs, **changes})


def test_it_is_supported_claims_over_claims() -> None:
    """2 of 3 claims supported is 2/3, exactly and unrounded, with claims, quotations, sources and reasons as evidence."""
    asked = judge()
    result = score(asked)
    assert str(result.ratio) == "2/3"
    assert result.value == 2 / 3 == recompute(result.items)
    assert result.reason == "supported=2; claims=3; unknown=1"
    assert [(item.text, item.outcome, item.source, item.quote) for item in result.items] == [
        (A, "supported", "d1", P1),
        (B, "supported", "2", P2),
        (C, "unknown", None, None),
    ]
    assert [item.reason for item in result.items] == ["because 1", "because 2", "because 3"]
    assert asked.names == ["statements", "claim_support"]
    assert result.calls == ("call-1", "call-2")
    assert result.details["fresh"] == 2
    assert result.details["usd"] == 1.0
    assert result.method == "judge:test/scripted"


def test_all_supported_is_exactly_one() -> None:
    """There is no epsilon."""
    assert score(judge(claims=(A, B))).value == 1.0


def test_a_quotation_that_is_not_there_does_not_count() -> None:
    """A made-up quotation makes the verdict `unsupported by quotation`, unless quotations are not required."""
    false = judge(entry(1, P1), entry(2, "We refund in gold."), entry(3, P2, "contradicted"))
    result = score(false)
    assert [item.outcome for item in result.items] == ["supported", "unsupported by quotation", "contradicted"]
    assert str(result.ratio) == "1/3"
    assert result.items[1].reason == "because 2 (the quotation stands in no passage)"
    lenient = score(false, strict_quotes=False)
    assert str(lenient.ratio) == "2/3"
    assert lenient.signature != result.signature


def test_the_question_helps_to_read_the_answer() -> None:
    """The judge sees the question when it lists statements, of a conversation the last one."""
    asked = judge()
    score(asked, input=[{"role": "user", "content": "Hi"}, {"role": "user", "content": "How?"}])
    assert asked.asked[0][1] == {"question": "How?", "text": ANSWER}


@pytest.mark.parametrize(
    ("changes", "status", "value", "reason"),
    [
        ({"answer": ""}, Status.SCORED, 0.0, "the answer is blank"),
        ({"answer": "I don't know."}, Status.NOT_APPLICABLE, None, "the answer abstains; abstention judges it"),
        ({"abstained": True}, Status.NOT_APPLICABLE, None, "the answer abstains; abstention judges it"),
        ({"contexts": []}, Status.SCORED, 0.0, "nothing was retrieved"),
        ({"contexts": ["", "  "]}, Status.SCORED, 0.0, "nothing was retrieved"),
    ],
)
def test_edges_that_need_no_judge(changes: dict[str, Any], status: Status, value: float | None, reason: str) -> None:
    """No answer, an abstention or no passage: the stated status, and nobody is asked."""
    asked = judge()
    result = score(asked, **changes)
    assert (result.status, result.value, result.reason) == (status, value, reason)
    assert asked.asked == []


def test_an_answer_without_claims_is_not_applicable() -> None:
    """Nothing to check is not 1 and not 0; the call that found it out is kept."""
    result = score(judge(claims=()))
    assert result.status is Status.NOT_APPLICABLE
    assert result.code == "no_claims"
    assert result.calls == ("call-1",)


def test_a_claim_listed_twice_counts_once() -> None:
    """A judge that repeats itself gives no claim more weight."""
    assert str(score(judge(claims=(A, A + " ", C))).ratio) == "1/2"


def test_the_case_decides_whether_it_applies() -> None:
    """Where the case must abstain there is nothing to check; a missing field is invalid; a silent judge is an error."""
    metric = Faithfulness()
    output = Output(answer=ANSWER, contexts=(Context(text=P1),))
    unanswerable = Sample(case=Case(id="1", must_abstain=True), output=output)
    assert outcome(metric.evaluate(unanswerable, {"judge": judge()})).status is Status.NOT_APPLICABLE
    silent = Sample(case=Case(id="1"), output=Output(answer=ANSWER))
    assert outcome(metric.evaluate(silent, {"judge": judge()})).code == "missing_output"
    whole = Sample(case=Case(id="1"), output=output)
    assert outcome(metric.evaluate(whole)).code == "no_judge"
    assert outcome(metric.evaluate(whole, {"judge": ScriptedJudge()})).code == "judge_unreachable"


def outcome(pending: Any) -> Score:
    return pending if isinstance(pending, Score) else run_sync(pending)


def test_the_offline_grounder_takes_sentences() -> None:
    """The grounding variant counts sentences, names its grounder as method and needs no judge."""
    result = GroundedFaithfulness().score(answer=f"{A} {C}", contexts=[P1], grounder=TableGrounder({(A, P1)}))
    assert str(result.ratio) == "1/2"
    assert result.value == recompute(result.items)
    assert result.method == "lexical:test"
    assert result.items[0].quote == P1
    assert result.items[0].details["score"] == 0.9


def test_prompts_are_part_of_the_signature() -> None:
    """Whoever changes a prompt changes the metric."""
    assert "prompt:statements:" in Faithfulness().signature()
    assert "prompt:claim_support:" in Faithfulness().signature()
