"""Prices, budgets, estimates."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from typing import Any

import pytest
from judging import CLAIMS, GRADE, YES_NO, ask, judge_at
from openai_stub import OpenAIStub, Reply, said

from assay.errors import BudgetError, ConfigurationError, EvaluationError
from assay.judge import Budget, Estimator, MemoryCalls, parse_budget, unpriced
from assay.judge.prices import Prices, own_prices
from assay.records.output import Usage
from assay.records.policy import JudgeConfig
from assay.remote.endpoint import resolve_endpoint

GOOD = said({"reason": "fits", "score": 4})
PRICES = {"vllm/stub": {"input": 10, "output": 50}}
THOUSAND = Usage(input_tokens=1000, output_tokens=1000)


def usd(model: str, usage: Usage = THOUSAND, **own: Any) -> Decimal | None:
    return Prices(own_prices(own)).usd(resolve_endpoint(model, environ={}), usage)


def test_prices() -> None:
    """The user's price wins, the table knows hosted models, local servers cost nothing, and the rest is unknown."""
    pytest.importorskip("genai_prices")
    assert usd("openai/gpt-4.1-mini") == Decimal("0.002")
    assert usd("openai/gpt-4.1-mini", **{"openai/gpt-4.1-mini": {"input": 1, "output": 2}}) == Decimal("0.003")
    assert usd("ollama/llama3") == 0
    assert usd("vllm/qwen") is None
    assert usd("openai/no-such-model") is None
    assert usd("openai/gpt-4.1-mini", Usage(input_tokens=5)) is None
    assert Prices().source.startswith("genai-prices ")


@pytest.mark.parametrize(
    "entry", [1, {"input": 1}, {"input": 1, "output": -1}, {"input": True, "output": 1}, {"input": "1", "output": 1}]
)
def test_wrong_prices(entry: object) -> None:
    """A price is two amounts that are not negative."""
    with pytest.raises(ConfigurationError):
        own_prices({"vllm/m": entry})


def test_calls_are_priced() -> None:
    """Each call's usage and price stand in the record and in the verdict."""
    calls = MemoryCalls()
    with OpenAIStub([GOOD]) as stub:
        verdict = ask(judge_at(stub, calls=calls, prices=PRICES), GRADE, answer="a")
    assert verdict.details["usd"] == 0.002
    assert [call.get("usd") for call in calls.all() if call["kind"] == "chat"] == [0.002]


def test_unknown_usage_is_unknown() -> None:
    """A server that reports no usage gives calls without a price, not free ones."""
    with OpenAIStub([said({"reason": "r", "score": 1}, usage=None)]) as stub:
        assert ask(judge_at(stub, prices=PRICES), GRADE, answer="a").details["usd"] is None


def outcomes(judge: Any, count: int) -> list[str]:
    """What becomes of several questions: `ok` or the code."""

    async def work() -> list[Any]:
        asked = (judge.ask(GRADE, answer=f"a{n}") for n in range(count))
        return await asyncio.gather(*asked, return_exceptions=True)

    return [one.code if isinstance(one, EvaluationError) else "ok" for one in asyncio.run(work())]


def test_budget_of_calls() -> None:
    """Of a budget of 4 calls the probe takes one, a 503 another; two questions are answered and the rest is `budget`."""
    budget = Budget(calls=4)
    with OpenAIStub([Reply(status=503), GOOD]) as stub:
        found = outcomes(judge_at(stub, budget=budget, concurrency=1), 10)
    assert sorted(found) == ["budget"] * 8 + ["ok"] * 2
    assert len(stub.bodies) + stub.probes == 4 == budget.calls


def test_budget_of_money() -> None:
    """Money stops the run before the limit is passed by more than what was in flight, and cached replies cost nothing."""
    calls, budget = MemoryCalls(), Budget(usd=Decimal("0.05"))
    with OpenAIStub(lambda body: GOOD) as stub:
        judge = judge_at(stub, calls=calls, budget=budget, prices=PRICES, concurrency=1, structure="json_schema")
        found = outcomes(judge, 40)
        paid = len(stub.bodies)
        again = outcomes(judge_at(stub, calls=calls, budget=Budget(usd=Decimal(0)), prices=PRICES), paid)
    assert set(found) == {"ok", "budget"}
    assert found.count("ok") == paid
    assert budget.usd == paid * Decimal("0.002") <= Decimal("0.05")
    assert again == ["ok"] * paid


def test_a_budget_of_money_needs_a_price() -> None:
    """Where the price is unknown a budget in dollars cannot be kept, so nothing is asked."""
    with OpenAIStub([GOOD]) as stub, pytest.raises(BudgetError) as caught:
        ask(judge_at(stub, budget=Budget(usd=Decimal(5))), GRADE, answer="a")
    assert caught.value.code == "budget_unpriced"
    assert (stub.bodies, stub.probes) == ([], 0)


def test_budget_settings() -> None:
    """`{usd: 5, calls: 2000}` is read; anything else is refused."""
    budget = parse_budget({"usd": 5, "calls": 2000})
    assert (budget.usd_limit, budget.call_limit) == (Decimal(5), 2000)
    assert parse_budget({}).call_limit is None
    for wrong in ({"eur": 1}, {"calls": 1.5}, {"calls": True}, {"usd": "much"}, {"usd": -1}, {"usd": True}):
        with pytest.raises(ConfigurationError):
            parse_budget(wrong)


def test_a_budget_carries_over_what_the_run_spent() -> None:
    """Each attempt of this run counts, failed ones and those of the probe too; other runs and embeddings do not."""
    calls = MemoryCalls()
    with OpenAIStub([Reply(status=503), GOOD]) as stub:
        ask(judge_at(stub, calls=calls, prices=PRICES, run_id="this"), GRADE, answer="a")
        sent = len(stub.bodies) + stub.probes
    budget = Budget()
    budget.carry_over([*calls.all(), {"kind": "embedding", "ok": True, "run_id": "this"}], run_id="this")
    assert (budget.calls, budget.usd) == (sent, Decimal("0.002"))
    other = Budget()
    other.carry_over(calls.all(), run_id="other")
    assert other.calls == 0


def test_models_without_a_price() -> None:
    """Every model of a configuration is looked at, those of a jury too; local servers and functions cost nothing."""
    config = JudgeConfig(model="openai/gpt-4.1-mini", options={"jury": ["vllm/x", "ollama/y"]})
    assert unpriced(config, environ={}) == ("vllm/x",)
    assert unpriced(JudgeConfig(model="python/mine.judge"), environ={}) == ()


def test_estimate() -> None:
    """Asking an estimator sends nothing and counts what would be sent, in calls, tokens and money."""
    config = JudgeConfig(model="vllm/stub", runs=3, options={"prices": PRICES, "batch": 10})
    estimator = Estimator(config, environ={})
    verdict = ask(estimator.judge, CLAIMS, passages=["p"], claims=[f"c{n}" for n in range(25)])
    assert len(verdict.reply.verdicts) == 25
    result = estimator.result
    assert result.calls == 9
    assert result.input_tokens > 25
    assert result.usd == (result.input_tokens * 10 + result.output_tokens * 50) / Decimal(1_000_000)
    unknown = Estimator(JudgeConfig(model="vllm/other"), environ={})
    ask(unknown.judge, YES_NO, claims=["a"])
    assert (unknown.result.calls, unknown.result.usd) == (1, None)
