"""Rate limits, time-outs, dead servers, event loops, cancelled callers: over real HTTP (E)."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from fake_clock import FakeClock
from judging import GRADE, ask, judge_at
from openai_stub import OpenAIStub, Reply, said

from assay.errors import DeadlineError, JudgeError, MissingExtraError
from assay.judge import MemoryCalls, make_judge
from assay.records.policy import JudgeConfig

GOOD = said({"reason": "fits", "score": 4})


def ask_all(judge: Any, answers: list[str]) -> list[Any]:
    """Ask about all answers at once; errors are values."""

    async def work() -> list[Any]:
        return await asyncio.gather(*(judge.ask(GRADE, answer=a) for a in answers), return_exceptions=True)

    return asyncio.run(work())


def test_e1_429_on_a_third_of_the_rows() -> None:
    """Rows that meet a 429 wait as long as the server asks and are scored all the same; every attempt is kept."""
    seen: list[int] = []

    def respond(body: dict[str, Any]) -> Reply:
        seen.append(1)
        return Reply(status=429, headers={"Retry-After": "7"}) if len(seen) % 3 == 0 else GOOD

    clock, calls = FakeClock(), MemoryCalls()
    with OpenAIStub(respond) as stub:
        verdicts = ask_all(judge_at(stub, clock=clock, calls=calls, concurrency=1), [f"a{n}" for n in range(9)])
    assert [verdict.reply.score for verdict in verdicts] == [4] * 9
    assert sum(clock.slept) >= 7
    outcomes = [call["outcome"] for call in calls.all() if call["kind"] == "chat"]
    assert outcomes.count("ok") == 9
    assert outcomes.count("judge_rate_limited") == len(seen) - 9


def test_e1_left_over_rows_are_errors() -> None:
    """A row that meets nothing but 429 ends as an error after the allowed attempts, not as a number."""
    clock = FakeClock()
    with OpenAIStub([Reply(status=429)]) as stub, pytest.raises(JudgeError) as caught:
        ask(judge_at(stub, clock=clock, attempts=4), GRADE, answer="a")
    assert caught.value.code == "judge_rate_limited"
    assert len(stub.bodies) == 4
    assert clock.slept == [0.5, 1.0, 2.0]


def test_e1_a_server_that_asks_for_an_hour() -> None:
    """A wait longer than the longest delay is not waited for."""
    clock = FakeClock()
    with OpenAIStub([Reply(status=429, headers={"Retry-After": "3600"})]) as stub, pytest.raises(JudgeError):
        ask(judge_at(stub, clock=clock), GRADE, answer="a")
    assert (len(stub.bodies), clock.slept) == (1, [])


def test_e2_requests_per_minute() -> None:
    """A key of 60 requests a minute never sends more than one in a second, whoever asks; so there is no storm."""
    clock = FakeClock()
    with OpenAIStub(lambda body: GOOD) as stub:
        judge = judge_at(stub, clock=clock, requests_per_minute=60, structure="json_schema")
        begun = clock.now
        assert len(ask_all(judge, [f"a{n}" for n in range(30)])) == 30
    assert clock.now - begun >= 29


def test_concurrency_is_kept() -> None:
    """No more than `concurrency` calls are on their way at once."""
    with OpenAIStub(lambda body: GOOD, latency=0.01) as stub:
        ask_all(judge_at(stub, concurrency=3), [f"a{n}" for n in range(20)])
    assert stub.open_most == 3


def test_e4_a_model_that_refuses_a_parameter() -> None:
    """A refused setting is left out and noted; a refused token limit is renamed; the run goes on."""
    with OpenAIStub([GOOD], refuses=["temperature", "max_tokens"]) as stub:
        verdict = ask(judge_at(stub), GRADE, answer="a")
    assert verdict.details["notes"] == ["the model takes no `temperature`"]
    assert "max_completion_tokens" in stub.bodies[0]
    assert "temperature" not in stub.bodies[0]


@pytest.mark.parametrize(
    ("status", "error", "code"),
    [
        (401, {"message": "bad key"}, "judge_unavailable"),
        (403, {"message": "no access"}, "judge_unavailable"),
        (404, {"message": "no such model"}, "judge_unavailable"),
        (429, {"message": "spent", "code": "insufficient_quota"}, "judge_unavailable"),
    ],
)
def test_e4_fatal_errors_stop_everything(status: int, error: dict[str, str], code: str) -> None:
    """What no call can survive is met by the first one, in the probe; the others fail at once without being sent."""
    with OpenAIStub([Reply(status=status, error=error)], answer_probe=False) as stub:
        outcomes = ask_all(judge_at(stub), [f"a{n}" for n in range(50)])
    assert {outcome.code for outcome in outcomes} == {code}
    assert len(stub.bodies) == 1


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (Reply(status=400, error={"message": "nonsense"}), "judge_bad_request"),
        (Reply(status=400, error={"message": "x", "code": "context_length_exceeded"}), "judge_too_long"),
        (Reply(status=501), "judge_server_error"),
    ],
)
def test_what_cannot_succeed_is_not_retried(reply: Reply, code: str) -> None:
    """A request that would fail again is sent once."""
    with OpenAIStub([reply]) as stub, pytest.raises(JudgeError) as caught:
        ask(judge_at(stub), GRADE, answer="a")
    assert caught.value.code == code
    assert len(stub.bodies) == 1


@pytest.mark.parametrize("reply", [Reply(status=500), Reply(status=503), Reply(status=529), Reply(drop=True)])
def test_what_can_pass_is_retried(reply: Reply) -> None:
    """A server error and a dropped connection are tried again."""
    with OpenAIStub([reply, reply, GOOD]) as stub:
        assert ask(judge_at(stub), GRADE, answer="a").reply.score == 4
    assert len(stub.bodies) == 3


def test_e5_a_call_that_never_returns() -> None:
    """A hanging call ends at the deadline of its question; its neighbours are not touched."""
    from assay.remote.clock import SystemClock

    def respond(body: dict[str, Any]) -> Reply:
        return Reply(hang=True) if "hangs" in body["messages"][1]["content"] else GOOD

    with OpenAIStub(respond) as stub:
        judge = judge_at(stub, clock=SystemClock(), deadline=None, structure="json_schema")
        judge.sampling = judge.sampling.__class__(deadline=0.2)
        fine, stuck = ask_all(judge, ["is fine", "hangs"])
    assert fine.reply.score == 4
    assert isinstance(stuck, DeadlineError)


def test_e5_time_outs_are_retried_within_limits() -> None:
    """Without an answer in `timeout` seconds the call is tried again, then given up."""
    with OpenAIStub([Reply(hang=True)]) as stub, pytest.raises(JudgeError) as caught:
        ask(judge_at(stub, timeout=0.05, attempts=2), GRADE, answer="a")
    assert caught.value.code == "judge_timeout"
    assert len(stub.bodies) == 2


def test_e5_the_deadline_of_the_run() -> None:
    """A wait that would end after the run's deadline is not begun."""
    clock = FakeClock()
    with OpenAIStub([Reply(status=503, headers={"Retry-After": "30"})]) as stub, pytest.raises(DeadlineError):
        ask(judge_at(stub, clock=clock, deadline=10), GRADE, answer="a")
    assert clock.slept == []


def test_e8_too_long_is_refused_before_it_is_sent() -> None:
    """A question longer than the model's window is an error that says so; nothing is cut or sent."""
    with OpenAIStub([GOOD]) as stub, pytest.raises(JudgeError) as caught:
        ask(judge_at(stub, context_window=1000), GRADE, answer="x" * 20_000)
    assert caught.value.code == "judge_too_long"
    assert stub.bodies == []
    assert stub.probes == 0


def test_e9_long_and_chinese_texts_are_sent_whole() -> None:
    """20,000 characters arrive as they are."""
    text = "退款期限为三十天。" * 2500
    with OpenAIStub([GOOD]) as stub:
        ask(judge_at(stub), GRADE, answer=text)
    assert text in stub.bodies[0]["messages"][1]["content"]


def test_e10_one_judge_from_many_event_loops() -> None:
    """One judge serves several loops in turn and at once, and from inside a running loop, with its limits kept."""
    with OpenAIStub(lambda body: GOOD, latency=0.005) as stub:
        judge = judge_at(stub, concurrency=4)
        results: list[int] = []

        def work(name: str) -> None:
            results.extend(v.reply.score for v in ask_all(judge, [f"{name}{n}" for n in range(10)]))

        threads = [threading.Thread(target=work, args=(name,)) for name in "abc"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert ask(judge, GRADE, answer="later").reply.score == 4
    assert results == [4] * 30


def test_e10_a_metric_in_a_running_loop() -> None:
    """A sync call inside a running loop gets its verdict on a loop of its own."""
    from assay.sync import run_sync

    with OpenAIStub([GOOD]) as stub:
        judge = judge_at(stub)

        async def cell() -> int:
            return int(run_sync(judge.ask(GRADE, answer="a")).reply.score)

        assert asyncio.run(cell()) == 4


def test_e13_a_cancelled_caller_leaves_others_alone() -> None:
    """Two callers wait for one call; one is cancelled, the other gets its verdict."""

    async def work(judge: Any) -> Any:
        first = asyncio.create_task(judge.ask(GRADE, answer="a"))
        second = asyncio.create_task(judge.ask(GRADE, answer="a"))
        await asyncio.sleep(0.03)
        first.cancel()
        return await second

    with OpenAIStub([GOOD], latency=0.1) as stub:
        assert asyncio.run(work(judge_at(stub, structure="json_schema"))).reply.score == 4
    assert len(stub.bodies) == 1


def test_e18_no_key() -> None:
    """Without a key the judge is made, and asking it is an error that names the variable; nothing is replaced by anything."""
    judge = make_judge(JudgeConfig(model="openai/gpt-4.1-mini"), environ={})
    with pytest.raises(JudgeError) as caught:
        ask(judge, GRADE, answer="a")
    assert caught.value.code == "judge_unavailable"
    assert "OPENAI_API_KEY" in str(caught.value)


def test_e18_nobody_listens() -> None:
    """A server that is not there is `judge_unavailable`, after the allowed attempts."""
    with OpenAIStub([GOOD]) as stub:
        url = stub.url
    config = JudgeConfig(model="vllm/m", options={"base_url": url, "attempts": 2})
    clock = FakeClock()
    with pytest.raises(JudgeError) as caught:
        ask(make_judge(config, environ={}, clock=clock), GRADE, answer="a")
    assert caught.value.code == "judge_unavailable"
    assert url in caught.value.message
    assert len(clock.slept) == 1


def test_e18_client_package_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without httpx the error says what to install."""
    monkeypatch.setitem(__import__("sys").modules, "httpx", None)
    with pytest.raises((JudgeError, MissingExtraError)) as caught:
        ask(make_judge(JudgeConfig(model="vllm/m"), environ={}), GRADE, answer="a")
    assert "assay-eval[judge]" in str(caught.value)
