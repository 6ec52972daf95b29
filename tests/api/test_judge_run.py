"""A run that asks a judge: whose calls they are, what the record keeps, limits, money, loops, replays."""

from __future__ import annotations

import asyncio
import json
from decimal import Decimal
from typing import Any

import pytest
from openai_stub import OpenAIStub, Reply, said

import assay
from assay.api.estimating import estimate
from assay.api.judging import Choice, choose_judge, is_function
from assay.api.replaying import open_record, replay_run
from assay.engine.plan import Limits
from assay.errors import ConfigurationError, UnknownNameError
from assay.judge import make_judge
from assay.metrics import Registry
from assay.records import Policy, Status
from assay.records.policy import Check, JudgeConfig
from assay.store import Store

CASES = [
    {"id": f"c{n}", "input": f"Question {n}?", "reference": f"Answer {n}.", "answer": f"It is {n}."} for n in range(4)
]
METRICS = ["answer_accuracy"]
FULL = said({"reason": "it says the same", "rating": 2})


def at(stub: OpenAIStub, **more: Any) -> Policy:
    """A policy whose judge is the stub."""
    settings = {name: more.pop(name) for name in ("runs", "aggregate", "temperature") if name in more}
    budget = more.pop("budget", {})
    config = JudgeConfig(model="vllm/stub", options={"base_url": stub.url, **more}, **settings)
    check = Check(name="answer_accuracy", metric="answer_accuracy", required=True, minimum=Decimal("0.5"))
    return Policy(checks=(check,), judge=config, budget=budget)


def test_calls_belong_to_their_run_and_scores_lead_to_them() -> None:
    """Each attempt carries the run's id, each score the hashes of its calls, and each hash leads to request and raw reply."""
    with OpenAIStub(lambda _: FULL) as stub, Store.open(":memory:") as store:
        made = assay.run(CASES, metrics=METRICS, policy=at(stub), store=store)
        manifest = made.manifest
        assert manifest.judge == "vllm/stub"
        assert JudgeConfig.from_dict(manifest.judge_settings).model == "vllm/stub"
        assert "base_url" not in json.dumps(manifest.to_dict())
        for row in made.rows():
            (score,) = row.scores
            assert (score.value, score.method) == (1.0, "judge:vllm/stub")
            assert (score.details["fresh"], score.details["cached"]) == (2, 0)
            for name in score.calls:
                call = store.call(name)
                assert (call["run_id"], json.loads(call["reply"])["rating"]) == (made.id, 2)
                assert row.case_id[1:] in json.dumps(call["request"]["messages"])
        assert {call["run_id"] for call in store.calls(made.id)} == {made.id}


@pytest.mark.parametrize(
    ("reply", "code", "calls"),
    [
        (said("no JSON at all"), "judge_unparsable", 2),
        (said({"reason": "odd", "rating": 7}), "judge_invalid", 2),
        (Reply(refusal="I will not."), "judge_refused", 1),
        (Reply(status=400, error={"message": "no"}), "judge_bad_request", 1),
    ],
)
def test_an_error_leads_to_the_replies_behind_it(reply: Reply, code: str, calls: int) -> None:
    """The score of a judge that gave no verdict holds the attempts that led there, with what was said."""
    with OpenAIStub(lambda _: reply) as stub, Store.open(":memory:") as store:
        made = assay.run(CASES[:1], metrics=METRICS, policy=at(stub, structure="json_schema"), store=store)
        (score,) = made.row("c0").scores
        assert (score.status, score.code, len(score.calls)) == (Status.ERROR, code, calls)
        for name in score.calls:
            call = store.call(name)
            assert call["run_id"] == made.id
            assert call.get("reply") == reply.content or call.get("refusal") == reply.refusal


def test_a_score_says_that_it_is_cached_and_from_which_run() -> None:
    """The second run asks nothing; its scores name the first run, and rest on the very same calls."""
    with OpenAIStub(lambda _: FULL) as stub, Store.open(":memory:") as store:
        first, second = (assay.run(CASES, metrics=METRICS, policy=at(stub), store=store) for _ in range(2))
        assert len(stub.bodies) == 2 * len(CASES)
        for before, after in zip(first.rows(), second.rows(), strict=True):
            details = after.scores[0].details
            assert (details["fresh"], details["cached"], details["cached_from"]) == (0, 2, (first.id,))
            assert after.scores[0].calls == before.scores[0].calls
            assert after.scores[0].value == before.scores[0].value


@pytest.mark.parametrize("settings", [{}, {"runs": 3, "aggregate": "median", "temperature": 0.7, "seed": 7}])
def test_a_judged_run_replays_from_its_record_alone(settings: dict[str, Any]) -> None:
    """Every judged score is computed again offline and equal, whatever the judge's settings."""
    with Store.open(":memory:") as store:
        with OpenAIStub(lambda _: FULL) as stub:
            made = assay.run(CASES, metrics=METRICS, policy=at(stub, **settings), store=store)
        result = replay_run(open_record(made.id, store=store))
    assert (result.reread, result.unreplayed, result.n_differences) == (len(CASES), {}, 0)


def test_a_jury_replays_and_shares_the_limit_of_its_server() -> None:
    """Three models on one server together keep to its limit, and the panel is made again for a replay."""
    with Store.open(":memory:") as store:
        with OpenAIStub(lambda _: FULL, latency=0.005) as stub:
            policy = at(stub, jury=["vllm/b", "vllm/c"], concurrency=2)
            made = assay.run(CASES, metrics=METRICS, policy=policy, store=store)
            assert stub.open_most == 2
        assert made.manifest.judge == "jury(vllm/stub + vllm/b + vllm/c)"
        result = replay_run(open_record(made.id, store=store))
    assert (result.reread, result.unreplayed, result.n_differences) == (len(CASES), {}, 0)


def test_the_limit_of_the_judge_is_what_limits_it() -> None:
    """With target calls limited to 1 at once, 12 calls of the judge are in flight all the same; the target sees one caller."""
    now, most = 0, 0

    async def answer(question: str) -> dict[str, Any]:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0)
        now -= 1
        return {"answer": question}

    cases = [
        {**case, "id": f"{case['id']}-{copy}", "input": f"{copy}: {case['input']}"}
        for case in CASES
        for copy in range(8)
    ]
    cases = [{name: case[name] for name in ("id", "input", "reference")} for case in cases]
    with OpenAIStub(lambda _: FULL, latency=0.3) as stub:
        policy = at(stub, concurrency=12, structure="json_schema")
        assay.run(cases, target=answer, metrics=METRICS, policy=policy, store=":memory:", limits=Limits(concurrency=1))
    assert stub.open_most == 12
    assert most == 1


def test_inside_a_running_loop_and_from_plain_code() -> None:
    """`run` and `arun` work in a loop that is running; connections do not outlive the run."""

    async def cell(stub: OpenAIStub) -> list[float]:
        plain = assay.run(CASES, metrics=METRICS, policy=at(stub), store=":memory:")
        awaited = await assay.arun(CASES, metrics=METRICS, policy=at(stub), store=":memory:")
        both = await asyncio.gather(
            *(assay.arun(CASES, metrics=METRICS, policy=at(stub), store=":memory:") for _ in range(2))
        )
        return [row.scores[0].value for made in (plain, awaited, *both) for row in made.rows()]

    with OpenAIStub(lambda _: FULL) as stub:
        assert asyncio.run(cell(stub)) == [1.0] * 4 * len(CASES)


def test_a_cancelled_run_keeps_what_was_finished() -> None:
    """Cancelling the task, as Ctrl-C does, stores what is done as a cancelled run, and resuming asks only for the rest."""

    async def cancelled(stub: OpenAIStub, store: Store) -> Any:
        policy = at(stub, concurrency=1, structure="json_schema")
        task = asyncio.create_task(assay.arun(CASES, metrics=METRICS, policy=policy, store=store))
        while len(stub.bodies) < 5:
            await asyncio.sleep(0.001)
        task.cancel()
        return await task

    with OpenAIStub(lambda _: FULL, latency=0.01) as stub, Store.open(":memory:") as store:
        made = asyncio.run(cancelled(stub, store))
        assert made.summary.status.value == "cancelled"
        recorded = len([call for call in store.calls(made.id) if call["kind"] == "chat"])
        before = len(stub.bodies)
        policy = at(stub, concurrency=1, structure="json_schema")
        done = assay.run(CASES, metrics=METRICS, policy=policy, store=store, resume=made.id)
        assert (done.id, done.summary.status.value, len(done)) == (made.id, "complete", len(CASES))
        assert len(stub.bodies) - before == 2 * len(CASES) - recorded


def test_a_budget_counts_what_the_run_has_spent() -> None:
    """In dollars as in calls: what earlier attempts at the run cost is carried over, what other runs cost is not."""
    prices = {"vllm/stub": {"input": 10, "output": 50}}  # 0.002 for each call of the stub
    with OpenAIStub(lambda _: FULL) as stub, Store.open(":memory:") as store:

        def go(usd: str, **more: Any) -> Any:
            policy = at(stub, prices=prices, concurrency=1, structure="json_schema", budget={"usd": float(usd)})
            return assay.run(CASES, metrics=METRICS, policy=policy, store=store, **more)

        first = go("0.022")
        paid = len(stub.bodies)
        assert first.summary.status.value == "partial"
        assert 0 < paid < 8
        again = go("0.022", resume=first.id)
        assert (again.summary.status.value, len(stub.bodies)) == ("partial", paid)
        assert go("1", resume=first.id).summary.status.value == "complete"
        assert len(stub.bodies) == 8


def test_rows_in_hand_are_finished_when_the_budget_is_spent() -> None:
    """Nothing in flight is thrown away: every reply that the server gave is in the record."""
    with OpenAIStub(lambda _: FULL, latency=0.01) as stub, Store.open(":memory:") as store:
        policy = at(stub, structure="json_schema", budget={"calls": 5})
        made = assay.run(CASES, metrics=METRICS, policy=policy, store=store)
        recorded = [call for call in store.calls(made.id) if call["ok"]]
        assert len(stub.bodies) == len(recorded) == 5
        assert made.summary.status.value == "partial"
        assert len(made) == len([row for row in made.rows() if row.scores[0].status is Status.SCORED]) <= 2


def test_a_policy_and_the_caller_state_limits_one_by_one() -> None:
    """A limit that the caller states wins; the policy's others stay; an unknown one is refused."""
    with OpenAIStub(lambda _: FULL) as stub:
        policy = at(stub, budget={"calls": 1})
        assert (
            assay.run(CASES, policy=policy, store=":memory:", budget={"calls": 50}).summary.status.value == "complete"
        )
        assert assay.run(CASES, policy=policy, store=":memory:", budget={"usd": None}).summary.status.value == "partial"
        with pytest.raises(ConfigurationError, match="unknown key 'eur'"):
            assay.run(CASES, policy=policy, store=":memory:", budget={"eur": 1})


def test_a_judge_that_is_made_keeps_its_own_settings() -> None:
    """A ready judge takes neither mode nor budget, and says so; alone it is asked, recorded by name, and not closed."""
    with OpenAIStub(lambda _: FULL) as stub, Store.open(":memory:") as store:
        judge = make_judge(JudgeConfig(model="vllm/stub", options={"base_url": stub.url}), calls=store, environ={})
        for more in ({"judge_mode": "replay"}, {"budget": {"calls": 1}}):
            with pytest.raises(ConfigurationError, match="made already"):
                assay.run(CASES, metrics=METRICS, judge=judge, store=store, **more)
        made = assay.run(CASES, metrics=METRICS, judge=judge, store=store)
        assert made.manifest.judge == "vllm/stub"
        assert len(stub.bodies) == 2 * len(CASES)
        assert replay_run(open_record(made.id, store=store)).n_differences == 0


def test_a_callable_is_a_judge() -> None:
    """A function is asked, its calls are recorded under the run, and a replay does not need it."""

    def kind(messages: list[Any], schema: dict[str, Any]) -> dict[str, Any]:
        return {"reason": "kind", "rating": 2}

    with Store.open(":memory:") as store:
        made = assay.run(CASES, metrics=METRICS, judge=kind, store=store)
        assert {row.scores[0].value for row in made.rows()} == {1.0}
        assert {call["run_id"] for call in store.calls(made.id)} == {made.id}
        result = replay_run(open_record(made.id, store=store))
    assert (result.reread, result.n_differences) == (len(CASES), 0)


def test_metrics_without_a_judge_name_none() -> None:
    """A run whose metrics ask nobody records no judge, even where the policy or the environment names one."""
    made = assay.run(CASES, metrics=["exact_match"], judge="vllm/stub", store=":memory:")
    assert (made.manifest.judge, made.manifest.judge_settings) == (None, {})


def test_who_is_chosen() -> None:
    """The caller, else the policy, else the environment; what a policy says of its own model's server does not follow another."""
    policy = Policy(
        checks=(),
        judge=JudgeConfig(model="vllm/a", runs=3, options={"base_url": "http://h/v1", "jury": ["b", "c"], "batch": 5}),
    )
    environ = {"ASSAY_JUDGE": "ollama/e"}

    def chosen(given: Any, source: Policy | None) -> JudgeConfig:
        choice = choose_judge(given, source, environ=environ)
        assert isinstance(choice, Choice)
        return choice.config

    assert chosen(None, policy) == policy.judge
    assert chosen("openai/x", policy) == JudgeConfig(model="openai/x", runs=3, options={"batch": 5})
    assert chosen(None, None) == JudgeConfig(model="ollama/e")
    assert choose_judge(None, None, environ={}) is None
    assert not is_function("ollama/llama3:8b")
    with pytest.raises(UnknownNameError, match="judge mode"):
        assay.run(CASES, metrics=METRICS, judge="vllm/stub", judge_mode="replya", store=":memory:")


def test_an_estimate_of_recorded_outputs_is_what_is_asked() -> None:
    """For a metric that lists nothing first, calls are exact and input tokens are those of the requests; replays are free."""
    with OpenAIStub(lambda _: FULL) as stub, Store.open(":memory:") as store:
        common = {"metrics": [*METRICS, "exact_match"], "policy": at(stub, runs=3, temperature=1), "store": store}
        found = estimate(CASES, **common)
        assert (found.calls, found.rows, len(stub.bodies)) == (24, 4, 0)
        assert estimate(CASES, **common, judge_mode="replay").calls == 0
        assay.run(CASES, **common)
        assert len(stub.bodies) == found.calls
        assert (estimate(CASES, **common).calls, estimate(CASES, **common).recorded) == (0, 24)
        assert estimate(CASES, **common, judge_mode="record").calls == 24
    nothing = estimate(CASES, metrics=["exact_match"], store=":memory:")
    assert (nothing.calls, nothing.notes) == (0, ("no metric asks a judge",))


def test_an_estimate_follows_every_judged_metric() -> None:
    """No metric of the library breaks under the counting judge; one that lacks its inputs is named with what it lacks."""
    case = {
        **CASES[0],
        "contexts": ["Passage one.", "Passage two."],
        "citations": ["1"],
        "required_claims": [{"id": "a", "text": "It is 0."}],
    }
    metrics = [info.spec for metric in Registry.built_in() if (info := metric.info()).needs_judge]
    found = estimate([case], metrics=metrics, judge="vllm/stub", store=":memory:")
    assert found.calls > 30
    unfollowed = {note.partition(":")[0] for note in found.notes if "could not be followed" in note}
    assert unfollowed == {"agent_goal_accuracy", "agent_goal_accuracy[inferred]"}  # there is no conversation
