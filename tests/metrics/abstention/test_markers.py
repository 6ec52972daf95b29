"""The English marker detector: what declines, what answers, and what does both."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from assay.metrics.abstention.markers import Stance, detect

ABSTAINS = [
    "The language reference does not say.",
    "",
    "  \n",
    "I don't know.",
    "I don’t know",
    "We do not have enough information.",
    "I'm sorry, but I cannot answer this question.",
    "I am unable to find that in the documents.",
    "I could not find any mention of a Mars office.",
    "I'm not sure about that.",
    "The provided documents do not mention a Mars office.",
    "The docs don't say.",
    "Unfortunately, the documentation doesn't cover this topic.",
    "The context provided does not contain the answer.",
    "It is not mentioned in the provided context.",
    "The fee isn't specified in the documents.",
    "There is no information about this.",
    "There is not enough information to answer.",
    "Insufficient information.",
    "No information is available on this.",
    "This cannot be determined from the sources.",
    "Based on the documents, it is unclear.",
    "That is outside the scope of the documents.",
    "The text does not provide enough information.",
    "There is no specific mention of it in the excerpts. The texts focus more on their conversations.",
    "Unknown.",
    "Unable to answer.",
    "I don't know, but you can contact support at help@example.com.",
    "The documents do not mention it. They only cover offices in Berlin and Paris.",
    "There is no information on this in the documents. Would you like me to search elsewhere?",
]
ANSWERS = [
    "Yes, the Mars office opens in 2027.",
    "No.",
    "Refunds do not include shipping.",
    "The function does not return information about errors.",
    "You cannot find the file if it was deleted.",
    "The documentation says that int() does not accept None.",
    "According to the documents, members cannot provide receipts after 30 days.",
    "It does not accept keyword arguments.",
    "There is no fee.",
    "Please contact support within 30 days.",
    "42",
]
PARTIAL = [
    ("The docs don't say when, but refunds take 30 days.", "refunds take 30 days."),
    ("I cannot answer that; the office opens in 2027.", "the office opens in 2027."),
    ("The context gives no date. I don't know it. The fee is 5 euros.", "the context gives no date."),
    ("The documents do not mention it. However, it opens in 2027.", "it opens in 2027."),
    ("I don't know the fee, but please note that it opens in 2027.", "please note that it opens in 2027."),
    ("I don't know, but you can find the office at 5 Red Street.", "you can find the office at 5 red street."),
]


@pytest.mark.parametrize("answer", ABSTAINS)
def test_declines(answer: str) -> None:
    """A marker without an assertion, and a blank answer, abstain."""
    assert detect(answer).stance is Stance.ABSTAINS


@pytest.mark.parametrize("answer", ANSWERS)
def test_answers(answer: str) -> None:
    """A negation in an answer is no abstention."""
    found = detect(answer)
    assert (found.stance, found.marker) == (Stance.ANSWERS, None)


@pytest.mark.parametrize(("answer", "assertion"), PARTIAL)
def test_partial_answers_name_what_they_assert(answer: str, assertion: str) -> None:
    """Declining one thing and asserting another is partial, and the first assertion is shown."""
    found = detect(answer)
    assert (found.stance, found.assertion) == (Stance.PARTIAL, assertion)


@pytest.mark.shared
def test_real_answers_are_not_taken_for_abstentions(shared: Path) -> None:
    """Of the RAG answers that people compared for correctness, the few found to abstain say that something is not mentioned."""
    with (shared / "data" / "ragchecker_pairs.jsonl").open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    answers = {row[side] for row in rows for side in ("answer_a", "answer_b") if row[side].strip()}
    abstaining = [answer for answer in answers if detect(answer).stance is Stance.ABSTAINS]
    assert len(answers) > 300
    assert len(abstaining) <= len(answers) // 100
    assert all(re.search("no (specific )?(mention|information)", answer) for answer in abstaining), abstaining
