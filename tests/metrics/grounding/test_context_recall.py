"""Context recall: sentences counted by us, supported or not by the contexts."""

from __future__ import annotations

from typing import Any

from scripted_judge import ScriptedJudge, TableGrounder, supports

from assay.metrics.grounding.context_recall import ContextRecall, GroundedContextRecall
from assay.records import Score
from assay.records.score import recompute

A, B = "Refunds take 30 days.", "Dr. Lee pays them."
P = "A refund takes 30 days."


def score(asked: ScriptedJudge, **changes: Any) -> Score:
    return ContextRecall().score(judge=asked, **{"reference": f"{A} {B}", "contexts": [P], "input": "How?", **changes})


def test_it_is_supported_sentences_over_sentences() -> None:
    """The sentences stand numbered in one question, so none can be left out."""
    asked = ScriptedJudge(claim_support=supports({(A, P)}))
    result = score(asked)
    assert (str(result.ratio), result.value) == ("1/2", recompute(result.items))
    assert [(item.text, item.outcome) for item in result.items] == [(A, "supported"), (B, "unknown")]
    assert asked.asked == [("claim_support", {"question": "How?", "passages": [P], "claims": [A, B]})]


def test_nothing_retrieved_supports_nothing() -> None:
    """A true 0, sentence by sentence, and nobody is asked."""
    asked = ScriptedJudge()
    result = score(asked, contexts=[])
    assert (str(result.ratio), len(result.items), asked.asked) == ("0/2", 2, [])


def test_a_blank_reference_is_invalid() -> None:
    """There is nothing to recall; that is the case's fault."""
    assert score(ScriptedJudge(), reference=" ").code == "blank_reference"


def test_the_offline_variant() -> None:
    """The same count with a grounder."""
    result = GroundedContextRecall().score(reference=f"{A} {B}", contexts=[P], grounder=TableGrounder({(B, P)}))
    assert (str(result.ratio), result.method) == ("1/2", "lexical:test")
