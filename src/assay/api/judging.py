"""Who judges a run: chosen from the caller's word, the policy and the environment, and made ready under the run's budget."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.api.resources import needed_resources
from assay.errors import ConfigurationError, UnknownNameError
from assay.metrics.base import Metric
from assay.records.policy import JudgeConfig, Policy
from assay.records.protocols import CallLog
from assay.remote.caller import Lanes
from assay.sync import run_sync

if TYPE_CHECKING:
    from assay.judge import Budget, CallMode, JudgeCheck

VARIABLE = "ASSAY_JUDGE"
"""The environment variable that names a judge where neither the caller nor the policy does."""

_OF_A_SERVER = frozenset(
    {"base_url", "key_variable", "header_variables", "api_version", "structure", "context_window", "jury"}
)
"""Options of a policy's judge that say nothing about another model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The judge of a run: a model by its configuration, a Python function, or a `ready` judge of the caller's own."""

    config: JudgeConfig
    function: Any = None
    ready: Any = None

    @property
    def concurrency(self) -> int:
        """How many calls the judge makes at once."""
        from assay.judge.options import read_options

        return read_options(self.config.options).concurrency

    def make(
        self,
        *,
        calls: CallLog,
        mode: CallMode,
        budget: Budget | None = None,
        run_id: str | None = None,
        lanes: Lanes | None = None,
    ) -> Any:
        """The judge. A ready one is taken as it is."""
        from assay.judge import make_function_judge, make_judge

        if self.ready is not None:
            return self.ready
        if self.function is not None:
            return make_function_judge(
                self.function, config=self.config, calls=calls, mode=mode, budget=budget, run_id=run_id
            )
        return make_judge(self.config, calls=calls, mode=mode, budget=budget, run_id=run_id, lanes=lanes)


def choose_judge(
    given: Any,
    policy: Policy | None,
    *,
    environ: Mapping[str, str] = os.environ,
    folder: Path = Path(),
    policy_folder: Path = Path(),
) -> Choice | None:
    """Whom to ask: who the caller names, else the policy, else `ASSAY_JUDGE`; None where nobody is named.

    A name is `provider/model`, or `file.py:function` or `module:function` for a Python function.

    Args:
        given: a name, a function, or a ready judge (see `assay.records.protocols.Judge`).
        policy: its `judge` section also gives runs, aggregate, limits and prices to a judge that the caller names.
        environ: where `ASSAY_JUDGE` is read. `folder`, `policy_folder`: where a function of the caller's and of the policy's is.

    Raises:
        ConfigurationError: an option makes no sense, or the function cannot be loaded.
    """
    config = policy.judge if policy is not None else None
    if given is not None and not isinstance(given, str):
        return _own(given, config)
    named = given or (config.model if config is not None else environ.get(VARIABLE, "").strip())
    if not named:
        return None
    if is_function(named):
        from assay.target import load_object

        found = load_object(named, folder=folder if given or config is None else policy_folder)
        return _own(found, config, name=named)
    return Choice(config=_renamed(config, named))


def _renamed(config: JudgeConfig | None, model: str) -> JudgeConfig:
    """The configuration for a model; what it says of another model's server is left out."""
    if config is None or config.model == model:
        return config or JudgeConfig(model=model)
    options = {name: value for name, value in config.options.items() if name not in _OF_A_SERVER}
    return config.replace(model=model, options=options)


def _own(judge: Any, config: JudgeConfig | None, *, name: str | None = None) -> Choice:
    if hasattr(judge, "ask") or not callable(judge):
        return Choice(config=getattr(judge, "config", None) or JudgeConfig(model=""), ready=judge)
    from assay.judge.function_judge import PREFIX, own_name

    return Choice(config=_renamed(config, PREFIX + (name or own_name(judge))), function=judge)


def is_function(name: str) -> bool:
    """Whether a judge's name is that of a Python function.

    >>> [is_function(name) for name in ("judges.py:strict", "app.judges:strict", "ollama/llama3:latest")]
    [True, True, False]
    """
    place, colon, attribute = name.rpartition(":")
    return bool(colon) and attribute.isidentifier() and (place.endswith(".py") or "/" not in place)


def chosen_mode(given: str | None, choice: Choice) -> CallMode:
    """`live`, `record` or `replay`: as the caller says, else as the policy's judge does.

    Raises:
        UnknownNameError: no such mode.
        ConfigurationError: a ready judge was made with a mode of its own.
    """
    from assay.judge import CallMode

    if given is not None and choice.ready is not None:
        raise ConfigurationError(
            "a judge mode is given beside a judge that is made already",
            code="judge_mode",
            hint="make the judge with `make_judge(config, mode=…)`, or name it",
        )
    try:
        return CallMode(given or choice.config.mode)
    except ValueError:
        raise UnknownNameError("judge mode", given or choice.config.mode, list(CallMode)) from None


def chosen_budget(given: Mapping[str, Any] | None, policy: Policy | None, choice: Choice) -> Budget:
    """The budget of a run: what the caller says, else what the policy says, limit by limit.

    Raises:
        ConfigurationError: a limit that is none, one in dollars where a price is unknown, or any for a ready judge.
    """
    from assay.judge import parse_budget, unpriced

    stated = dict(policy.budget) if policy is not None else {}
    stated |= {name: limit for name, limit in (given or {}).items() if limit is not None}
    budget = parse_budget(stated)
    if stated and choice.ready is not None:
        raise ConfigurationError(
            "a budget cannot be kept by a judge that is made already",
            code="budget",
            hint="make the judge with `make_judge(config, budget=…)`, or name it",
        )
    if budget.usd_limit is not None and (unknown := unpriced(choice.config)):
        raise ConfigurationError(
            f"a budget in US dollars cannot be kept: the price of {', '.join(unknown)} is unknown",
            code="budget_unpriced",
            hint="state it under the judge's option `prices`, or limit `budget.calls` instead",
        )
    return budget


def settings_of(judge: Any) -> dict[str, Any]:
    """What a manifest keeps so that a replay can make the judge again; empty for a judge that does not say."""
    config = getattr(judge, "config", None)
    return config.to_dict() if isinstance(config, JudgeConfig) else {}


def judge_for(
    metrics: Iterable[Metric], given: Any, policy: Policy | None, *, calls: CallLog, folder: Path = Path()
) -> Any:
    """A judge for metrics scored outside a run, under the policy's mode and budget; None where none is needed or named."""
    if "judge" not in needed_resources(metrics):
        return None
    choice = choose_judge(given, policy, folder=folder, policy_folder=folder)
    if choice is None:
        return None
    return choice.make(calls=calls, mode=chosen_mode(None, choice), budget=chosen_budget(None, policy, choice))


def check(judge: Any = None, *, policy: Policy | None = None, folder: Path = Path()) -> JudgeCheck:
    """Ask a judge one question whose answer is known; what was found. Also works inside a running event loop.

    Args:
        judge: `provider/model`; by default that of the policy, else of `ASSAY_JUDGE`. `policy`: for runs, limits and prices.
        folder: where a Python function is looked for.

    Raises:
        ConfigurationError: nobody is named, an option makes no sense, or the judge is no model on a server.
    """
    choice = choose_judge(judge, policy, folder=folder, policy_folder=folder)
    if choice is None:
        raise ConfigurationError(
            "no judge is named", code="no_judge", hint=f"give provider/model, a policy with `judge:`, or set {VARIABLE}"
        )
    if choice.function is not None or choice.ready is not None:
        raise ConfigurationError("only a judge on a server can be checked", code="judge", hint="name provider/model")
    from assay.judge import check_judge

    return run_sync(check_judge(choice.config))
