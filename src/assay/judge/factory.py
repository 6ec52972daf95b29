"""From a policy's `judge:` to a judge. The one place of this package where objects are put together."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace

from assay.judge.budget import Budget
from assay.judge.calls import Books, MemoryCalls
from assay.judge.chat import Capabilities
from assay.judge.completion import Completer
from assay.judge.estimate import CountingCompleter, Estimate
from assay.judge.function_judge import PREFIX as FUNCTION
from assay.judge.function_judge import FunctionCompleter, JudgeFunction, function_endpoint
from assay.judge.jury import Jury
from assay.judge.litellm_judge import PREFIX, LiteLLMCompleter
from assay.judge.model_judge import ModelJudge, Sampling
from assay.judge.openai_chat import OpenAIChat
from assay.judge.options import JudgeOptions, aggregation, read_options
from assay.judge.prices import Prices
from assay.judge.recorder import CallMode, Recorder
from assay.records.output import Usage
from assay.records.policy import JudgeConfig
from assay.records.protocols import CallLog, Judge
from assay.remote.caller import Caller, Lanes
from assay.remote.client import RemoteClient
from assay.remote.clock import Clock, Deadline, SystemClock
from assay.remote.endpoint import Endpoint, resolve_endpoint


def make_judge(
    config: JudgeConfig,
    *,
    calls: CallLog | None = None,
    environ: Mapping[str, str] | None = None,
    mode: CallMode = CallMode.LIVE,
    budget: Budget | None = None,
    deadline: float | None = None,
    run_id: str | None = None,
    clock: Clock | None = None,
    jitter: Callable[[], float] | None = None,
    lanes: Lanes | None = None,
) -> ModelJudge | Jury:
    """The judge that a policy asks for.

    It is made without touching the network. A judge without a key, or whose server is not there, is made all the same and says
    so, with `judge_unavailable`, when it is asked: what needed it becomes an error, never a pass.

    Args:
        config: model, runs, temperature, aggregate and options (`assay.judge.options.JudgeOptions`).
        calls: the record; None keeps calls in memory only. `mode`: live, record or replay.
        environ: where keys and URLs are read; the process environment unless given.
        budget: shared by everything that the run asks. `deadline`: seconds from now for all calls together.
        run_id: written with each attempt. `clock`, `jitter`: replaced in tests.
        lanes: limits shared with others that call the same servers; the members of a jury always share theirs.

    Raises:
        ConfigurationError: the model, an option or the number of runs makes no sense.
    """
    environ = os.environ if environ is None else environ
    clock = clock or SystemClock()
    options = read_options(config.options)
    until = Deadline.after(deadline, clock)
    books = _books(options, calls, budget, run_id)
    lanes = lanes or Lanes()

    def completer(name: str) -> Completer:
        if name.startswith(PREFIX):
            caller = Caller(options.limits, clock=clock, deadline=until, jitter=jitter)
            return LiteLLMCompleter(name, caller=caller, environ=environ)
        endpoint = endpoint_of(name, config, options, environ)
        client = RemoteClient(endpoint, limits=options.limits, clock=clock, deadline=until, jitter=jitter, lanes=lanes)
        return OpenAIChat(client, known=_known(options, endpoint))

    def judge(name: str) -> ModelJudge:
        recorder = Recorder(completer(name), books=books, mode=mode, context_window=options.context_window)
        return ModelJudge(recorder, sampling=sampling_of(config, options), clock=clock)

    if not options.jury:
        return judge(config.model)
    return Jury([judge(name) for name in (config.model, *options.jury)], aggregate=aggregation(config))


def make_function_judge(
    function: JudgeFunction,
    *,
    config: JudgeConfig | None = None,
    calls: CallLog | None = None,
    mode: CallMode = CallMode.LIVE,
    budget: Budget | None = None,
    run_id: str | None = None,
) -> ModelJudge:
    """A Python function as a judge: `function(messages, schema)` gives the reply as text, mapping or pydantic model.

    `config` sets runs and aggregate; its model, where stated, is the name in records, with or without `python/` before it.
    """
    config = config or JudgeConfig(model="")
    options = read_options(config.options)
    completer = FunctionCompleter(function, name=config.model or None, limits=replace(options.limits, attempts=1))
    recorder = Recorder(completer, books=_books(options, calls, budget, run_id), mode=mode)
    return ModelJudge(recorder, sampling=sampling_of(config, options))


class Estimator:
    """A judge that asks nobody, and what asking would have cost.

    Args:
        config: the judge that would be asked. `environ`: where URLs are read.
        calls: the record of earlier calls: what is found there is not counted. It must be one that may be written to, since
            made-up replies are put into it.
    """

    def __init__(
        self, config: JudgeConfig, *, environ: Mapping[str, str] | None = None, calls: CallLog | None = None
    ) -> None:
        options = read_options(config.options)
        environ = os.environ if environ is None else environ
        self._prices = Prices(options.prices)
        names = [config.model, *options.jury]
        self._counting = [CountingCompleter(endpoint_of(name, config, options, environ)) for name in names]
        books = _books(options, calls, None, None)
        judges = [
            ModelJudge(Recorder(one, books=books), sampling=sampling_of(config, options)) for one in self._counting
        ]
        self.judge: Judge = judges[0] if len(judges) == 1 else Jury(judges, aggregate=aggregation(config))

    @property
    def result(self) -> Estimate:
        """What was counted so far."""
        prices = [
            self._prices.usd(one.endpoint, Usage(input_tokens=one.input_tokens, output_tokens=one.output_tokens))
            for one in self._counting
        ]
        known = [price for price in prices if price is not None]
        return Estimate(
            calls=sum(one.calls for one in self._counting),
            input_tokens=sum(one.input_tokens for one in self._counting),
            output_tokens=sum(one.output_tokens for one in self._counting),
            usd=sum(known, start=known[0] * 0) if known and len(known) == len(prices) else None,
        )


def unpriced(config: JudgeConfig, *, environ: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The models of a configuration whose price is unknown, so that no budget in dollars can be kept."""
    options = read_options(config.options)
    environ = os.environ if environ is None else environ
    prices = Prices(options.prices)
    endpoints = [endpoint_of(name, config, options, environ) for name in (config.model, *options.jury)]
    return tuple(endpoint.name for endpoint in endpoints if not prices.known(endpoint))


def endpoint_of(name: str, config: JudgeConfig, options: JudgeOptions, environ: Mapping[str, str]) -> Endpoint:
    """Where a model of this configuration is reached; a litellm name and that of a Python function stand for themselves.

    `base_url` and `key_variable` belong to the main model, and to jury members of the same provider.
    """
    if name.startswith(FUNCTION):
        return function_endpoint(name)
    if name.startswith(PREFIX):
        return LiteLLMCompleter(name, caller=Caller(options.limits), environ=environ).endpoint
    own = name.partition("/")[0] == config.model.partition("/")[0]
    endpoint = resolve_endpoint(
        name,
        environ=environ,
        base_url=options.base_url if own else None,
        key_variable=options.key_variable if own else None,
        headers={header: environ.get(variable, "") for header, variable in options.header_variables.items()},
        api_version=options.api_version,
    )
    unset = [variable for variable in options.header_variables.values() if not environ.get(variable)]
    if unset and endpoint.problem is None:
        return replace(
            endpoint, problem=f"a header of {name} has no value", hint=f"set the environment variable {unset[0]}"
        )
    return endpoint


def sampling_of(config: JudgeConfig, options: JudgeOptions) -> Sampling:
    """How often and how a judge of this configuration is asked."""
    return Sampling(
        runs=config.runs,
        aggregate=aggregation(config),
        temperature=config.temperature,
        top_p=options.top_p,
        seed=options.seed,
        max_tokens=options.max_tokens,
        batch=options.batch,
        deadline=options.deadline,
    )


def _books(options: JudgeOptions, calls: CallLog | None, budget: Budget | None, run_id: str | None) -> Books:
    return Books(
        calls=MemoryCalls() if calls is None else calls,
        prices=Prices(options.prices),
        budget=budget or Budget(),
        run_id=run_id,
    )


def _known(options: JudgeOptions, endpoint: Endpoint) -> Capabilities | None:
    if options.structure is None:
        return None
    return Capabilities(structure=options.structure, limit_field=endpoint.provider.limit_field)
