"""A plain function becomes a metric: `numeric_metric`, `discrete_metric`, `ranking_metric`.

The arguments are those of ragas' decorators of the same names; the failure shapes are ours (DESIGN section 6).
"""

from __future__ import annotations

import importlib
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from assay.errors import ConfigurationError
from assay.metrics.base import Metric
from assay.metrics.signature import Inputs, inputs_of
from assay.records.domain import Domain, Labels, Range, Ranking
from assay.records.metric_info import MetricInfo

Function = Callable[..., Any]
_PATH_DIGEST = re.compile(r"_[0-9a-f]{8}$")
"""What tells apart modules that were loaded from files of one name: it changes with the checkout, the metric does not."""


@dataclass(frozen=True)
class FunctionMetric(Metric):
    """A metric made from a function; the function's named parameters are its inputs. Calling it calls the bare function."""

    function: Function
    label: str
    values: Domain

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name given to the decorator, or the function's own."""
        return self.label

    @property
    def domain(self) -> Domain:  # type: ignore[override]
        """The values given to the decorator."""
        return self.values

    @property
    def params(self) -> dict[str, Any]:
        """None: a function has no parameters beside its inputs."""
        return {}

    @property
    def needs(self) -> Inputs:
        """The function's parameters."""
        return inputs_of(self.function, skip_self=False)

    def signature(self, method: str | None = None) -> str:
        """Name, version, method and the function it was made from, whatever folder its file lies in."""
        where = f"{_PATH_DIGEST.sub('', self.function.__module__)}.{self.function.__qualname__}"
        return f"{self.label}|v:{self.version}|method:{method or self.method}|function:{where}|values:{self.values}"

    def info(self) -> MetricInfo:
        """The metric's public face, with the function's own documentation."""
        doc = (self.function.__doc__ or "").strip()
        return super().info().replace(family="custom", doc=doc, summary=doc.partition("\n")[0])

    def measure(self, **inputs: Any) -> Any:
        """The function's result."""
        return self.function(**inputs)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str]]:
        """Pickled by the name of the function, which in its module stands for this metric."""
        return _named, (self.function.__module__, self.function.__qualname__)


def _named(module: str, qualified_name: str) -> Any:
    return operator.attrgetter(qualified_name)(importlib.import_module(module))


def numeric_metric(
    *, name: str | None = None, allowed_values: tuple[float, float] | range = (0.0, 1.0)
) -> Callable[[Function], FunctionMetric]:
    """Make a metric of numbers from `allowed_values[0]` to `allowed_values[1]`, both ends valid.

    >>> @numeric_metric(name="share", allowed_values=(0.0, 1.0))
    ... def share(part: int, whole: int) -> float:
    ...     return part / whole
    >>> share.score(part=1, whole=2).value
    0.5
    >>> share.score(part=1, whole=0).reason
    'ZeroDivisionError: division by zero'
    """
    low: float
    high: float
    if isinstance(allowed_values, range):
        if not len(allowed_values):
            raise ConfigurationError(f"allowed_values {allowed_values!r} is empty")
        low, high = min(allowed_values), max(allowed_values)
    else:
        low, high = allowed_values
    return _maker(name, Range(low=low, high=high))


def discrete_metric(
    *, name: str | None = None, allowed_values: Sequence[str] = ("pass", "fail"), passing: Sequence[str] | None = None
) -> Callable[[Function], FunctionMetric]:
    """Make a metric of labels. `passing` are the labels that hold; by default the first one."""
    allowed = tuple(allowed_values)
    return _maker(name, Labels(allowed=allowed, passing=tuple(passing) if passing is not None else allowed[:1]))


def ranking_metric(*, name: str | None = None, allowed_values: int = 2) -> Callable[[Function], FunctionMetric]:
    """Make a metric of rankings with `allowed_values` distinct entries."""
    return _maker(name, Ranking(length=allowed_values))


def _maker(name: str | None, domain: Domain) -> Callable[[Function], FunctionMetric]:
    def make(function: Function) -> FunctionMetric:
        inputs_of(function, skip_self=False)
        return FunctionMetric(function=function, label=name or function.__name__, values=domain)

    return make
