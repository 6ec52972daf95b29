"""The one place that speaks with sacrebleu: scorers, sufficient statistics of one row, and the score of pooled statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib import metadata
from typing import Any, ClassVar

from assay.errors import ConfigurationError, MissingExtraError
from assay.metrics.text.reference import ReferenceMetric


@dataclass(frozen=True, kw_only=True)
class SacrebleuMetric(ReferenceMetric):
    """A metric that sacrebleu computes from counts. The counts stay on the score (`details.statistics`) and can be pooled.

    Fields are sacrebleu's own options. `corpus_value` gives the score of summed counts, which is not the mean of the
    rows' scores.
    """

    kind: ClassVar[str]
    corpus_options: ClassVar[dict[str, Any]] = {}
    method: ClassVar[str] = "lexical"
    proxy: ClassVar[bool] = True

    @property
    def definition(self) -> tuple[str, ...]:
        """The version of sacrebleu, beside the options that the parameters already state."""
        return (f"sacrebleu:{_installed()}",)

    @cached_property
    def options(self) -> dict[str, Any]:
        """What sacrebleu is told for one row."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def statistics(self, answer: str, reference: str) -> tuple[int, ...]:
        """The counts of one row.

        Raises:
            MissingExtraError: sacrebleu is not installed.
            ConfigurationError: sacrebleu refuses an option.
        """
        counts = _scorer(self.kind, tuple(self.options.items()))._extract_corpus_statistics([answer], [[reference]])[0]
        return tuple(int(count) for count in counts)

    def row_value(self, statistics: Sequence[int]) -> float:
        """The score of one row's counts, on a scale where sacrebleu's 100 is 1."""
        return self._score(statistics, self.options)

    def corpus_value(self, statistics: Sequence[int]) -> float:
        """The score of counts summed over rows, as sacrebleu's `corpus_score` gives it, where its 100 is 1."""
        return self._score(statistics, self.options | self.corpus_options)

    def _score(self, statistics: Sequence[int], options: dict[str, Any]) -> float:
        scorer = _scorer(self.kind, tuple(options.items()))
        return float(scorer._compute_score_from_stats(list(statistics)).score) / 100


@cache
def _scorer(kind: str, options: tuple[tuple[str, Any], ...]) -> Any:
    try:
        from sacrebleu import metrics
    except ImportError as error:
        raise MissingExtraError("sacrebleu", extra="text", needed_for=f"the metric {kind.lower()}") from error
    try:
        return getattr(metrics, kind)(**dict(options))
    except (AssertionError, ValueError, RuntimeError, ImportError) as error:
        raise ConfigurationError(f"{kind.lower()}: sacrebleu refuses these options: {error}") from error


@cache
def _installed() -> str:
    try:
        return metadata.version("sacrebleu")
    except metadata.PackageNotFoundError:
        return "not installed"
