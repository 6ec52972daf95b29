"""The metrics that a policy can name: the registered ones, and a user's own by `file.py:name` or `module:name`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from assay.errors import ConfigurationError, UnknownNameError
from assay.metrics.base import Metric
from assay.metrics.registry import Registry
from assay.records.metric_info import MetricInfo


@dataclass(frozen=True)
class Catalog:
    """From a metric's text to the metric and its public face. `folder` is where relative files are looked for."""

    registry: Registry = field(default_factory=Registry.built_in)
    folder: Path = Path()
    given: Mapping[str, Metric] = field(default_factory=dict)
    loaded: dict[str, Metric] = field(default_factory=dict, repr=False, compare=False)
    """A user's metrics by their text, each loaded once: a file that changes later changes nothing."""

    @property
    def names(self) -> tuple[str, ...]:
        """All registered names."""
        return self.registry.names

    def metric(self, text: str, params: Mapping[str, Any] | None = None) -> Metric:
        """The metric that `text` names.

        Raises:
            UnknownNameError: nobody registered it; carries the near matches.
            ConfigurationError: the text does not parse, or a file or module does not hold such a metric.
        """
        if ":" in text and "(" not in text.partition(":")[0]:
            return self._own(text)
        try:
            return self.registry.parse(text, params)
        except UnknownNameError:
            if text in self.given and not params:
                return self.given[text]
            raise

    def knowing(self, metrics: Iterable[Metric]) -> Catalog:
        """A catalog that also knows `metrics` by the names they print as, where nobody registered such a name."""
        return replace(self, given={**self.given, **{metric.spec: metric for metric in metrics}})

    def info(self, text: str, params: Mapping[str, Any] | None = None) -> MetricInfo:
        """The public face of the metric that `text` names; raises as `metric` does."""
        return self.metric(text, params).info()

    def _own(self, text: str) -> Metric:
        if text not in self.loaded:
            self.loaded[text] = self._load(text)
        return self.loaded[text]

    def _load(self, text: str) -> Metric:
        from assay.target import load_object

        found = load_object(text, folder=self.folder)
        metric = as_metric(found)
        if metric is None:
            raise ConfigurationError(
                f"{text} is a {type(found).__name__}, not a metric",
                hint="decorate the function with @numeric_metric, or give a Metric",
            )
        return metric


def as_metric(found: Any) -> Metric | None:
    """A metric as it is, a metric's class with its default parameters, None for anything else.

    Raises:
        ConfigurationError: a class that has parameters without defaults.
    """
    if isinstance(found, type) and issubclass(found, Metric):
        try:
            return found()
        except TypeError as error:
            raise ConfigurationError(
                f"{found.__name__} is a class that needs parameters: {error}", hint=f"give {found.__name__}(…)"
            ) from None
    return found if isinstance(found, Metric) else None
