"""The record of calls: every attempt, one name for one question, replay without a network, no secrets (F)."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace
from typing import Any

import pytest
from judging import GRADE, YES_NO, ask, judge_at
from openai_stub import OpenAIStub, Reply, said

from assay.errors import JudgeError
from assay.judge import CallMode, MemoryCalls, make_judge
from assay.records.canonical import content_hash
from assay.records.policy import JudgeConfig
from assay.records.record import Record

GOOD = said({"reason": "fits", "score": 4})


def chats(calls: MemoryCalls) -> list[Any]:
    return [call for call in calls.all() if call["kind"] == "chat"]


def test_every_attempt_is_kept() -> None:
    """Failed and successful attempts stand in the record with number, outcome, latency and what the server said."""
    calls = MemoryCalls()
    with OpenAIStub([Reply(status=503), replace(GOOD, model="m-2026")]) as stub:
        verdict = ask(judge_at(stub, calls=calls, run_id="run-1"), GRADE, answer="a")
    first, second = chats(calls)
    assert (first["attempt"], first["outcome"], first["ok"], first["status"]) == (1, "judge_server_error", False, 503)
    assert (second["attempt"], second["outcome"], second["ok"]) == (2, "ok", True)
    assert second["returned_model"] == "m-2026"
    assert second["usage"] == {"input_tokens": 100, "output_tokens": 20}
    assert second["finish_reason"] == "stop"
    assert second["latency_ms"] >= 0
    assert second["run_id"] == "run-1"
    assert json.loads(second["reply"])["score"] == 4
    assert second["request"]["messages"][1]["content"]
    assert verdict.calls == (content_hash(second),)
    assert first["request_key"] == second["request_key"]


def test_a_recorded_call_is_not_paid_twice() -> None:
    """A second judge with the same record asks nothing, not even the probe, and says from which run the reply is."""
    calls = MemoryCalls()
    with OpenAIStub([GOOD]) as stub:
        fresh = ask(judge_at(stub, calls=calls, run_id="run-1"), GRADE, answer="a")
        again = ask(judge_at(stub, calls=calls, run_id="run-2"), GRADE, answer="a")
        other = ask(judge_at(stub, calls=calls, run_id="run-2"), GRADE, answer="b")
    assert (len(stub.bodies), stub.probes) == (2, 1)
    assert (fresh.details["fresh"], fresh.details["cached"]) == (1, 0)
    assert (again.details["fresh"], again.details["cached"], again.details["cached_from"]) == (0, 1, ["run-1"])
    assert again.calls == fresh.calls
    assert other.details["fresh"] == 1


@pytest.mark.parametrize(
    "change",
    [
        {"temperature": 0.5},
        {"seed": 7},
        {"top_p": 0.5},
        {"model": "vllm/other"},
        {"model": "lmstudio/stub"},
        {"prompt": replace(GRADE, instruction="Grade hard.")},
        {"prompt": replace(GRADE, version="2")},
        {"answer": "A"},
    ],
)
def test_f1_f2_f6_everything_asked_is_in_the_key(change: dict[str, Any]) -> None:
    """Another setting, model, prompt or input is another question."""
    calls = MemoryCalls()
    prompt, answer = change.pop("prompt", GRADE), change.pop("answer", "a")
    with OpenAIStub(lambda body: GOOD) as stub:
        ask(judge_at(stub, calls=calls), GRADE, answer="a")
        ask(judge_at(stub, calls=calls, **change), prompt, answer=answer)
    assert len(stub.bodies) == 2


def test_the_same_name_at_another_address_is_asked() -> None:
    """A live run takes no reply from a server at another address, though a replay may."""
    calls = MemoryCalls()
    with OpenAIStub(lambda body: GOOD) as one, OpenAIStub(lambda body: GOOD) as two:
        ask(judge_at(one, calls=calls), GRADE, answer="a")
        ask(judge_at(two, calls=calls), GRADE, answer="a")
    assert len(two.bodies) == 1


def test_f4_repeats_are_really_asked() -> None:
    """Three runs are three calls with sample numbers 0 to 2; asked again they come from the record, marked so."""
    calls = MemoryCalls()
    with OpenAIStub([said({"reason": "r", "score": score}) for score in (1, 2, 3)]) as stub:
        fresh = ask(judge_at(stub, calls=calls, runs=3, concurrency=1), GRADE, answer="a")
        again = ask(judge_at(stub, calls=calls, runs=3), GRADE, answer="a")
    assert len(stub.bodies) == 3
    assert sorted(call["sample"] for call in chats(calls)) == [0, 1, 2]
    assert [reply.score for reply in fresh.replies] == [1, 2, 3]
    assert (again.details["fresh"], again.details["cached"]) == (0, 3)
    assert again.replies == fresh.replies


def test_f5_record_asks_again() -> None:
    """`record` takes nothing from earlier runs, and asks each question once within its own."""
    calls = MemoryCalls()
    with OpenAIStub(lambda body: GOOD) as stub:
        ask(judge_at(stub, calls=calls), GRADE, answer="a")
        judge = judge_at(stub, calls=calls, mode=CallMode.RECORD)
        ask(judge, GRADE, answer="a")
        ask(judge, GRADE, answer="a")
    assert len(stub.bodies) == 2


def test_replay_needs_no_network() -> None:
    """A recorded evaluation runs again with no server, no key and no address, and gives the same verdict."""
    calls = MemoryCalls()
    with OpenAIStub([said("broken"), GOOD]) as stub:
        live = ask(judge_at(stub, calls=calls), GRADE, answer="a")
    replayed = make_judge(JudgeConfig(model="vllm/stub"), calls=calls, environ={}, mode=CallMode.REPLAY)
    verdict = ask(replayed, GRADE, answer="a")
    assert (verdict.reply, verdict.calls) == (live.reply, live.calls)
    assert verdict.details["cached"] == 2
    with pytest.raises(JudgeError) as caught:
        ask(replayed, GRADE, answer="new")
    assert caught.value.code == "replay_missing"


def test_a_failed_call_is_asked_again_by_the_next_run() -> None:
    """What ended in an error is not taken from the record: a re-run may resolve it."""
    calls = MemoryCalls()
    with OpenAIStub([Reply(refusal="no"), GOOD]) as stub:
        with pytest.raises(JudgeError):
            ask(judge_at(stub, calls=calls), GRADE, answer="a")
        assert ask(judge_at(stub, calls=calls), GRADE, answer="a").reply.score == 4


def test_a_truncated_reply_is_paid_once() -> None:
    """The longer second try is recorded under the same question, so a resumed run starts from it."""
    calls = MemoryCalls()
    with OpenAIStub([said("{", finish_reason="length"), GOOD]) as stub:
        ask(judge_at(stub, calls=calls), GRADE, answer="a")
        ask(judge_at(stub, calls=calls), GRADE, answer="a")
    assert len(stub.bodies) == 2
    assert [call["attempt"] for call in chats(calls)] == [1, 2]


def test_identical_questions_in_flight_are_asked_once() -> None:
    """Ten callers with one question make one call; each knows whether the reply was its own."""

    async def work(judge: Any) -> list[Any]:
        return await asyncio.gather(*(judge.ask(GRADE, answer="a") for _ in range(10)))

    with OpenAIStub([GOOD], latency=0.02) as stub:
        verdicts = asyncio.run(work(judge_at(stub)))
    assert len(stub.bodies) == 1
    assert sum(verdict.details["fresh"] for verdict in verdicts) == 1
    assert len({verdict.calls for verdict in verdicts}) == 1


def test_a_real_store_keeps_calls(tmp_path: Any) -> None:
    """The store takes the calls as they are, names them by the same hash, and serves a replay."""
    from assay.store.store import Store

    with OpenAIStub([Reply(status=500), GOOD]) as stub, Store.open(tmp_path / "a.db") as store:
        verdict = ask(judge_at(stub, calls=store), GRADE, answer="a")
        assert store.call(verdict.calls[0])["attempt"] == 2
        replayed = make_judge(JudgeConfig(model="vllm/stub"), calls=store, environ={}, mode=CallMode.REPLAY)
        assert ask(replayed, GRADE, answer="a").calls == verdict.calls


SECRETS = {
    "VLLM_API_KEY": "planted-key-0123456789",
    "MY_HEADER": "planted header/value+1",
}


def test_secrets_stay_out(caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> None:
    """Keys in environment, headers, and the URL's user and query are sent, and appear in no record, error, log or verdict."""
    planted = [*SECRETS.values(), "planted-password", "planted-query-value"]
    caplog.set_level(logging.DEBUG)
    calls = MemoryCalls()

    def respond(body: dict[str, Any]) -> Reply:
        if "fail" in body["messages"][1]["content"]:
            return Reply(status=400, error={"message": f"bad: {' '.join(planted)} cGxhbnRlZA"})
        return said({"reason": f"I saw {planted[0]} and {planted[3]}", "score": 4})

    told: list[str] = []
    with OpenAIStub(respond) as stub:
        url = stub.url.replace("http://", "http://user:planted-password@") + "?key=planted-query-value"
        judge = judge_at(stub, calls=calls, environ=SECRETS, base_url=url, header_variables={"X-Extra": "MY_HEADER"})
        verdict = ask(judge, GRADE, answer="fine")
        with pytest.raises(JudgeError) as caught:
            ask(judge, GRADE, answer="fail")
        told += [repr(verdict), str(caught.value), repr(caught.value), repr(caught.value.__cause__), judge.identity]
        assert stub.headers[0]["authorization"] == f"Bearer {SECRETS['VLLM_API_KEY']}"
        assert stub.headers[0]["x-extra"] == SECRETS["MY_HEADER"]
        assert stub.paths[0].endswith("?key=planted-query-value")
    with pytest.raises(JudgeError) as dead:
        ask(judge, GRADE, answer="unreachable")
    told += [str(dead.value), repr(judge.recorder.completer.endpoint), json.dumps(calls.all()), caplog.text]
    told += [*capsys.readouterr()]
    for secret in planted:
        assert not [text for text in told if secret in text], secret
    assert "[redacted]" in told[0]


def test_the_record_is_plain_json() -> None:
    """Every call can be written as canonical JSON and hashed by anyone."""
    calls = MemoryCalls()
    with OpenAIStub() as stub:
        ask(judge_at(stub, calls=calls), YES_NO, claims=["a"])
    for call in calls.all():
        assert not isinstance(call, Record)
        assert content_hash(json.loads(json.dumps(call))) == content_hash(call)
