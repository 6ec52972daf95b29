"""Whether an assistant talks about what it may, and declines the rest."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import InvalidRowError
from assay.metrics.agent.adherence import MODES, Topic, adherence
from assay.metrics.base import Metric
from assay.metrics.parameters import require_choice
from assay.records import MetricResult, not_applicable


@dataclass(frozen=True)
class TopicAdherenceLabels(Metric):
    """Share of the topics of a conversation that were treated as they should be, from labels given upstream.

    Inputs: `reference_topics` (reviewed: what the assistant may talk about) and `topics` (what the user brought up,
    each `{"topic": …, "answered": true or false}`). A topic is allowed when it is one of the reference topics,
    letter case and outer spaces aside. With a = allowed and answered, x = not allowed but answered, m = allowed but
    refused, d = not allowed and declined: `accuracy` (a+d)/all, `precision` a/(a+x), `recall` a/(a+m), `f1`
    2a/(2a+x+m). Only accuracy credits a topic rightly declined, so it is the default. Range 0 to 1, higher is
    better.

    Not applicable: the conversation has no topics, or the mode's denominator is empty. Invalid: no reference topics
    in the list, a topic without a label, a topic labelled twice.

    Source: topic adherence as in ragas, with the missing fourth cell of the table.

    >>> TopicAdherenceLabels().score(
    ...     reference_topics=["refunds"],
    ...     topics=[{"topic": "Refunds", "answered": True}, {"topic": "politics", "answered": False}],
    ... ).value
    1.0
    """

    name: ClassVar[str] = "topic_adherence"
    variant: ClassVar[str] = "labels"
    mode: str = "accuracy"

    def __post_init__(self) -> None:
        require_choice("mode", self.mode, MODES)

    def measure(self, reference_topics: tuple[str, ...], topics: list[Mapping[str, Any]]) -> MetricResult:
        """Count the four cells."""
        allowed = {_plain(topic) for topic in reference_topics}
        if not allowed - {""}:
            raise InvalidRowError("reference_topics must name at least one topic", code="empty_requirement")
        labels = _labels(topics)
        if not labels:
            return not_applicable("the conversation has no topics")
        return adherence(
            self.mode, [Topic(topic, _plain(topic) in allowed, answered) for topic, answered in labels.items()]
        )


def _labels(topics: object) -> dict[str, bool]:
    if not isinstance(topics, (list, tuple)):
        raise InvalidRowError(f"topics must be a list, got {type(topics).__name__}", code="not_a_list")
    labels: dict[str, bool] = {}
    for index, entry in enumerate(topics):
        topic = entry.get("topic") if isinstance(entry, Mapping) else None
        answered = entry.get("answered") if isinstance(entry, Mapping) else None
        if not isinstance(topic, str) or not topic.strip() or not isinstance(answered, bool):
            raise InvalidRowError(f'topics[{index}] must be {{"topic": text, "answered": bool}}', code="item_type")
        if _plain(topic) in {_plain(known) for known in labels}:
            raise InvalidRowError(f"topics[{index}]: {topic!r} is labelled twice", code="duplicate")
        labels[topic] = answered
    return labels


def _plain(topic: str) -> str:
    return unicodedata.normalize("NFC", topic).strip().casefold()
