"""Exact match, presence, similarity, SQuAD, regular expressions."""

from __future__ import annotations

import pytest

from assay.errors import ConfigurationError
from assay.metrics.registry import Registry
from assay.records import Case, Output, Sample, Status
from assay.text.similarity import SIMILARITIES

REGISTRY = Registry.built_in()


def value(spec: str, answer: str, reference: str) -> object:
    return REGISTRY.parse(spec).score(answer=answer, reference=reference).value


@pytest.mark.parametrize(
    ("spec", "answer", "expected"),
    [
        ("exact_match", "Yes", 0.0),
        ("exact_match", "yes ", 0.0),
        ("exact_match", "yes", 1.0),
        ('exact_match(normalisation="NFC+casefold+space")', " YES\n", 1.0),
        ('exact_match(normalisation="NFC+marks+casefold")', "yes!", 0.0),
    ],
)
def test_exact_match_ignores_only_what_is_stated(spec: str, answer: str, expected: float) -> None:
    """Case and spaces count unless the normalisation drops them."""
    assert value(spec, answer, "yes") == expected


def test_compatibility_forms_are_equal_only_under_nfkc() -> None:
    """`①` is `1` where declared."""
    assert value("exact_match", "①", "1") == 0.0
    assert value("exact_match(normalisation=NFKC)", "①", "1") == 1.0


@pytest.mark.parametrize(
    ("answer", "reference", "word", "anywhere"),
    [
        ("concatenate", "cat", 0.0, 1.0),
        ("The cat.", "cat", 1.0, 1.0),
        ("concatenate the cat", "cat", 1.0, 1.0),
        ("It is 3.5 km", "3", 0.0, 1.0),
        ("我们需要退款吗", "退款", 1.0, 1.0),
        ("Nothing", "No", 0.0, 1.0),
        ("हिन्दी", "हिन", 0.0, 1.0),
        ("dog", "cat", 0.0, 0.0),
        ("C++ is old", "C++", 1.0, 1.0),
    ],
)
def test_presence_by_words_and_anywhere(answer: str, reference: str, word: float, anywhere: float) -> None:
    """A word is not found inside another word; every character of a spaceless script is one."""
    assert value("string_presence", answer, reference) == word
    assert value("string_presence(boundary=none)", answer, reference) == anywhere


@pytest.mark.parametrize(
    ("by", "expected"),
    [("levenshtein", 1 / 2), ("damerau", 3 / 4), ("hamming", 1 / 2), ("jaro", 11 / 12), ("jaro_winkler", 0.925)],
)
def test_similarities_of_a_transposition_by_hand(by: str, expected: float) -> None:
    """`acbd` for `abcd`: two substitutions, one transposition, Jaro (1 + 1 + 3/4) / 3, Winkler one letter of prefix."""
    assert value(f"string_similarity(by={by})", "acbd", "abcd") == pytest.approx(expected)
    assert value(f"string_similarity(by={by})", "zzzz", "abcd") == 0.0


def test_hamming_pads_the_shorter_text() -> None:
    """Each missing place is an edit."""
    assert value("string_similarity(by=hamming)", "ab", "abcd") == 0.5


def test_parameters_that_do_not_exist_are_refused() -> None:
    """A similarity, boundary, mode, normalisation or expression that makes no sense."""
    for text in ("string_similarity(by=cosine)", "string_presence(boundary=line)", "regex_match(mode=match)",
                 "exact_match(normalisation=lower)", 'regex_match(pattern="(")', "rouge1(mode=f2)"):  # fmt: skip
        with pytest.raises(ConfigurationError):
            REGISTRY.parse(text)
    assert set(SIMILARITIES) == {"levenshtein", "damerau", "hamming", "jaro", "jaro_winkler"}


@pytest.mark.parametrize(
    ("answer", "reference", "exact", "f1"),
    [
        ("the Eiffel Tower!", "Eiffel tower", 1.0, 1.0),
        ("in the city of Paris", "Paris", 0.0, 2 / 5),
        ("“Paris”", "Paris", 1.0, 1.0),
        ("", "", 1.0, 1.0),
        ("", "Paris", 0.0, 0.0),
        ("Paris", "", 0.0, 0.0),
        ("Paris Paris", "Paris", 0.0, 2 / 3),
        ("A", "B", 0.0, 0.0),
    ],
)
def test_squad_values(answer: str, reference: str, exact: float, f1: float) -> None:
    """Case, punctuation, articles and spaces do not count; both empty agree, one empty does not."""
    assert value("squad_exact", answer, reference) == exact
    assert value("squad_f1", answer, reference) == pytest.approx(f1)


def test_token_f1_reads_scripts_without_spaces() -> None:
    """Two of seven characters differ, where a split at spaces would see one word."""
    assert value("token_f1", "退款需要三十天", "退款需要四十天") == pytest.approx(6 / 7)
    assert value("squad_f1", "退款需要三十天", "退款需要四十天") == 0.0
    assert value("token_f1", "", "") == 1.0


def test_a_pattern_of_the_case_wins_over_the_parameter() -> None:
    """The parameter is the default for cases that state none."""
    metric = REGISTRY.parse(r'regex_match(pattern="^\\d+$")')
    stated = Sample(case=Case(id="1", extra={"pattern": "(?i)days"}), output=Output(answer="30 DAYS"))
    assert metric.evaluate(stated).value == 1.0
    assert metric.evaluate(Sample(case=Case(id="1"), output=Output(answer="30 DAYS"))).value == 0.0


def test_a_pattern_must_be_stated_and_compile() -> None:
    """None: not applicable. A broken one in the case: invalid, with the expression."""
    metric = REGISTRY.parse("regex_match")
    assert metric.evaluate(Sample(case=Case(id="1"), output=Output(answer="x"))).status is Status.NOT_APPLICABLE
    score = metric.score(answer="x", pattern="(")
    assert (score.status, score.code) == (Status.INVALID, "pattern")


def test_fullmatch_spans_the_whole_answer() -> None:
    """`search` finds a part, `fullmatch` does not accept one."""
    assert REGISTRY.parse("regex_match").score(answer="a 30", pattern=r"\d+").value == 1.0
    assert REGISTRY.parse("regex_match(mode=fullmatch)").score(answer="a 30", pattern=r"\d+").value == 0.0
