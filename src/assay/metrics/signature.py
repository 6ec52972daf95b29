"""What a metric's `measure` asks for, read once from its parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

RESOURCES = ("judge", "embedder", "grounder")


@dataclass(frozen=True, slots=True)
class Inputs:
    """The parameters of a `measure`: those it needs, those with a default, and the resources it must be handed."""

    required: tuple[str, ...]
    optional: tuple[str, ...]
    resources: tuple[str, ...]
    is_async: bool

    @property
    def named(self) -> tuple[str, ...]:
        """All parameters that a sample fills."""
        return self.required + self.optional

    def check_call(self, metric: object, given: Mapping[str, object]) -> None:
        """Refuse a call with a missing or an unknown argument.

        Raises:
            TypeError: names the argument and the arguments that exist.
        """
        allowed = {*self.named, *self.resources}
        for name in given:
            if name not in allowed:
                raise TypeError(f"{metric}.score() got an unknown argument {name!r}; it takes {self._listing()}")
        missing = [name for name in (*self.required, *self.resources) if name not in given]
        if missing:
            names = ", ".join(repr(name) for name in missing)
            raise TypeError(f"{metric}.score() is missing {names}; it takes {self._listing()}")

    def _listing(self) -> str:
        return ", ".join(f"{name}=…" for name in (*self.named, *self.resources)) or "no arguments"


@cache
def inputs_of(function: Callable[..., Any], *, skip_self: bool) -> Inputs:
    """Read the parameters of `function`.

    Raises:
        TypeError: positional-only or variable parameters, which cannot be filled by name.
    """
    required: list[str] = []
    optional: list[str] = []
    resources: list[str] = []
    for index, parameter in enumerate(inspect.signature(function).parameters.values()):
        if index == 0 and skip_self:
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise TypeError(f"{function.__qualname__}: parameter {parameter} cannot be filled by name")
        if parameter.name in RESOURCES:
            resources.append(parameter.name)
        elif parameter.default is parameter.empty:
            required.append(parameter.name)
        else:
            optional.append(parameter.name)
    return Inputs(tuple(required), tuple(optional), tuple(resources), inspect.iscoroutinefunction(function))
