"""Numbers with units and tolerance."""

from __future__ import annotations

import pytest

from assay.errors import ConfigurationError
from assay.metrics.registry import Registry
from assay.metrics.text.number_match import assign
from assay.records import Status
from assay.text.quantities import quantities

REGISTRY = Registry.built_in()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("30 days, 5mg and 12 %", ["30 day", "5 mg", "12 %"]),
        ("$1,200.50 or 1.200,50? €3", ["1200.5 usd", "3 eur"]),
        ("USD 5", ["5"]),
        ("2 million dollars, 1.5 billion", ["2000000 usd", "1500000000"]),
        ("-4 °C to 10 °F", ["-4 °c", "10 °f"]),
        ("٣٠ يوم", ["30"]),
        ("三十天 30天", ["30 day"]),
        ("version 10.0.0.1 and B2B", []),
        ("a 30-day window", ["30 day"]),
        ("5 apples, 30 in stock", ["5", "30"]),
        ("12 per cent", ["12 %"]),
        ("", []),
    ],
)
def test_numbers_are_read_with_the_unit_beside_them(text: str, expected: list[str]) -> None:
    """Known units in one spelling; other words are no unit; what is no number is left out."""
    assert [str(found) for found in quantities(text)] == expected


@pytest.mark.parametrize(
    ("spec", "answer", "reference", "value"),
    [
        ("number_match", "It takes 30 days.", "30 days", 1.0),
        ("number_match", "It takes 30 weeks.", "30 days", 0.0),
        ("number_match", "It takes 30.", "30 days", 0.0),
        ("number_match(units=ignore)", "It takes 30.", "30 days", 1.0),
        ("number_match", "30 days or so", "30", 1.0),
        ("number_match", "1 km", "1000 m", 0.0),
        ("number_match", "1,000", "1000", 1.0),
        ("number_match", "0.30", "0.3", 1.0),
        ("number_match(absolute=0.1)", "0.4", "0.3", 1.0),
        ("number_match(absolute=0.1)", "0.41", "0.3", 0.0),
        ("number_match(relative=0.1)", "110", "100", 1.0),
        ("number_match(relative=0.1)", "111", "100", 0.0),
        ("number_match", "", "30", 0.0),
        ("number_match", "3 and 3", "3 and 3", 1.0),
        ("number_match", "3", "3 and 3", 0.5),
    ],
)
def test_tolerance_and_units(spec: str, answer: str, reference: str, value: float) -> None:
    """The bound is included and compared in decimals; one number answers for one."""
    assert REGISTRY.parse(spec).score(answer=answer, reference=reference).value == value


def test_matching_is_the_one_that_meets_most() -> None:
    """1.1 could meet both, 1.0 only one: both are met, whatever the order."""
    assert len(assign([[True, True], [True, False]])) == 2
    metric = REGISTRY.parse("number_match(absolute=0.1)")
    assert metric.score(answer="1.1 and 0.9", reference="1.0 and 1.2").value == 1.0


def test_extra_numbers_are_told_and_do_not_count() -> None:
    """Hedging shows in the details."""
    score = REGISTRY.parse("number_match").score(answer="30 or 60 days", reference="60 days")
    assert (score.value, score.details["extra"]) == (1.0, 1)


def test_a_reference_without_a_number_gives_nothing_to_check() -> None:
    """Not applicable, not 1."""
    assert REGISTRY.parse("number_match").score(answer="30", reference="soon").status is Status.NOT_APPLICABLE


@pytest.mark.parametrize(
    "params", [{"absolute": -1}, {"relative": float("inf")}, {"relative": float("nan")}, {"units": "si"}]
)
def test_tolerances_must_make_sense(params: dict[str, object]) -> None:
    """Refused when the metric is built."""
    with pytest.raises(ConfigurationError):
        REGISTRY.parse("number_match", params)
