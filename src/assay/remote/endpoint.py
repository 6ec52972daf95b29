"""Where a model is reached: `provider/model` names, base URLs, keys from the environment.

The table holds servers that speak the OpenAI protocol. A local server needs no key; any other server of the kind is
`generic/<model>` with a `base_url`. Further providers are reached through the `litellm` extra, named
`litellm/<provider>/<model>`.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from assay.errors import ConfigurationError, UnknownNameError
from assay.remote.redaction import Redactor


@dataclass(frozen=True, slots=True)
class Provider:
    """One kind of server: its default URL, the environment variables that configure it, and how it is paid."""

    name: str
    base_url: str | None
    url_variable: str
    key_variable: str
    key_required: bool = True
    free: bool = False
    limit_field: str = "max_tokens"


PROVIDERS: Mapping[str, Provider] = {
    provider.name: provider
    for provider in (
        Provider(
            "openai",
            "https://api.openai.com/v1",
            "OPENAI_BASE_URL",
            "OPENAI_API_KEY",
            limit_field="max_completion_tokens",
        ),
        Provider("azure", None, "AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_API_KEY", limit_field="max_completion_tokens"),
        Provider("deepseek", "https://api.deepseek.com/v1", "DEEPSEEK_BASE_URL", "DEEPSEEK_API_KEY"),
        Provider("groq", "https://api.groq.com/openai/v1", "GROQ_BASE_URL", "GROQ_API_KEY"),
        Provider("mistral", "https://api.mistral.ai/v1", "MISTRAL_BASE_URL", "MISTRAL_API_KEY"),
        Provider("openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_BASE_URL", "OPENROUTER_API_KEY"),
        Provider("together", "https://api.together.xyz/v1", "TOGETHER_BASE_URL", "TOGETHER_API_KEY"),
        Provider("vllm", "http://localhost:8000/v1", "VLLM_BASE_URL", "VLLM_API_KEY", key_required=False),
        Provider("ollama", "http://localhost:11434/v1", "OLLAMA_BASE_URL", "OLLAMA_API_KEY", False, free=True),
        Provider("llamacpp", "http://localhost:8080/v1", "LLAMACPP_BASE_URL", "LLAMACPP_API_KEY", False, free=True),
        Provider("lmstudio", "http://localhost:1234/v1", "LMSTUDIO_BASE_URL", "LMSTUDIO_API_KEY", False, free=True),
        Provider("generic", None, "ASSAY_BASE_URL", "ASSAY_API_KEY", key_required=False),
    )
}
_AZURE_VERSION = "2024-10-21"


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One model on one server. `url` holds no credentials; `headers` and `query` do and are never shown.

    `problem` is set where the endpoint cannot be called as configured (no key, no URL); whoever calls it gets that text.
    """

    provider: Provider
    model: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    query: Mapping[str, str] = field(default_factory=dict, repr=False)
    redactor: Redactor = field(default_factory=lambda: Redactor(()), repr=False)
    problem: str | None = None
    hint: str | None = None

    @property
    def name(self) -> str:
        """`provider/model`."""
        return f"{self.provider.name}/{self.model}"


def resolve_endpoint(
    name: str,
    *,
    environ: Mapping[str, str],
    base_url: str | None = None,
    key_variable: str | None = None,
    headers: Mapping[str, str] | None = None,
    api_version: str | None = None,
) -> Endpoint:
    """The endpoint that `provider/model` names.

    The URL is `base_url`, else the provider's environment variable, else its default. The key is read from the provider's
    environment variable, or from `key_variable`; a key is never an argument. User and password inside a URL become a header.

    Raises:
        UnknownNameError: the provider is not in the table.
        ConfigurationError: the name has no provider and no `base_url` says where the model is, or the URL is none.

    >>> resolve_endpoint("ollama/llama3", environ={}).url
    'http://localhost:11434/v1'
    """
    provider, model = _split(name, base_url)
    address = base_url or environ.get(provider.url_variable) or provider.base_url
    variable = key_variable or provider.key_variable
    key = environ.get(variable, "").strip()
    if address is None:
        return Endpoint(
            provider=provider,
            model=model,
            url="",
            problem=f"{provider.name}/{model} needs a base URL",
            hint=f"set {provider.url_variable} or the option `base_url`",
        )
    url, query, basic = _clean_url(address)
    sent = {**_key_headers(provider, key, basic), **(headers or {})}
    if provider.name == "azure":
        url = f"{url}/openai/deployments/{model}"
        query = {"api-version": api_version or environ.get("OPENAI_API_VERSION") or _AZURE_VERSION, **query}
    secrets = [key, basic or "", *(headers or {}).values(), *(value for _, value in parse_qsl(urlsplit(address).query))]
    password = urlsplit(address).password
    missing = provider.key_required and not key and basic is None
    return Endpoint(
        provider=provider,
        model=model,
        url=url,
        headers=sent,
        query=query,
        redactor=Redactor([*secrets, password or ""]),
        problem=f"no key for {provider.name}/{model}" if missing else None,
        hint=f"set the environment variable {variable}" if missing else None,
    )


def _split(name: str, base_url: str | None) -> tuple[Provider, str]:
    head, slash, model = name.partition("/")
    if slash and head in PROVIDERS and model:
        return PROVIDERS[head], model
    if base_url is not None and name:
        return PROVIDERS["generic"], name
    if not slash or not model:
        raise ConfigurationError(
            f"{name!r} does not say where the model is",
            code="model_name",
            hint="write provider/model, as in openai/gpt-4.1-mini or ollama/llama3.1, or give `base_url`",
        )
    raise UnknownNameError("provider", head, [*PROVIDERS, "litellm"])


def _clean_url(address: str) -> tuple[str, dict[str, str], str | None]:
    """The URL without credentials, its query apart, and the basic credentials it held."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConfigurationError(
            "a base URL starts with http:// or https:// and a host",
            code="base_url",
            hint="for example http://localhost:8000/v1",
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    place = f"{host}:{parts.port}" if parts.port else host
    basic = None
    if parts.username is not None:
        basic = base64.b64encode(f"{parts.username}:{parts.password or ''}".encode()).decode()
    return f"{parts.scheme}://{place}{parts.path.rstrip('/')}", dict(parse_qsl(parts.query)), basic


def _key_headers(provider: Provider, key: str, basic: str | None) -> dict[str, str]:
    if key and provider.name == "azure":
        return {"api-key": key}
    if key:
        return {"Authorization": f"Bearer {key}"}
    return {"Authorization": f"Basic {basic}"} if basic else {}
