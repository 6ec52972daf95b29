"""The 2x2 of answerable against abstained, by flag and by words."""

from __future__ import annotations

from typing import Any

import pytest

from assay.errors import ConfigurationError
from assay.metrics import Abstention
from assay.records import Case, Output, Sample, Score, Status, TargetFailure
from assay.records.score import recompute

INVENTED = "Yes, the Mars office opens in 2027."
DECLINES = "The documents do not mention a Mars office."


@pytest.mark.parametrize(
    ("must_abstain", "answer", "cell", "value"),
    [
        (False, "Refunds take 30 days.", "answered_answerable", 1.0),
        (True, DECLINES, "abstained_unanswerable", 1.0),
        (False, DECLINES, "over_refusal", 0.0),
        (True, INVENTED, "invented_answer", 0.0),
        (False, "", "over_refusal", 0.0),
        (True, " \n", "abstained_unanswerable", 1.0),
        (True, "The docs don't say, but it opens in 2027.", "invented_answer", 0.0),
        (False, "The docs give no date, but refunds take 30 days.", "answered_answerable", 1.0),
    ],
)
def test_cells_by_words(must_abstain: bool, answer: str, cell: str, value: float) -> None:
    """Each cell has its name and value; the blank answer abstains; a partial one answers."""
    result = Abstention().score(must_abstain=must_abstain, answer=answer)
    assert (result.details["cell"], result.value, recompute(result.items)) == (cell, value, value)
    assert result.reason.startswith(f"{cell}: ")
    assert result.method == ("lexical" if answer.strip() else "exact")


@pytest.mark.parametrize(
    ("must_abstain", "abstained", "cell"),
    [
        (False, False, "answered_answerable"),
        (True, True, "abstained_unanswerable"),
        (False, True, "over_refusal"),
        (True, False, "invented_answer"),
    ],
)
def test_the_flag_decides_where_there_is_one(must_abstain: bool, abstained: bool, cell: str) -> None:
    """A target's own flag is exact evidence, whatever the words."""
    for answer in (INVENTED, DECLINES):
        result = Abstention().score(must_abstain=must_abstain, answer=answer, abstained=abstained)
        assert (result.details["cell"], result.method) == (cell, "exact")


def test_a_contradiction_is_noted() -> None:
    """Flag against words stands in the reason and as a caution in the details; agreement does not."""
    claims = Abstention().score(must_abstain=True, answer=INVENTED, abstained=True)
    assert claims.details["caution"] == (
        "its flag says abstained: true, but its text says 'yes, the mars office opens in 2027.'"
    )
    assert "but its text says 'yes, the mars office opens in 2027.'" in claims.reason
    hides = Abstention().score(must_abstain=False, answer=DECLINES, abstained=False)
    assert hides.details["caution"].startswith("its flag says abstained: false, but its text says")
    agrees = Abstention().score(must_abstain=True, answer=DECLINES, abstained=True)
    assert "caution" not in agrees.details
    blank = Abstention().score(must_abstain=False, answer="", abstained=False)
    assert blank.details["caution"] == "its flag says abstained: false, but the answer is blank"


@pytest.mark.parametrize("answer", ["\u200b", "\u200b\u2060 \ufeff\n", "\u00ad\u200e"])
def test_an_answer_that_nobody_can_see_is_blank(answer: str) -> None:
    """Zero-width characters are no answer, whatever the flag says."""
    for abstained in (None, False):
        result = Abstention().score(must_abstain=False, answer=answer, abstained=abstained)
        assert (result.value, result.details["cell"]) == (0.0, "over_refusal")
        assert "the answer is blank" in result.reason


def test_the_flag_can_be_ignored() -> None:
    """`decide_by="text"` takes the words alone, prints in the spec and refuses other values."""
    metric = Abstention(decide_by="text")
    assert metric.spec == "abstention(decide_by=text)"
    assert metric.score(must_abstain=True, answer=INVENTED, abstained=True).value == 0.0
    with pytest.raises(ConfigurationError, match="flag, text"):
        Abstention(decide_by="both")


def test_reason_is_exact() -> None:
    """The reason says the cell, what the case is, what the target did and how that was seen."""
    assert Abstention().score(must_abstain=True, answer=DECLINES).reason == (
        "abstained_unanswerable: the case has no answer, and the target abstained "
        "(marker 'the documents do not mention a mars office.')"
    )


@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        ({"must_abstain": True}, "missing_output"),
        ({"must_abstain": True, "abstained": False}, "missing_output"),
        ({"must_abstain": "false", "answer": "x"}, "item_type"),
        ({"must_abstain": True, "answer": "x", "abstained": "no"}, "item_type"),
        ({"must_abstain": 1, "answer": "x"}, "item_type"),
    ],
)
def test_broken_rows_are_invalid(inputs: dict[str, Any], code: str) -> None:
    """Neither answer nor flag, and a flag that is no boolean, have no value."""
    result = Abstention().score(**inputs)
    assert (result.status, result.code) == (Status.INVALID, code)


def test_a_flag_without_text_is_enough() -> None:
    """A target may return only that it abstained."""
    assert Abstention().score(must_abstain=True, abstained=True).value == 1.0


def evaluate(output: Output, **case: Any) -> Score:
    result = Abstention().evaluate(Sample(case=Case(id="1", **case), output=output))
    assert isinstance(result, Score)
    return result


def test_the_case_decides() -> None:
    """Not stated: not applicable. Stated: a target that failed is an error, one that returned nothing is invalid."""
    assert evaluate(Output(answer=DECLINES)).status is Status.NOT_APPLICABLE
    assert evaluate(Output(), must_abstain=True).status is Status.INVALID
    failed = Output(failure=TargetFailure(kind="exit", message="SystemExit(0)"))
    assert evaluate(failed, must_abstain=True).code == "target_error"
    assert evaluate(Output(answer=INVENTED), must_abstain=True).value == 0.0
