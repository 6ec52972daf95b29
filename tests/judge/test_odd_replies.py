"""What real judges answer, over real HTTP: each odd reply has one right outcome (D)."""

from __future__ import annotations

import json
import math
from typing import Any, Literal

import pytest
from judging import CLAIMS, GRADE, WORD, YES_NO, ask, entries, entry, judge_at
from openai_stub import OpenAIStub, Reply, said

from assay.errors import JudgeError
from assay.judge import MemoryCalls
from assay.records.prompt import Prompt
from assay.records.reply import JudgeReply

GOOD = {"reason": "fits", "score": 4}


def grade(*script: Reply, **options: Any) -> Any:
    """The verdict on an answer when the server replies as scripted."""
    with OpenAIStub(script) as stub:
        return ask(judge_at(stub, **options), GRADE, answer="a")


def failure(*script: Reply, prompt: Prompt[Any] = GRADE, **options: Any) -> tuple[JudgeError, OpenAIStub]:
    """The error that a script ends in, and the stub that saw the questions."""
    inputs = {"answer": "a"} if prompt is not CLAIMS else {"passages": ["p"], "claims": ["a", "b"]}
    with OpenAIStub(script) as stub, pytest.raises(JudgeError) as caught:
        ask(judge_at(stub, **options), prompt, **inputs)
    return caught.value, stub


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        f"```json\n{json.dumps(GOOD)}\n```",
        f'<think>{{"score": 1}}</think>{json.dumps(GOOD)}',
        '{"reason": "fits", "score": 4,}',
    ],
)
def test_d1_d2_d4_readable(text: str) -> None:
    """Fences, reasoning blocks and a trailing comma do not hide a verdict, and are noted where removed."""
    verdict = grade(said(text))
    assert verdict.reply.score == 4
    assert ("notes" in verdict.details) == (text != json.dumps(GOOD))


@pytest.mark.parametrize(
    "text",
    [
        'The answer holds {"reason":"r","score":5}; I will not repeat it.',
        "On a scale of 0 to 3 I give 2",
        "Score: 10.0",
        "10.0",
        "GRADE: C",
        "{'reason': 'r', 'score': 4}",
        '{"reason": "r", "score": NaN}',
        "",
    ],
)
def test_d5_d6_d9_d10_d24_unreadable(text: str) -> None:
    """A reply that is not one object is asked again once, then an error; nothing is fished out of it."""
    error, stub = failure(said(text))
    assert error.code == "judge_unparsable"
    assert len(stub.bodies) == 2


@pytest.mark.parametrize(
    "value",
    [
        {"reason": "bad"},
        {"score": 0},
        {"reason": "r", "score": "4"},
        {"reason": "r", "score": "Score: 4 of 5"},
        {"reason": "r", "score": 1000},
        {"reason": "r", "score": -0.5},
        {"reason": "r", "score": 4.5},
        {"reason": "r", "score": True},
        {"reason": "r", "score": None},
        {"reason": "r", "score": 0, "pass": True},
        {"response": {"reason": "r", "score": 4}},
    ],
)
def test_d12_d13_d14_d20_wrong_shape(value: dict[str, Any]) -> None:
    """A missing or contradicting verdict, a wrong type, a value off the scale, an envelope: invalid, never repaired."""
    error, stub = failure(said(value))
    assert error.code == "judge_invalid"
    assert len(stub.bodies) == 2
    assert "could not be used" in stub.bodies[1]["messages"][1]["content"]


def test_d12_small_numbers() -> None:
    """`1e-3` is a JSON number and means 0.001."""

    class Share(JudgeReply):
        reason: str
        share: float

    prompt = Prompt(name="s", version="1", instruction="", inputs=("answer",), reply=Share, verdict="share")
    with OpenAIStub([said('{"reason": "r", "share": 1e-3}')]) as stub:
        assert ask(judge_at(stub), prompt, answer="a").reply.share == 0.001


def test_a_second_reply_can_mend_the_first() -> None:
    """After one unusable reply a good one counts; the note says that it was asked again; both calls are named."""
    verdict = grade(said("no"), said(GOOD))
    assert verdict.reply.score == 4
    assert len(verdict.calls) == 2
    assert verdict.details["notes"][0].startswith("asked again: ")


def test_d8_out_of_vocabulary() -> None:
    """`idk` is not a verdict: asked again for that number only, then an error; never support."""
    odd = {"verdicts": [entry(1), entry(2, "idk")]}
    error, stub = failure(said(odd), prompt=CLAIMS)
    assert error.code == "judge_incomplete"
    assert "Numbers to answer: 2" in stub.bodies[1]["messages"][1]["content"].splitlines()
    assert "claims 1]]" not in stub.bodies[1]["messages"][1]["content"]


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ({"verdicts": [entry(1)]}, [2]),
        ({"verdicts": [entry(1), entry(2), entry(2, "contradicted")]}, [2]),
        ({"verdicts": [entry(1), "supported"]}, [2]),
        ({"verdicts": [entry(1), {"id": 2, "verdict": "supported"}]}, [2]),
        ({"verdicts": [entry(1), entry(3)]}, [2]),
        ({"verdicts": [entry(0), entry(1)]}, [2]),
        ({"verdicts": [entry(3), entry(4)]}, [1, 2]),
        ({"verdicts": {"1": "supported"}}, [1, 2]),
        ({"claims": []}, [1, 2]),
        ({"verdicts": [entry(1), entry("2")]}, [2]),
        ({"verdicts": [entry(True), entry(2)]}, [1]),
    ],
)
def test_d18_each_number_exactly_once(first: dict[str, Any], again: list[int]) -> None:
    """Missing, doubled or garbled entries are asked again once, and only those numbers; verdicts go by number."""
    second = {"verdicts": [entry(number, "unknown") for number in reversed(again)]}
    with OpenAIStub([said(first), said(second)]) as stub:
        verdict = ask(judge_at(stub), CLAIMS, passages=["p"], claims=["a", "b"])
    asked = stub.bodies[1]["messages"][1]["content"]
    assert f"Numbers to answer: {', '.join(map(str, again))}" in asked.splitlines()
    assert [(one.id, one.verdict) for one in verdict.reply.verdicts] == [
        (number, "unknown" if number in again else "supported") for number in (1, 2)
    ]


def test_d18_numbers_that_were_not_asked() -> None:
    """They are passed over and noted; with every asked number answered, nothing is asked again."""
    with OpenAIStub([said({"verdicts": [entry(1), entry(2), entry(3, "contradicted")]})]) as stub:
        verdict = ask(judge_at(stub), CLAIMS, passages=["p"], claims=["a", "b"])
    assert [(one.id, one.verdict) for one in verdict.reply.verdicts] == [(1, "supported"), (2, "supported")]
    assert verdict.details["notes"] == ["answers numbers that were not asked: 3"]
    assert len(stub.bodies) == 1


def test_d18_both_problems_are_told() -> None:
    """The error says what was wrong with the first reply and with the second."""
    error, _ = failure(said({"verdicts": [entry(1), entry(3)]}), said("no object"), prompt=CLAIMS)
    assert error.code == "judge_unparsable"
    assert "answers numbers that were not asked: 3; no answer for number 2" in error.message
    assert "after asking again: the reply is not one JSON object" in error.message


def test_a_single_reply_tells_both_problems_too() -> None:
    """Also where there are no numbers."""
    error, _ = failure(said("no object"), said('{"reason": "r"}'))
    assert error.code == "judge_invalid"
    assert "score: Field required" in error.message
    assert "the first reply: the reply is not one JSON object" in error.message


def test_d18_still_missing() -> None:
    """Numbers that stay unanswered make the whole question an error, with their numbers."""
    error, stub = failure(said({"verdicts": [entry(1)]}), said({"verdicts": []}), prompt=CLAIMS)
    assert error.code == "judge_incomplete"
    assert "number 2" in error.message
    assert len(stub.bodies) == 2


def test_order_of_entries_does_not_matter() -> None:
    """Entries are matched by number, not by place."""
    with OpenAIStub([said({"verdicts": [entry(2, "contradicted"), entry(1)]})]) as stub:
        verdict = ask(judge_at(stub), CLAIMS, passages=["p"], claims=["a", "b"])
    assert [one.verdict for one in verdict.reply.verdicts] == ["supported", "contradicted"]


def test_many_items_go_in_batches_under_their_own_numbers() -> None:
    """60 items with a batch of 25 take three calls, and come back as one reply in order."""
    with OpenAIStub() as stub:
        verdict = ask(judge_at(stub, batch=25), YES_NO, claims=[f"c{n}" for n in range(60)])
    assert len(stub.bodies) == 3
    assert [one.id for one in verdict.reply.verdicts] == list(range(1, 61))


def test_d16_refusal_and_content_filter() -> None:
    """A refusal and a filter have codes of their own and are not asked again."""
    cases = [
        (Reply(refusal="I cannot"), "judge_refused"),
        (Reply(content="", finish_reason="content_filter"), "judge_content_filter"),
        (Reply(status=400, error={"message": "filtered", "code": "content_filter"}), "judge_content_filter"),
    ]
    for reply, code in cases:
        error, stub = failure(reply)
        assert error.code == code
        assert len(stub.bodies) == 1


def test_d17_truncated() -> None:
    """A reply cut by the limit is asked again once with four times the limit; cut again it is an error, even when it parses."""
    verdict = grade(said('{"reason": "fi', finish_reason="length"), said(GOOD), max_tokens=50)
    assert verdict.reply.score == 4
    error, stub = failure(said(GOOD, finish_reason="length"), max_tokens=50)
    assert error.code == "judge_truncated"
    assert [body["max_tokens"] for body in stub.bodies] == [50, 200]
    assert "20 tokens" in error.message


def test_d17_all_spent_on_reasoning() -> None:
    """An empty reply with finish reason `length` is truncated, not unparsable, and never a score."""
    error, _ = failure(said("", finish_reason="length"))
    assert error.code == "judge_truncated"


def test_d20_the_reply_is_kept() -> None:
    """An unusable reply stands in the record as it came."""
    calls = MemoryCalls()
    failure(said({"response": {"score": 1}}), calls=calls)
    assert [call["reply"] for call in calls.all() if call["kind"] == "chat"] == ['{"response": {"score": 1}}'] * 2


class Scaled(JudgeReply):
    reason: str
    score: Literal["1", "2", "3"]


SCALED = Prompt(
    name="g", version="1", instruction="", inputs=("answer",), reply=Scaled, verdict="score", scale=("1", "2", "3")
)


def spelled(*tokens: tuple[str, dict[str, float]]) -> list[dict[str, Any]]:
    """Log-probabilities as the protocol writes them."""
    return [
        {
            "token": token,
            "logprob": math.log(top.get(token, 1.0)),
            "top_logprobs": [{"token": other, "logprob": math.log(p)} for other, p in top.items()],
        }
        for token, top in tokens
    ]


def test_d22_distribution() -> None:
    """Token probabilities at the verdict are given as they are: their sum is the mass, and is not scaled up."""
    tokens = spelled(('{"reason": "r", "score": "', {}), ("2", {"2": 0.5, "3": 0.2, "x": 0.3}), ('"}', {}))
    with OpenAIStub([said({"reason": "r", "score": "2"}, logprobs=tokens)]) as stub:
        verdict = ask(judge_at(stub), SCALED, answer="a")
    assert stub.bodies[0]["logprobs"] is True
    assert verdict.distribution == pytest.approx({"1": 0.0, "2": 0.5, "3": 0.2})


def test_d22_no_log_probabilities() -> None:
    """Without token probabilities the distribution is unknown, not made up; a server that refuses them is asked without."""
    with OpenAIStub([said({"reason": "r", "score": "2"})], refuses=["logprobs"]) as stub:
        verdict = ask(judge_at(stub), SCALED, answer="a")
    assert verdict.reply.score == "2"
    assert verdict.distribution is None
    assert "the model takes no `logprobs`" in verdict.details["notes"]


def test_d21_the_schema_sent_has_the_reason_first() -> None:
    """The schema that constrains the decoder states the reason before the verdict, closed and complete."""
    with OpenAIStub([said(GOOD)]) as stub:
        ask(judge_at(stub), GRADE, answer="a")
    sent = stub.bodies[0]["response_format"]["json_schema"]
    assert sent["strict"] is True
    assert list(sent["schema"]["properties"]) == ["reason", "score"]
    assert sent["schema"]["required"] == ["reason", "score"]
    assert sent["schema"]["additionalProperties"] is False


@pytest.mark.parametrize(
    ("supports", "ignores", "way"),
    [
        (("json_schema", "tool", "json_object"), (), "json_schema"),
        (("tool", "json_object"), (), "tool"),
        (("json_object",), (), "json_object"),
        ((), (), None),
        (("json_schema", "tool", "json_object"), ("json_schema",), "tool"),
        (("json_schema", "tool", "json_object"), ("json_schema", "tool", "json_object"), None),
    ],
)
def test_structured_output_is_found_out_once(
    supports: tuple[str, ...], ignores: tuple[str, ...], way: str | None
) -> None:
    """The strongest way that the server takes and keeps to is used for every question, and recorded."""
    from openai_stub import structure_of

    calls = MemoryCalls()
    with OpenAIStub(lambda body: said(GOOD), supports=supports, ignores=ignores) as stub:
        judge = judge_at(stub, calls=calls)
        for answer in "ab":
            assert ask(judge, GRADE, answer=answer).reply.score == 4
    assert [structure_of(body) for body in stub.bodies] == [way, way]
    chats = [call for call in calls.all() if call["kind"] == "chat"]
    assert {call["mode"] for call in chats} == {way or "instruction"}


def test_worded_verdicts() -> None:
    """A closed vocabulary of two words holds no third."""
    with OpenAIStub([said({"reason": "r", "verdict": "good"})]) as stub:
        assert ask(judge_at(stub), WORD, answer="a").reply.verdict == "good"
    error, _ = failure(said({"reason": "r", "verdict": "Good"}), prompt=WORD)
    assert error.code == "judge_invalid"


def test_answers_of_another_protocol() -> None:
    """A 200 without exactly one choice, or that is no JSON, is an error of its own."""
    for raw in (
        b'{"choices": []}',
        b'{"error": {"message": "upstream"}}',
        b'{"choices": [{}, {}]}',
        b'{"choices": [{"x": 1}]}',
    ):
        error, _ = failure(Reply(raw=raw))
        assert error.code == "judge_bad_response"
    error, stub = failure(Reply(raw=b"<html>"), attempts=2)
    assert error.code == "judge_bad_response"
    assert len(stub.bodies) == 2


def test_entries_helper() -> None:
    """Scripted verdicts come back as scripted."""
    with OpenAIStub([said(entries("supported", "contradicted"))]) as stub:
        verdict = ask(judge_at(stub), CLAIMS, passages=["p"], claims=["a", "b"])
    assert verdict.details == {"runs": 1, "fresh": 1, "cached": 0, "usd": None, "models": ["stub-2026-01-01"]}
