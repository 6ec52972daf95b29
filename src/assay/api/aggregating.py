"""The mean of every metric of a run, exact and with its counts, in one pass over the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from assay.api.catalog import Catalog
from assay.errors import ConfigurationError
from assay.records.aggregate import Aggregate, Tally
from assay.records.metric_info import MetricInfo
from assay.records.run import ScoredRow
from assay.records.score import Score
from assay.records.words import Status
from assay.stats.exact_sum import ExactSum


@dataclass
class _RunningMean:
    """One metric's figures so far. Without its definition (a user's own metric) labels have no mean."""

    info: MetricInfo | None
    counts: Counter[Status] = field(default_factory=Counter)
    total: ExactSum = field(default_factory=ExactSum)

    def add(self, score: Score) -> None:
        self.counts[score.status] += 1
        if score.status is Status.SCORED:
            number = self.info.number_of(score) if self.info is not None else score.number
            if number is not None:
                self.total.add(number)

    def aggregate(self, metric: str) -> Aggregate:
        mean = self.total.mean
        tally = Tally(**{status.value: count for status, count in self.counts.items()})
        reason = "" if mean is not None else "no row gave a number" if tally.total else "no row"
        return Aggregate.of_number(metric=metric, statistic="mean", tally=tally, number=mean, reason=reason)


def means(rows: Iterable[ScoredRow], metrics: Iterable[str], catalog: Catalog) -> list[Aggregate]:
    """The mean of each metric, in the order of `metrics`; a label that holds counts 1 and another 0."""
    running = {metric: _RunningMean(_info(metric, catalog)) for metric in metrics}
    for row in rows:
        for score in row.scores:
            if score.metric in running:
                running[score.metric].add(score)
    return [mean.aggregate(metric) for metric, mean in running.items()]


def _info(metric: str, catalog: Catalog) -> MetricInfo | None:
    try:
        return catalog.info(metric)
    except ConfigurationError:
        return None
