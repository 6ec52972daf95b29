"""A judge's options, read strictly; the doctor."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from openai_stub import OpenAIStub, Reply, said

from assay.errors import ConfigurationError, UnknownNameError
from assay.judge import check_judge
from assay.judge.options import read_options
from assay.records.policy import JudgeConfig


@pytest.mark.parametrize(
    "options",
    [
        {"concurrency": 0},
        {"concurrency": True},
        {"attempts": 1.5},
        {"timeout": 0},
        {"timeout": float("inf")},
        {"base_url": ""},
        {"top_p": 2},
        {"seed": "1"},
        {"jury": "vllm/a"},
        {"structure": "xml"},
        {"prices": []},
        {"header_variables": ["X"]},
        {"api_key": "sk-0000"},
    ],
)
def test_wrong_values(options: dict[str, Any]) -> None:
    """Each option has a type and a range; a key in a policy is refused."""
    with pytest.raises(ConfigurationError):
        read_options(options)


def test_unknown_options() -> None:
    """A mistyped option gets its near match."""
    with pytest.raises(UnknownNameError, match="concurrency"):
        read_options({"concurency": 3})


def check(stub: OpenAIStub, **options: Any) -> Any:
    config = JudgeConfig(model="vllm/stub", runs=3, options={"base_url": stub.url, "attempts": 1, **options})
    return asyncio.run(check_judge(config, environ={}))


def test_the_doctor_finds_a_good_judge() -> None:
    """Reached, right, with its abilities, latency, model and price."""
    with OpenAIStub([said({"reason": "30 is not 7", "verdict": "contradicted"})], supports=["tool"]) as stub:
        found = check(stub, prices={"vllm/stub": {"input": 1, "output": 1}})
    assert found.usable
    assert found.problems == ()
    assert found.capabilities["structure"] == "tool"
    assert found.returned_model == "stub-2026-01-01"
    assert found.latency_ms >= 0
    assert (found.verdict, found.reason) == ("contradicted", "30 is not 7")
    assert found.price_known
    assert len(stub.bodies) == 1


def test_the_doctor_finds_a_poor_judge() -> None:
    """A valid verdict that is wrong is no usable judge."""
    with OpenAIStub([said({"reason": "r", "verdict": "supported"})]) as stub:
        found = check(stub)
    assert not found.usable
    assert "supported" in found.problems[0]
    assert not found.price_known
    assert any("prices" in hint for hint in found.hints)


def test_the_doctor_finds_a_dead_server() -> None:
    """What is wrong and what to do, without an exception."""
    with OpenAIStub() as stub:
        pass
    found = check(stub)
    assert not found.usable
    assert found.problems[0].startswith("judge_unavailable: ")
    assert any("server runs" in hint for hint in found.hints)
    with OpenAIStub([Reply(status=401)], answer_probe=False) as stub:
        assert check(stub).problems[0].startswith("judge_unavailable: the server answered 401")
