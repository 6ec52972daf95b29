"""BLEU, chrF and TER of single rows are sacrebleu's, on a scale of 0 to 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from assay.errors import ConfigurationError
from assay.metrics.registry import Registry
from assay.metrics.text import sacrebleu_scorer
from assay.records import Status

REGISTRY = Registry.built_in()
PAIRS = [
    ("Dr. Smith paid 3.5 million. He left.", "Dr. Smith paid 3 million. Then he left."),
    ("the cat", "the cat sat on the mat"),
    ("a b c d e f g", "g f e d c b a"),
    ("", "something"),
    ("退款需要三十天", "退款需要四十天"),
    ("completely different words here", "nothing of that kind at all"),
]


@pytest.mark.parametrize(
    ("spec", "kind", "options"),
    [
        ("bleu", "BLEU", {"effective_order": True}),
        ("bleu(tokenize=zh)", "BLEU", {"effective_order": True, "tokenize": "zh"}),
        ("bleu(smooth_method=add-k,lowercase=true)", "BLEU",
         {"effective_order": True, "smooth_method": "add-k", "lowercase": True}),
        ("chrf", "CHRF", {}),
        ("chrf(beta=1)", "CHRF", {"beta": 1}),
        ("chrf++", "CHRF", {"word_order": 2}),
        ("ter", "TER", {}),
        ("ter(normalized=true,asian_support=true)", "TER", {"normalized": True, "asian_support": True}),
    ],
)  # fmt: skip
def test_row_values_are_those_of_sacrebleu(spec: str, kind: str, options: dict[str, Any]) -> None:
    """`sentence_score` of the whole texts, divided by 100."""
    scorer = getattr(pytest.importorskip("sacrebleu").metrics, kind)(**options)
    for answer, reference in PAIRS:
        score = REGISTRY.parse(spec).score(answer=answer, reference=reference)
        assert score.value == pytest.approx(scorer.sentence_score(answer, [reference]).score / 100, abs=1e-12)
        assert score.details["statistics"]


def test_a_text_with_an_abbreviation_is_compared_as_a_whole() -> None:
    """Identical texts of several sentences are 1, and a wrong second sentence is seen."""
    text = "Dr. Smith went home. He slept well that night."
    metric = REGISTRY.parse("bleu")
    assert metric.score(answer=text, reference=text).value == 1.0
    assert metric.score(answer="Dr. Smith went home. Nobody ate any of it.", reference=text).value < 0.7


def test_ter_is_lower_for_better_and_may_exceed_one() -> None:
    """No edits is 0, a blank answer is 1, a long wrong one is more."""
    metric = REGISTRY.parse("ter")
    values = [metric.score(answer=answer, reference="a b").value for answer in ("a b", "", "x y z v w")]
    assert values == [0.0, 1.0, 2.5]
    assert metric.info().direction == "lower"


def test_the_signature_states_options_and_library() -> None:
    """What can change the value stands in one line, as sacrebleu prints it beside its scores."""
    sacrebleu = pytest.importorskip("sacrebleu")
    assert REGISTRY.parse("bleu").score(answer="a", reference="a").signature == (
        f"bleu|v:1|method:lexical|tokenize:13a|smooth_method:exp|lowercase:False|sacrebleu:{sacrebleu.__version__}"
    )


@pytest.mark.parametrize(
    "text", ["bleu(tokenize=words)", "bleu(smooth_method=linear)", "chrf(char_order=0)", "chrf(beta=1.5)"]
)
def test_options_that_do_not_exist_are_refused(text: str) -> None:
    """Before anything is scored."""
    with pytest.raises(ConfigurationError):
        REGISTRY.parse(text)


def test_without_the_library_a_row_is_an_error_and_never_a_zero(hide_package: Callable[[str], None]) -> None:
    """A missing extra says what to install; no other metric takes its place."""
    sacrebleu_scorer._scorer.cache_clear()
    hide_package("sacrebleu")
    score = REGISTRY.parse("bleu").score(answer="a", reference="a")
    assert (score.status, score.code) == (Status.ERROR, "missing_extra")
    assert "pip install 'assay-eval[text]'" in score.reason
