"""Length, readability and language of an answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assay.errors import ConfigurationError
from assay.metrics.registry import Registry
from assay.metrics.text import language_match
from assay.metrics.text.readability import count
from assay.records import Case, Output, Sample, Status

REGISTRY = Registry.built_in()
TEXT = "The committee considered several complicated proposals. It chose one."


@pytest.mark.parametrize(
    ("of", "text", "expected"),
    [
        ("words", "It takes 30 days.", 4),
        ("words", "退款需要三十天", 7),
        ("words", " \n", 0),
        ("characters", " cafe\u0301 ", 4),
        ("sentences", "Dr. Lee paid. It helped! 東京は晴れ。", 3),
        ("sentences", "", 0),
    ],
)
def test_lengths(of: str, text: str, expected: int) -> None:
    """Unicode words, code points after NFC, sentences of every script."""
    assert REGISTRY.parse(f"length(of={of})").score(answer=text).value == expected


def test_bounds_are_included_and_a_blank_answer_is_too_short() -> None:
    """Both ends are inside; the default asks for one word."""
    metric = REGISTRY.parse("length_in_bounds(minimum=2,maximum=3)")
    assert [metric.score(answer=text).value for text in ("a", "a b", "a b c", "a b c d")] == [0.0, 1.0, 1.0, 0.0]
    assert REGISTRY.parse("length_in_bounds").score(answer=" ").value == 0.0
    assert REGISTRY.parse("length_in_bounds(minimum=0)").score(answer="").value == 1.0


@pytest.mark.parametrize("text", ["length(of=lines)", "length_in_bounds(minimum=3,maximum=2)", "length_in_bounds(minimum=-1)",
                                  "readability(formula=fog)", "language_match(min_confidence=2)", "quoted_spans(min_words=0)",
                                  "copied_span_share(min_words=0)"])  # fmt: skip
def test_parameters_that_make_no_sense_are_refused(text: str) -> None:
    """Before any row."""
    with pytest.raises(ConfigurationError):
        REGISTRY.parse(text)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("lix", 9 / 2 + 100 * 5 / 9),
        ("ari", 4.71 * 59 / 9 + 0.5 * 9 / 2 - 21.43),
        ("coleman_liau", 5.88 * 59 / 9 - 29.6 * 2 / 9 - 15.8),
        ("flesch", 206.835 - 1.015 * 9 / 2 - 84.6 * 20 / 9),
        ("flesch_kincaid", 0.39 * 9 / 2 + 11.8 * 20 / 9 - 15.59),
    ],
)
def test_formulas_by_hand(formula: str, expected: float) -> None:
    """9 words, 59 letters, 5 long words, 20 syllables (com-mit-tee, con-si-dered, …), 2 sentences."""
    counts = count(TEXT)
    assert (counts.words, counts.letters, counts.long_words, counts.syllables, counts.sentences) == (9, 59, 5, 20, 2)
    assert REGISTRY.parse(f"readability(formula={formula})").score(answer=TEXT).value == pytest.approx(expected)


def test_readability_does_not_apply_outside_its_language() -> None:
    """A blank answer, another script, a stated language that the formula is not made for."""
    flesch = REGISTRY.parse("readability(formula=flesch)")
    assert flesch.score(answer=" ").status is Status.NOT_APPLICABLE
    assert flesch.score(answer="退款需要三十天").code == "script"
    assert flesch.score(answer="Der Hund schläft.", language="de").code == "language"
    assert REGISTRY.parse("readability").score(answer="Der Hund schläft.", language="de").status is Status.SCORED


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Refunds are paid within thirty days of the purchase."),
        ("fr", "Les remboursements sont effectués sous trente jours."),
        ("de", "Die Rückerstattung erfolgt innerhalb von dreißig Tagen."),
        ("it", "Il rimborso viene effettuato entro trenta giorni."),
        ("es", "El reembolso se realiza en un plazo de treinta días."),
        ("zh", "退款将在三十天内完成，请耐心等待。"),
        ("ja", "返金には三十日かかりますのでお待ちください。"),
        ("ar", "يستغرق الاسترداد ثلاثين يوما من تاريخ الشراء."),
        ("hi", "धनवापसी में खरीद की तारीख से तीस दिन लगते हैं।"),
        ("pt-BR", "O reembolso é feito em até trinta dias após a compra."),
    ],
)
def test_the_language_of_the_answer_is_told(language: str, text: str) -> None:
    """Ten languages are recognised, and none is taken for English or German."""
    pytest.importorskip("py3langid")
    metric = REGISTRY.parse("language_match")
    assert metric.score(answer=text, language=language).value == 1.0
    other = "de" if language == "en" else "en"
    assert metric.score(answer=text, language=other).value == 0.0


def test_language_of_what_has_none() -> None:
    """Blank is wrong; figures are right in any language; an unknown language is the case's mistake."""
    pytest.importorskip("py3langid")
    metric = REGISTRY.parse("language_match")
    assert metric.score(answer=" ", language="fr").value == 0.0
    assert metric.score(answer="42 %", language="fr").status is Status.NOT_APPLICABLE
    assert metric.score(answer="ok", language="fr").code == "undetermined"
    assert metric.score(answer="bonjour", language="xx").code == "unknown_language"
    silent = Sample(case=Case(id="1"), output=Output(answer="x"))
    assert metric.evaluate(silent).status is Status.NOT_APPLICABLE


def test_without_the_detector_a_row_is_an_error(hide_package: Callable[[str], None]) -> None:
    """The score says which extra to install."""
    language_match._detector.cache_clear()
    hide_package("py3langid")
    score = REGISTRY.parse("language_match").score(answer="bonjour", language="fr")
    assert (score.status, score.code) == (Status.ERROR, "missing_extra")
    assert "assay-eval[language]" in score.reason
