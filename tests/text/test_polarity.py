"""Negations are tied to what they negate."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.text import contradicts, negation_words, number_words, polarity


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("We may share data.", "We may not share data.", "en"),
        ("We may share data.", "We never share data.", "en"),
        ("Refunds are given.", "No refunds are given.", "en"),
        ("It works with an account.", "It works without an account.", "en"),
        ("It does support that.", "It doesn't support that.", "en"),
        ("Members can cancel.", "Members can’t cancel.", "en"),
        ("Yes.", "No.", "en"),
        ("Refunds take 30 days.", "It is not true that refunds take 30 days.", "en"),
        ("Refunds take 30 days.", "It isn't the case that refunds take 30 days.", "en"),
        ("Refunds take 30 days.", "It’s wrong to say that refunds take 30 days.", "en"),
        ("Wir teilen Daten.", "Wir teilen keine Daten.", "de"),
        ("Nous partageons les données.", "Nous ne partageons pas les données.", "fr"),
        ("Compartimos datos.", "No compartimos datos.", "es"),
        ("Мы передаём данные.", "Мы не передаём данные.", "ru"),
        ("我们分享数据。", "我们不分享数据。", "zh"),
        ("データを共有します。", "データを共有しません。", "ja"),
        ("ข้อมูลนี้แชร์ได้", "ข้อมูลนี้แชร์ไม่ได้", "th"),
    ],
)
def test_a_flip_is_seen_from_both_sides(one: str, other: str, language: str) -> None:
    """A negation on one side only is a contradiction, whichever side it is."""
    assert contradicts(one, other, language)
    assert contradicts(other, one, language)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Refunds take 30 days.", "Refunds take 30 days but are not given on sale items."),
        ("We do not share data.", "We don't share data."),
        ("We never share data.", "Data is not shared; we do not share data."),
        ("The sky is blue.", "Grass is green."),
        ("Refunds take 30 days.", "It is true that refunds take 30 days."),
        ("It is false that refunds take 30 days.", "It is not true that refunds take 30 days."),
        ("", ""),
    ],
)
def test_negations_of_other_things_do_not_contradict(one: str, other: str) -> None:
    """Only a word that both sides have can be contradicted; a contraction is its long form."""
    assert not contradicts(one, other)


def test_chinese_future_is_no_negation() -> None:
    """A negation character inside another word does not count."""
    assert polarity("未来计划", "zh").count == 0


def test_unknown_language_reads_english_negations() -> None:
    """A language without a list falls back to English."""
    assert negation_words("xx") == negation_words("en")
    assert "nicht" in negation_words("de-AT")


def test_numbers_in_order() -> None:
    """Numbers come in canonical form and in order."""
    assert number_words("From 1,000 to 3.50, 2026 (-4)") == ["1000", "3.50", "2026", "-4"]


TEXTS = st.lists(
    st.sampled_from(["we", "may", "not", "never", "share", "data", "no", "without", "fee"]), max_size=8
).map(" ".join)


@given(TEXTS, TEXTS)
def test_contradiction_is_symmetric_and_never_with_itself(one: str, other: str) -> None:
    """Order does not matter, and nothing contradicts itself."""
    assert contradicts(one, other) == contradicts(other, one)
    assert not contradicts(one, one)
