"""Context entity recall: entities found literally, then by the judge."""

from __future__ import annotations

from typing import Any

from scripted_judge import ScriptedJudge, lists

from assay.metrics.grounding.context_entity_recall import ContextEntityRecall
from assay.records import Score, Status
from assay.records.score import recompute

REFERENCE = "Marie Curie paid 1,000 francs in Paris."


def score(table: dict[str, list[str]], **changes: Any) -> tuple[Score, ScriptedJudge]:
    asked = ScriptedJudge(entities=lists(table, "entities"))
    given = {"reference": REFERENCE, "contexts": ["MARIE  CURIE paid 1000 francs."], "judge": asked}
    return ContextEntityRecall().score(**{**given, **changes}), asked


def test_it_is_named_entities_over_entities() -> None:
    """Two stand in the context in other spelling, the third is neither there nor listed: 2/3, and it is named."""
    entities = ["Marie Curie", "1,000 francs", "Paris", "paris"]
    result, asked = score({REFERENCE: entities, "MARIE  CURIE paid 1000 francs.": ["Marie Curie"]})
    assert (str(result.ratio), result.value) == ("2/3", recompute(result.items))
    assert result.reason == "found=2; entities=3; missing=Paris"
    assert len(asked.asked) == 2


def test_what_the_judge_lists_counts() -> None:
    """A name that does not stand there letter for letter counts where the judge lists it for the contexts."""
    result, _ = score({REFERENCE: ["Lutetia"], "Ville de Paris": ["lutetia"]}, contexts=["Ville de Paris"])
    assert result.value == 1.0


def test_one_call_suffices_where_all_stand_there() -> None:
    """The contexts are listed only where something is missing."""
    result, asked = score({REFERENCE: ["Marie Curie"]})
    assert (result.value, len(asked.asked)) == (1.0, 1)


def test_edges() -> None:
    """No entity is not applicable, nothing retrieved 0, a blank reference invalid."""
    assert score({REFERENCE: []})[0].status is Status.NOT_APPLICABLE
    assert score({}, contexts=[])[0].value == 0.0
    assert score({}, reference="")[0].code == "blank_reference"
