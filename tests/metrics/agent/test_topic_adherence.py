"""Topic adherence from labels."""

from __future__ import annotations

import pytest

from assay.metrics.agent.adherence import MODES
from assay.metrics.agent.topic_adherence import TopicAdherenceLabels
from assay.records import Score, Status
from assay.records.score import recompute


def score(mode: str, **answered: bool) -> Score:
    """Topics by name; `a` and `b` are allowed."""
    topics = [{"topic": topic, "answered": value} for topic, value in answered.items()]
    return TopicAdherenceLabels(mode=mode).score(reference_topics=["a", "B "], topics=topics)


def test_four_cells() -> None:
    """Answered allowed, refused allowed, strayed and declined topics count as each mode says."""
    scored = {mode: score(mode, a=True, b=False, x=True, y=False, z=False) for mode in MODES}
    assert {mode: entry.value for mode, entry in scored.items()} == {
        "accuracy": 3 / 5,
        "precision": 1 / 2,
        "recall": 1 / 2,
        "f1": 1 / 2,
    }
    assert scored["f1"].reason == "f1: 2 of 4; wrong=b (refused), x (strayed)"
    for entry in scored.values():
        assert recompute(entry.items) == entry.value


def test_only_rightly_declined_topics() -> None:
    """Declining everything off topic is perfect by accuracy, and no number by the other modes."""
    assert score("accuracy", x=False, y=False).value == 1.0
    for mode in ("precision", "recall", "f1"):
        assert score(mode, x=False, y=False).status is Status.NOT_APPLICABLE


def test_no_topics() -> None:
    """A conversation without topics does not apply."""
    assert score("accuracy").status is Status.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("reference", "topics", "code"),
    [
        ([], [{"topic": "a", "answered": True}], "empty_requirement"),
        ([" "], [{"topic": "a", "answered": True}], "empty_requirement"),
        (["a"], [{"topic": "a"}], "item_type"),
        (["a"], [{"topic": "a", "answered": 1}], "item_type"),
        (["a"], ["a"], "item_type"),
        (["a"], {"a": True}, "not_a_list"),
        (["a"], [{"topic": "a", "answered": True}, {"topic": "A ", "answered": False}], "duplicate"),
    ],
)
def test_broken_labels_are_invalid(reference: list[str], topics: object, code: str) -> None:
    """No reference, a missing or odd label, or two labels for one topic are never padded or cut."""
    scored = TopicAdherenceLabels().score(reference_topics=reference, topics=topics)
    assert (scored.status, scored.code) == (Status.INVALID, code)
