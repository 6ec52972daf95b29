"""ROUGE against the library of the field and against hand counts."""

from __future__ import annotations

import random

import pytest

from assay.metrics.registry import Registry
from assay.text.sentences import sentences
from assay.text.tokens import words

REGISTRY = Registry.built_in()
WORDS = tuple("the a cat dog sat ran on under mat house red big and then slept it was never there again".split())  # noqa: SIM905


class UnicodeWords:
    """Our words, for the library's own counting."""

    def tokenize(self, text: str) -> list[str]:
        return words(text)


def texts(chance: random.Random) -> str:
    return " ".join(
        " ".join(chance.choices(WORDS, k=chance.randint(1, 9))).capitalize() + "." for _ in range(chance.randint(1, 4))
    )


@pytest.mark.parametrize("name", ["rouge1", "rouge2", "rougeL", "rougeLsum"])
@pytest.mark.parametrize(("mode", "theirs"), [("f1", "fmeasure"), ("precision", "precision"), ("recall", "recall")])
def test_english_values_are_those_of_rouge_score(name: str, mode: str, theirs: str) -> None:
    """A hundred pairs of English texts, the library's own tokeniser, stemmer off."""
    scorer = pytest.importorskip("rouge_score.rouge_scorer").RougeScorer([name], use_stemmer=False)
    chance, metric = random.Random(3), REGISTRY.parse(name, {"mode": mode})
    compared = 0
    for _ in range(100):
        reference, answer = texts(chance), texts(chance)
        score = metric.score(answer=answer, reference=reference)
        split = ("\n".join(sentences(text)) if name == "rougeLsum" else text for text in (reference, answer))
        expected = getattr(scorer.score(*split)[name], theirs)
        if score.value is not None:
            assert score.value == pytest.approx(expected, abs=1e-12), (answer, reference)
            compared += 1
    assert compared > 90


@pytest.mark.parametrize("name", ["rouge1", "rouge2", "rougeL"])
@pytest.mark.parametrize(
    ("answer", "reference"),
    [
        ("退款需要三十天。", "退款只需要三十个工作日。"),
        ("يستغرق الاسترداد ثلاثين يوما", "يستغرق الاسترداد عادة أربعين يوما"),
        ("धनवापसी में तीस दिन लगते हैं", "धनवापसी में चालीस दिन लग सकते हैं"),
    ],
)
def test_other_scripts_are_counted_as_the_library_counts_them(name: str, answer: str, reference: str) -> None:
    """Given our words, the library's counts are ours, and a partial overlap is neither 0 nor 1."""
    module = pytest.importorskip("rouge_score.rouge_scorer")
    expected = module.RougeScorer([name], tokenizer=UnicodeWords()).score(reference, answer)[name].fmeasure
    value = REGISTRY.parse(name).score(answer=answer, reference=reference).value
    assert value == pytest.approx(expected)
    assert 0 < value < 1


def test_order_counts_for_l_and_not_for_one() -> None:
    """The same words reversed share all words and only one in order."""
    both = {"answer": "mat the on", "reference": "on the mat"}
    assert REGISTRY.parse("rouge1").score(**both).value == 1.0
    assert (
        REGISTRY.parse("rougeL").score(**both).ratio.exact
        == REGISTRY.parse("rougeL(mode=recall)").score(**both).ratio.exact
    )
    assert REGISTRY.parse("rougeL").score(**both).value == pytest.approx(1 / 3)


def test_repeating_the_answer_never_lifts_recall_above_one() -> None:
    """Each occurrence of a word is shared at most once."""
    for name in ("rouge1", "rouge2", "rougeL", "rougeLsum"):
        metric = REGISTRY.parse(name, {"mode": "recall"})
        assert metric.score(answer="it is paid. " * 3, reference="it is paid.").value == 1.0


def test_a_reference_without_words_leaves_nothing_to_share() -> None:
    """Symbols are no words: not applicable, not 0 and not 1."""
    assert (
        REGISTRY.parse("rouge1").score(answer="!!!", reference="!!!").reason == "the reference is too short for rouge1"
    )
