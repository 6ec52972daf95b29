"""Repeated runs, juries, Python functions, litellm: other ways to a verdict."""

from __future__ import annotations

import sys
import types
from typing import Any

import pytest
from judging import CLAIMS, GRADE, WORD, YES_NO, Graded, ask, judge_at
from openai_stub import OpenAIStub, said

from assay.errors import ConfigurationError, JudgeError, MissingExtraError, UnknownNameError
from assay.judge import Jury, MemoryCalls, make_function_judge, make_judge
from assay.records.policy import JudgeConfig
from assay.records.prompt import Prompt
from assay.records.reply import JudgeReply


def words(*verdicts: str) -> list[Any]:
    return [said({"reason": word, "verdict": word}) for word in verdicts]


class Statements(JudgeReply):
    statements: list[str]


EXTRACT = Prompt(name="extract", version="1", instruction="List.", inputs=("answer",), reply=Statements)


def test_three_runs_and_a_majority() -> None:
    """Three runs, two of one mind: their word, their reason, the agreement and the votes."""
    with OpenAIStub(words("bad", "good", "bad")) as stub:
        judge = judge_at(stub, runs=3, aggregate="majority", concurrency=1)
        verdict = ask(judge, WORD, answer="a")
    assert verdict.reply.verdict == "bad"
    assert verdict.details["votes"] == [["bad", "good", "bad"]]
    assert verdict.details["agreement"] == pytest.approx(1 / 3)
    assert verdict.details["fresh"] == 3
    assert judge.identity == "vllm/stub(runs=3, aggregate=majority)"


def test_an_extraction_is_asked_once() -> None:
    """A prompt without a verdict has nothing to vote on."""
    with OpenAIStub([said({"statements": ["x"]})]) as stub:
        verdict = ask(judge_at(stub, runs=3, aggregate="majority"), EXTRACT, answer="a")
    assert len(stub.bodies) == 1
    assert verdict.reply.statements == ["x"]


def test_one_failed_run_fails_the_question() -> None:
    """Two good runs of three are not a verdict of three."""
    with OpenAIStub([*words("good", "good"), said("?")]) as stub, pytest.raises(JudgeError):
        ask(judge_at(stub, runs=3, aggregate="majority", concurrency=1), WORD, answer="a")


@pytest.mark.parametrize("runs", [0, 2])
def test_runs_that_make_no_sense(runs: int) -> None:
    """No runs, and a majority of an even number, are refused when the judge is made."""
    with pytest.raises(ConfigurationError):
        make_judge(JudgeConfig(model="vllm/m", runs=runs, aggregate="majority"), environ={})


def test_a_jury_of_three_models() -> None:
    """Three models are asked; the majority's word counts and each member's own record is kept."""
    said_by = {"a": "good", "b": "bad", "c": "good"}
    calls = MemoryCalls()
    with OpenAIStub(lambda body: words(said_by[body["model"]])[0]) as stub:
        config = JudgeConfig(
            model="vllm/a", aggregate="majority", options={"base_url": stub.url, "jury": ["vllm/b", "vllm/c"]}
        )
        judge = make_judge(config, environ={}, calls=calls)
        verdict = ask(judge, WORD, answer="x")
        extracted = [body["model"] for body in stub.bodies]
    assert verdict.reply.verdict == "good"
    assert verdict.details["votes"] == [["good", "bad", "good"]]
    assert list(verdict.details["members"]) == ["vllm/a", "vllm/b", "vllm/c"]
    assert len(verdict.calls) == 3
    assert sorted(extracted) == ["a", "b", "c"]
    assert judge.identity == "jury(vllm/a + vllm/b + vllm/c)"
    assert judge.runs == 3


def test_a_jury_fails_closed() -> None:
    """A member that gives no verdict leaves no verdict."""
    with OpenAIStub(lambda body: words("good")[0] if body["model"] != "c" else said("?")) as stub:
        config = JudgeConfig(model="vllm/a", options={"base_url": stub.url, "jury": ["vllm/b", "vllm/c"]})
        with pytest.raises(JudgeError):
            ask(make_judge(config, environ={}), WORD, answer="x")


def test_juries_that_make_no_sense() -> None:
    """Two judges, none, or the same one thrice are no jury."""
    one, two = (make_judge(JudgeConfig(model=f"vllm/{name}"), environ={}) for name in "ab")
    for members in ([], [one], [one, two], [one, two, one]):
        with pytest.raises(ConfigurationError):
            Jury(members)


def test_a_function_as_a_judge() -> None:
    """A plain or async function that gives text, a mapping or a model is a judge, read as strictly as any."""
    seen: list[Any] = []

    def plain(messages: list[dict[str, str]], schema: dict[str, Any]) -> dict[str, Any]:
        seen.append((messages, schema))
        return {"reason": "r", "score": 3}

    async def waiting(messages: list[dict[str, str]], schema: dict[str, Any]) -> Graded:
        return Graded(reason="r", score=2)

    def text(messages: list[dict[str, str]], schema: dict[str, Any]) -> str:
        return '{"reason": "r", "score": 1}'

    scores = [ask(make_function_judge(function), GRADE, answer="a").reply.score for function in (plain, waiting, text)]
    assert scores == [3, 2, 1]
    assert seen[0][0][0]["role"] == "system"
    assert list(seen[0][1]["properties"]) == ["reason", "score"]
    verdict = ask(make_function_judge(plain), GRADE, answer="a")
    assert verdict.method == make_function_judge(plain).identity
    assert verdict.method.startswith("python/")
    assert verdict.details["usd"] == 0


@pytest.mark.parametrize("returned", [None, 4, {"score": 4}, "prose", ["x"]])
def test_a_function_that_answers_wrongly(returned: object) -> None:
    """What is not a valid reply is an error, never a number."""
    with pytest.raises(JudgeError):
        ask(make_function_judge(lambda messages, schema: returned), GRADE, answer="a")


def test_a_function_that_raises() -> None:
    """The exception's type and text become the judge's error."""

    def broken(messages: Any, schema: Any) -> str:
        raise ValueError("no idea")

    with pytest.raises(JudgeError, match="ValueError: no idea") as caught:
        ask(make_function_judge(broken), GRADE, answer="a")
    assert caught.value.code == "judge_exception"


def test_an_edited_function_is_asked_again() -> None:
    """A recorded reply of a function is used while its code is the same, and not after an edit."""
    calls = MemoryCalls()
    config = JudgeConfig(model="python/mine")
    first = make_function_judge(lambda messages, schema: {"reason": "r", "score": 1}, config=config, calls=calls)
    other = make_function_judge(lambda messages, schema: {"reason": "r", "score": 2}, config=config, calls=calls)
    assert [ask(judge, GRADE, answer="a").reply.score for judge in (first, first, other)] == [1, 1, 2]
    assert len(calls) == 2


def fake_litellm(monkeypatch: pytest.MonkeyPatch, answer: Any) -> list[dict[str, Any]]:
    """A package of that name which answers as told."""
    asked: list[dict[str, Any]] = []

    class OpenAIError(Exception):
        status_code = 401

    async def acompletion(**request: Any) -> Any:
        asked.append(request)
        if answer is None:
            raise OpenAIError("bad key planted-secret-1")
        return types.SimpleNamespace(model_dump=lambda: answer)

    module = types.ModuleType("litellm")
    module.acompletion = acompletion  # type: ignore[attr-defined]
    module.exceptions = types.SimpleNamespace(OpenAIError=OpenAIError)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "litellm", module)
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    return asked


def test_litellm(monkeypatch: pytest.MonkeyPatch) -> None:
    """`litellm/<provider>/<model>` goes through litellm, with its own retries and downloads off."""
    message = {"role": "assistant", "content": '{"reason": "r", "score": 5}'}
    answer = {"model": "claude", "choices": [{"message": message, "finish_reason": "stop"}], "usage": {}}
    asked = fake_litellm(monkeypatch, answer)
    judge = make_judge(JudgeConfig(model="litellm/anthropic/claude"), environ={})
    assert ask(judge, GRADE, answer="a").reply.score == 5
    assert asked[0]["model"] == "anthropic/claude"
    assert asked[0]["num_retries"] == 0
    assert asked[0]["response_format"]["type"] == "json_schema"
    assert judge.identity == "litellm/anthropic/claude"


def test_litellm_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    """litellm's errors become ours, without the key; without litellm the error says what to install."""
    fake_litellm(monkeypatch, None)
    judge = make_judge(JudgeConfig(model="litellm/anthropic/claude"), environ={"ANTHROPIC_API_KEY": "planted-secret-1"})
    with pytest.raises(JudgeError) as caught:
        ask(judge, GRADE, answer="a")
    assert caught.value.code == "judge_unavailable"
    assert "planted-secret-1" not in str(caught.value)
    monkeypatch.setitem(sys.modules, "litellm", None)
    with pytest.raises(MissingExtraError, match=r"assay-eval\[litellm\]"):
        ask(make_judge(JudgeConfig(model="litellm/anthropic/claude"), environ={}), GRADE, answer="a")


@pytest.mark.parametrize("model", ["gpt-4.1", "opnai/gpt-4.1", "", "/x", "openai/"])
def test_names_that_say_nothing(model: str) -> None:
    """A judge is named provider/model; a mistyped provider gets the near match."""
    with pytest.raises(ConfigurationError):
        make_judge(JudgeConfig(model=model), environ={})
    with pytest.raises(UnknownNameError, match="openai"):
        make_judge(JudgeConfig(model="opnai/gpt-4.1"), environ={})


def test_settings_show_in_the_identity() -> None:
    """What can change a verdict is part of the judge's identity; limits are not."""
    config = JudgeConfig(model="vllm/m", temperature=0.7, options={"seed": 3, "top_p": 0.5, "concurrency": 2})
    assert make_judge(config, environ={}).identity == "vllm/m(temperature=0.7, top_p=0.5, seed=3)"
    assert make_judge(JudgeConfig(model="vllm/m"), environ={}).identity == "vllm/m"


def test_claims_without_a_list() -> None:
    """Wrong inputs are the caller's mistake, before anything is asked."""
    with OpenAIStub() as stub:
        for prompt, inputs in ((CLAIMS, {"claims": ["a"]}), (YES_NO, {"claims": []})):
            with pytest.raises(TypeError):
                ask(judge_at(stub), prompt, **inputs)
    assert stub.probes == 0
