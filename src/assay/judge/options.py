"""The options of a judge as a policy states them, read strictly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from assay.errors import ConfigurationError, UnknownNameError
from assay.judge.chat import Structure
from assay.judge.consensus import Aggregation
from assay.judge.prices import Price, own_prices
from assay.records.policy import JudgeConfig
from assay.remote.caller import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeOptions:
    """Everything below `judge:` in a policy but `model`, `runs`, `temperature` and `aggregate`.

    Attributes:
        base_url: of the server; else the provider's environment variable or default.
        key_variable: environment variable that holds the key, where it is not the provider's usual one.
        header_variables: further headers, each with the environment variable that holds its value.
        api_version: of Azure. `structure`: how structured output is asked for; found out by a probe unless stated.
        jury: further models; together with `model` they form a panel, which must be odd.
        concurrency, requests_per_minute, tokens_per_minute, attempts, timeout: limits of each endpoint.
        deadline: seconds for one question with all its retries. `batch`: the largest number of items in one call.
        max_tokens: of a reply; a reply cut off is asked again once with four times as many.
        top_p, seed: sampling settings, sent only when stated. `context_window`: tokens; longer questions are refused.
        prices: `{"provider/model": {input: usd, output: usd}}` for a million tokens.
    """

    base_url: str | None = None
    key_variable: str | None = None
    header_variables: Mapping[str, str] = field(default_factory=dict)
    api_version: str | None = None
    structure: Structure | None = None
    jury: tuple[str, ...] = ()
    concurrency: int = 16
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    attempts: int = 5
    timeout: float = 120.0
    deadline: float | None = 600.0
    batch: int = 25
    max_tokens: int = 4096
    top_p: float | None = None
    seed: int | None = None
    context_window: int | None = None
    prices: Mapping[str, Price] = field(default_factory=dict)

    @property
    def limits(self) -> Limits:
        """The limits of each endpoint."""
        return Limits(
            concurrency=self.concurrency,
            requests_per_minute=self.requests_per_minute,
            tokens_per_minute=self.tokens_per_minute,
            attempts=self.attempts,
            timeout=self.timeout,
        )


def read_options(options: Mapping[str, Any]) -> JudgeOptions:
    """The options, each of its type.

    Raises:
        UnknownNameError: an option that does not exist, with the near matches.
        ConfigurationError: a value of the wrong type or range, or a key written into the policy.

    >>> read_options({"concurrency": 4}).limits.concurrency
    4
    """
    for name in options:
        if name in ("api_key", "key", "token"):
            raise ConfigurationError(
                f"judge.{name}: keys do not belong in a policy",
                code="judge_option",
                hint="put it into the environment; `key_variable` names another variable than the usual one",
            )
        if name not in _READERS:
            raise UnknownNameError("judge option", name, _READERS)
    return JudgeOptions(**{name: _READERS[name](name, value) for name, value in options.items()})


def aggregation(config: JudgeConfig) -> Aggregation:
    """How verdicts are brought together.

    Raises:
        ConfigurationError: no such way, no runs, or a majority of an even number of runs.
    """
    if isinstance(config.runs, bool) or config.runs < 1:
        raise _wrong("runs", config.runs, "a whole number of at least 1")
    try:
        how = Aggregation(config.aggregate)
    except ValueError:
        raise UnknownNameError("judge aggregate", config.aggregate, [str(one) for one in Aggregation]) from None
    if how is Aggregation.MAJORITY and config.runs % 2 == 0:
        raise _wrong("runs", config.runs, "odd, so that a majority exists")
    return how


def _wrong(name: str, value: object, expected: str) -> ConfigurationError:
    return ConfigurationError(f"judge.{name} must be {expected}, got {value!r}", code="judge_option")


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _wrong(name, value, "text")
    return value


def _whole(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise _wrong(name, value, "a whole number of at least 1")
    return value


def _any_whole(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(name, value, "a whole number")
    return value


def _positive(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < float("inf"):
        raise _wrong(name, value, "a positive number")
    return float(value)


def _share(name: str, value: object) -> float:
    number = _positive(name, value)
    if number > 1:
        raise _wrong(name, value, "at most 1")
    return number


def _texts(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)):
        raise _wrong(name, value, "a list of provider/model")
    return tuple(_text(name, item) for item in value)


def _variables(name: str, value: object) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        raise _wrong(name, value, "header names with the environment variable that holds each value")
    return {str(key): _text(name, item) for key, item in value.items()}


def _structure(name: str, value: object) -> Structure:
    try:
        return Structure(str(value))
    except ValueError:
        raise UnknownNameError(f"judge.{name}", str(value), [str(one) for one in Structure]) from None


def _prices(name: str, value: object) -> Mapping[str, Price]:
    if not isinstance(value, Mapping):
        raise _wrong(name, value, "a table of provider/model with {input: usd, output: usd}")
    return own_prices(value)


_READERS: Mapping[str, Callable[[str, Any], Any]] = {
    "base_url": _text,
    "key_variable": _text,
    "header_variables": _variables,
    "api_version": _text,
    "structure": _structure,
    "jury": _texts,
    "concurrency": _whole,
    "requests_per_minute": _positive,
    "tokens_per_minute": _positive,
    "attempts": _whole,
    "timeout": _positive,
    "deadline": _positive,
    "batch": _whole,
    "max_tokens": _whole,
    "top_p": _share,
    "seed": _any_whole,
    "context_window": _whole,
    "prices": _prices,
}
