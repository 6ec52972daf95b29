"""Names of metrics and where they live. Looking a name up imports that one module and nothing else."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from assay.errors import ConfigurationError, UnknownNameError
from assay.metrics.base import Metric
from assay.metrics.spec import parse_spec

FAMILIES = (
    "coverage",
    "citation",
    "abstention",
    "operations",
    "lexical",
    "text",
    "retrieval",
    "grounding",
    "answer",
    "rubric",
    "agent",
    "sql",
    "safety",
)
"""Packages under `assay.metrics`; each holds `METRICS`, a map from `name` or `name[variant]` to `module:Class`."""


@dataclass(frozen=True)
class Registry:
    """A read-only table of metric names. Registries are values: `with_metrics` returns a larger one."""

    paths: Mapping[str, str]
    extra: Mapping[str, Metric]

    @classmethod
    def built_in(cls) -> Registry:
        """Every metric that Assay ships.

        Raises:
            ConfigurationError: two families give the same name.
        """
        paths: dict[str, str] = {}
        for family in FAMILIES:
            try:
                package = importlib.import_module(f"assay.metrics.{family}")
            except ModuleNotFoundError as error:
                if error.name != f"assay.metrics.{family}":
                    raise
                continue
            for name, path in package.METRICS.items():
                if name in paths:
                    raise ConfigurationError(f"metric {name!r} is registered twice: {paths[name]} and {family}.{path}")
                paths[name] = f"assay.metrics.{family}.{path}"
        return cls(paths, {})

    def with_metrics(self, *metrics: Metric) -> Registry:
        """A registry that also knows `metrics` (a user's own) by their printed form."""
        extra = dict(self.extra)
        for metric in metrics:
            if metric.spec in self.paths or (metric.spec in extra and extra[metric.spec] != metric):
                raise ConfigurationError(f"metric {metric.spec!r} is registered twice")
            extra[metric.spec] = metric
        return Registry(self.paths, extra)

    @property
    def names(self) -> tuple[str, ...]:
        """All known names, sorted."""
        return tuple(sorted((*self.paths, *self.extra), key=lambda name: (name.lower(), name)))

    def __contains__(self, name: str) -> bool:
        return name in self.paths or name in self.extra

    def __iter__(self) -> Iterator[Metric]:
        """Every metric with its default parameters."""
        return (self.parse(name) for name in self.names)

    def class_of(self, name: str) -> type[Metric]:
        """The class behind a built-in name.

        Raises:
            UnknownNameError: nobody registered the name; carries the near matches.
        """
        path = self.paths.get(name)
        if path is None:
            raise UnknownNameError("metric", name, self.names)
        module, _, attribute = path.partition(":")
        found: type[Metric] = getattr(importlib.import_module(module), attribute)
        return found

    def parse(self, text: str, params: Mapping[str, Any] | None = None) -> Metric:
        """The metric that a text names, `nDCG@10`; `params` add to those in the text.

        Raises:
            UnknownNameError: unknown metric or parameter, with near matches.
            ConfigurationError: the text does not parse, or the metric refuses a parameter's value.
        """
        if text in self.extra and not params:
            return self.extra[text]
        spec = parse_spec(text)
        cls = self.class_of(f"{spec.name}[{spec.variant}]" if spec.variant else spec.name)
        given = {**spec.params, **(params or {})}
        known = {field.name for field in fields(cls) if field.init}
        for name in given:
            if name not in known:
                raise UnknownNameError(f"parameter of metric {spec.name!r}:", name, known)
        try:
            metric = cls(**given)
        except (TypeError, ValueError) as error:
            raise ConfigurationError(f"metric {text!r}: {error}") from error
        if metric.spec in self and (metric.spec in self.extra or self.class_of(metric.spec) is not cls):
            raise ConfigurationError(
                f"metric {text!r} prints as {metric.spec!r}, which another metric has", hint="choose another label"
            )
        return metric

    def variants(self, name: str) -> tuple[str, ...]:
        """The registered forms of one name: `("faithfulness", "faithfulness[lexical]")`."""
        return tuple(known for known in self.names if known == name or known.startswith(f"{name}["))
