"""Nugget scores: six ways to count the same verdicts."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_judge import ScriptedJudge, verdicts

from assay.errors import ConfigurationError
from assay.metrics.answer.nugget_score import MODES, NuggetScore
from assay.records import Score, Status
from assay.records.score import recompute

# Three vital nuggets (support, partial, none) and four okay ones (support, partial, partial, none).
NUGGETS = [{"text": f"fact {n}", "importance": "vital" if n < 3 else "okay"} for n in range(7)]
SAID = ("support", "partial_support", "not_support", "support", "partial_support", "partial_support", "not_support")


def score(mode: str = "strict_vital", said: tuple[str, ...] = SAID, **rest: Any) -> Score:
    """Score the answer with the scripted verdicts."""
    inputs = {"nuggets": NUGGETS, "answer": "An answer.", **rest}
    return NuggetScore(mode=mode).score(judge=ScriptedJudge({"nugget_assignment": verdicts(*said)}), **inputs)


@pytest.mark.parametrize(
    ("mode", "value"),
    [
        ("strict_vital", 1 / 3),
        ("vital", 1.5 / 3),
        ("strict_all", 2 / 7),
        ("all", 3.5 / 7),
        ("strict_weighted", 1.5 / 5),
        ("weighted", 2.5 / 5),
    ],
)
def test_every_mode_equals_its_formula(mode: str, value: float) -> None:
    """Σ weight · credit / Σ weight over the nuggets that the mode counts; the evidence adds up."""
    scored = score(mode)
    assert scored.value == pytest.approx(value, abs=1e-15)
    assert recompute(scored.items) == pytest.approx(scored.value, abs=1e-15)
    assert scored.details["scores"][mode] == pytest.approx(scored.value)
    assert set(scored.details["scores"]) == set(MODES)


def test_an_example_worked_by_hand() -> None:
    """One vital nugget supported and one partly, of three; one okay supported and one partly, of four."""
    said = ("support", "partial_support", "not_support", "support", "partial_support", "not_support", "not_support")
    shown = {mode: round(value, 3) for mode, value in score(said=said).details["scores"].items()}
    assert (shown["strict_vital"], shown["vital"], shown["strict_all"]) == (0.333, 0.5, 0.286)
    assert (shown["all"], shown["weighted"]) == (0.429, 0.45)


def test_the_reason_names_what_is_missing() -> None:
    """The vital nuggets that are not fully stated, by id."""
    assert score().reason == ("strict_vital: support=2; partial_support=3; not_support=2; vital not fully stated=2,3")


def test_unknown_is_no_support() -> None:
    """A verdict that the judge cannot give earns nothing."""
    assert score("all", ("unknown",) * 7).value == 0.0


def test_no_vital_nugget() -> None:
    """A vital score does not apply where nothing is vital; the others do."""
    okay = [{"text": "x", "importance": "okay"}]
    assert score("vital", nuggets=okay).status is Status.NOT_APPLICABLE
    assert score("weighted", ("support",), nuggets=okay).value == 1.0
    assert "vital" not in score("all", ("support",), nuggets=okay).details["scores"]


@pytest.mark.parametrize("rest", [{"answer": " "}, {"answer": "I don't know."}, {"answer": "x", "abstained": True}])
def test_an_answer_that_states_nothing(rest: dict[str, Any]) -> None:
    """It states no nugget: a true 0 that asks nobody."""
    scored = score(**rest)
    assert (scored.status, scored.value, scored.calls) == (Status.SCORED, 0.0, ())
    assert len(scored.items) == 7


@pytest.mark.parametrize(
    ("nuggets", "code"),
    [
        ([], "empty_requirement"),
        ("text", "not_a_list"),
        (["text"], "item_type"),
        ([{"text": " ", "importance": "vital"}], "blank_text"),
        ([{"text": "a"}], "importance"),
        ([{"text": "a", "importance": "high"}], "importance"),
        (
            [{"id": "n", "text": "a", "importance": "vital"}, {"id": "n", "text": "b", "importance": "okay"}],
            "duplicate_id",
        ),
        ([{"id": " ", "text": "a", "importance": "vital"}], "blank_id"),
    ],
)
def test_broken_nuggets_are_invalid(nuggets: Any, code: str) -> None:
    """The case is wrong, not the answer."""
    scored = score(nuggets=nuggets)
    assert (scored.status, scored.code) == (Status.INVALID, code)


def test_a_missing_verdict_is_an_error() -> None:
    """Every nugget is answered exactly once, or there is no score."""
    assert score(said=SAID[:-1]).status is Status.ERROR


def test_the_signature_follows_the_mode() -> None:
    """Six modes are six metrics; another word is refused."""
    assert len({NuggetScore(mode=mode).signature() for mode in MODES}) == 6
    with pytest.raises(ConfigurationError):
        NuggetScore(mode="strict")
