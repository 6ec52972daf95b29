"""Expected facts in the answer: whole words, any script, every broken list told apart."""

from __future__ import annotations

from typing import Any

import pytest

from assay.metrics import FactCoverage
from assay.records import Case, Output, Sample, Score, Status
from assay.records.score import recompute


@pytest.mark.parametrize(
    ("fact", "answer"),
    [
        ("30 days", "Within 30 days."),
        ("30 days", "Within 30\n  DAYS"),
        ("caf\u00e9", "The cafe\u0301."),
        ("STRASSE", "die Straße"),
        ("don't", "I don’t"),
        ("1,000", "It costs 1000."),
        ("1000", "It costs 1,000."),
        ("3.5", "about ٣٫٥ km"),
        ("C++", "written in C++."),
        ("99.9%", "up 99.9% of the time"),
        ("東京", "首都は東京です"),
        ("soft hyphen", "soft hy\u00adphen"),
        ("-5 °C", "at -5 °C"),
        ("-5 °C", "at \u22125 °C"),
        ("5", "2-5 days"),
        ("5", "- 5 days"),
        ("19", "covid-19"),
        ("$5", "it is $5"),
    ],
)
def test_found(fact: str, answer: str) -> None:
    """A fact is found whatever its form, case, spacing or digits."""
    assert FactCoverage().score(expected_facts=[fact], answer=answer).value == 1.0


@pytest.mark.parametrize(
    ("fact", "answer"),
    [
        ("30 days", "Within 130 days."),
        ("cat", "concatenate"),
        ("5", "2.5 or 5.1 or 15"),
        ("1,000", "It costs 1,000,000."),
        ("resume", "résumé"),
        ("30 days", "30 working days"),
        ("30 days", ""),
        ("3.1", "Python 3.10"),
        ("5", "-5"),
        ("5 °C", "at -5 °C"),
        ("5 °C", "at \u22125 °C"),
        ("5", "(-5)"),
        ("$5", "the balance is -$5"),
        ("5", "the balance is -$5"),
    ],
)
def test_missing(fact: str, answer: str) -> None:
    """A part of a word or number, another word or an empty answer is a true 0 that names the fact."""
    result = FactCoverage().score(expected_facts=[fact], answer=answer)
    assert (result.value, result.status) == (0.0, Status.SCORED)
    assert repr(fact) in result.reason


def test_reason_is_exact() -> None:
    """The reason counts and names the missing facts in order."""
    result = FactCoverage().score(
        expected_facts=["30 days", "to the card", "support"], answer="In 30 days, by support."
    )
    assert result.reason == "found=2; expected=3; missing='to the card'"
    assert result.value == 2 / 3 == recompute(result.items)


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        (["a", " "], "blank_fact"),
        (["\u200b"], "blank_fact"),
        (["a", "A"], "duplicate_fact"),
        (["1,000", "1000"], "duplicate_fact"),
        (["caf\u00e9", "cafe\u0301"], "duplicate_fact"),
        ("a", "not_a_list"),
        (["a", 3], "item_type"),
    ],
)
def test_broken_lists_are_invalid(facts: Any, code: str) -> None:
    """Blank and duplicate facts, after normalisation, are the test data's fault."""
    result = FactCoverage().score(expected_facts=facts, answer="a")
    assert (result.status, result.code) == (Status.INVALID, code)


def evaluate(case: Case, output: Output) -> Score:
    result = FactCoverage().evaluate(Sample(case=case, output=output))
    assert isinstance(result, Score)
    return result


@pytest.mark.parametrize("facts", [None, ()])
def test_no_expectation_is_not_applicable(facts: tuple[str, ...] | None) -> None:
    """No list and an empty list give nothing to check, whatever the target returned."""
    assert evaluate(Case(id="1", expected_facts=facts), Output()).status is Status.NOT_APPLICABLE


def test_no_expectation_in_a_direct_call_is_not_applicable() -> None:
    """The same holds when the list is handed over by name."""
    assert FactCoverage().score(expected_facts=[], answer="x").status is Status.NOT_APPLICABLE


def test_no_answer_field_is_invalid() -> None:
    """A target that returns no answer is not a bad answer."""
    assert evaluate(Case(id="1", expected_facts=("a",)), Output(contexts=())).code == "missing_output"
