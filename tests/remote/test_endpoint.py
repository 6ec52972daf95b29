"""Names, addresses, keys, and keeping keys out of texts."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openai_stub import OpenAIStub

from assay.errors import ConfigurationError, RemoteError, UnknownNameError
from assay.remote.client import RemoteClient
from assay.remote.endpoint import PROVIDERS, resolve_endpoint
from assay.remote.failure import failure
from assay.remote.redaction import REDACTED, Redactor


def test_where_providers_are() -> None:
    """The environment's address beats the default, an explicit one beats both."""
    environ = {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "https://proxy/v1/"}
    assert resolve_endpoint("openai/m", environ={"OPENAI_API_KEY": "k"}).url == "https://api.openai.com/v1"
    assert resolve_endpoint("openai/m", environ=environ).url == "https://proxy/v1"
    assert resolve_endpoint("openai/m", environ=environ, base_url="http://here:1/v1").url == "http://here:1/v1"
    assert resolve_endpoint("openai/org/m", environ=environ).model == "org/m"
    assert resolve_endpoint("any-model", environ={}, base_url="http://[::1]:9/v1").url == "http://[::1]:9/v1"


def test_keys() -> None:
    """A key becomes a header of the provider's kind; a missing one is a problem that names its variable."""
    assert resolve_endpoint("openai/m", environ={"OPENAI_API_KEY": "k"}).headers == {"Authorization": "Bearer k"}
    assert resolve_endpoint("openai/m", environ={"K": "k"}, key_variable="K").problem is None
    missing = resolve_endpoint("openai/m", environ={"OPENAI_API_KEY": " "})
    assert missing.problem == "no key for openai/m"
    assert "OPENAI_API_KEY" in str(missing.hint)
    assert resolve_endpoint("ollama/m", environ={}).problem is None
    assert "ASSAY_BASE_URL" in str(resolve_endpoint("generic/m", environ={}).hint)
    basic = resolve_endpoint("vllm/m", environ={}, base_url="http://user:pass@h/v1")
    assert basic.headers == {"Authorization": "Basic dXNlcjpwYXNz"}
    assert basic.url == "http://h/v1"


def test_azure() -> None:
    """Azure has the deployment in the path, the version in the query and its own header."""
    environ = {"AZURE_OPENAI_ENDPOINT": "https://me.openai.azure.com", "AZURE_OPENAI_API_KEY": "k"}
    endpoint = resolve_endpoint("azure/gpt", environ=environ, api_version="2025-01-01")
    assert endpoint.url == "https://me.openai.azure.com/openai/deployments/gpt"
    assert endpoint.headers == {"api-key": "k"}
    assert endpoint.query == {"api-version": "2025-01-01"}


def test_wrong_names_and_addresses() -> None:
    """An unknown provider gets near matches; an address needs a scheme and a host."""
    with pytest.raises(UnknownNameError, match="ollama"):
        resolve_endpoint("olama/m", environ={})
    for name in ("m", "openai", ""):
        with pytest.raises(ConfigurationError):
            resolve_endpoint(name, environ={})
    for address in ("localhost:8000", "ftp://x", "http://"):
        with pytest.raises(ConfigurationError):
            resolve_endpoint("vllm/m", environ={}, base_url=address)


def test_nothing_secret_is_shown() -> None:
    """The text form of an endpoint holds neither key, nor password, nor query."""
    endpoint = resolve_endpoint(
        "vllm/m", environ={"VLLM_API_KEY": "secret-one"}, base_url="http://u:secret-two@h/v1?k=secret-three"
    )
    assert "secret" not in repr(endpoint)
    assert (
        endpoint.redactor.text("a secret-one b secret-two c secret-three") == f"a {REDACTED} b {REDACTED} c {REDACTED}"
    )


@given(st.text(st.characters(codec="utf-8"), min_size=6, max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_a_secret_never_survives(secret: str, before: str, after: str) -> None:
    """Wherever it stands and however HTTP spells it, a known secret is replaced."""
    from base64 import b64encode
    from urllib.parse import quote

    redactor = Redactor([secret])
    for spelled in (secret, quote(secret, safe=""), b64encode(secret.encode()).decode()):
        kept = redactor.text(f"{before}{spelled}{after}").replace(REDACTED, "\x00")
        assert spelled not in kept or spelled in REDACTED


def test_key_like_texts_are_replaced_and_words_are_not() -> None:
    """Something that looks like a key is replaced even when nobody named it; ordinary words stay."""
    redactor = Redactor(())
    assert redactor.text("sk-proj-0123456789abcdefXYZ") == REDACTED
    assert redactor.text("Bearer abcdefgh12") == f"Bearer {REDACTED}"
    assert redactor.text("risk-averse task_force") == "risk-averse task_force"
    assert redactor.value({"a": ["sk-proj-0123456789abcdefXYZ", 1, None]}) == {"a": [REDACTED, 1, None]}


@pytest.mark.parametrize(
    ("status", "body", "code", "fatal"),
    [
        (429, b'{"error": {"message": "slow down"}}', "rate_limited", False),
        (429, b'{"error": {"message": "m", "code": "insufficient_quota"}}', "quota", True),
        (402, b"", "quota", True),
        (401, b"nope", "auth", True),
        (404, b'{"error": "model not found"}', "not_found", True),
        (500, b"<html>", "server_error", False),
        (400, b'{"error": {"message": "maximum context length is 8192"}}', "too_long", False),
        (400, b'{"error": {"message": "x", "code": "content_filter"}}', "content_filter", False),
        (422, b'{"detail": "bad field"}', "bad_request", False),
        (400, b"[]", "bad_request", False),
    ],
)
def test_what_a_status_means(status: int, body: bytes, code: str, fatal: bool) -> None:
    """Status and body together say what happened and whether anything can help."""
    error = failure(status, body, Redactor(()))
    assert (error.code, error.fatal, error.status) == (code, fatal, status)


def test_embeddings_over_the_same_client() -> None:
    """The client posts to any path of the protocol, and closes what it opened."""

    async def work(url: str) -> object:
        client = RemoteClient(resolve_endpoint("vllm/e", environ={}, base_url=url))
        attempt = await client.post("/embeddings", {"model": "e", "input": ["a", "b"]})
        await client.aclose()
        return attempt.data["data"]

    with OpenAIStub() as stub:
        data = asyncio.run(work(stub.url))
    assert isinstance(data, list)
    assert len(data) == 2


def test_a_fatal_failure_is_remembered() -> None:
    """After one 401 nothing more is sent."""
    from openai_stub import Reply

    async def work(url: str) -> None:
        client = RemoteClient(resolve_endpoint("vllm/e", environ={}, base_url=url))
        for _ in range(3):
            with pytest.raises(RemoteError) as caught:
                await client.post("/x", {})
            assert caught.value.code == "auth"

    with OpenAIStub([Reply(status=401)]) as stub:
        asyncio.run(work(stub.url))
    assert len(stub.bodies) == 1


def test_the_table() -> None:
    """Every provider is filed under its own name, and only local ones are free."""
    assert all(name == provider.name for name, provider in PROVIDERS.items())
    assert {name for name, provider in PROVIDERS.items() if provider.free} == {"ollama", "llamacpp", "lmstudio"}
