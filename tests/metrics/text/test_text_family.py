"""Laws that every metric of an answer against a reference keeps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.metrics.registry import Registry
from assay.metrics.text import METRICS
from assay.records import Case, Output, Sample, Status
from assay.records.score import recompute

REGISTRY = Registry.built_in()
COMPARED = ("exact_match", "string_presence", "string_similarity", "string_similarity(by=jaro_winkler)", "bleu", "chrf", "chrf++",
            "rouge1", "rouge2", "rougeL", "rougeLsum", "squad_exact", "squad_f1", "token_f1")  # fmt: skip
TEXTS = {
    "English": "Dr. Smith said: refunds take 30 days. It isn't long.",
    "short": "ok",
    "Chinese": "退款需要三十天。请联系客服。",
    "Japanese": "返金には三十日かかります。",
    "Arabic": "يستغرق الاسترداد ثلاثين يوما. اتصل بالدعم.",
    "Hindi": "धनवापसी में तीस दिन लगते हैं। सहायता से पूछें।",
    "German": "Die Rückerstattung dauert 30 Tage; z. B. bei Straßenkäufen.",
    "Italian": "Il rimborso richiede 30 giorni.",
    "Russian": "Возврат занимает тридцать дней.",
    "mixed": "退款 (refund) in 30 Tagen, बस!",
}


@pytest.mark.parametrize("spec", [*METRICS, "string_presence(boundary=none)", 'exact_match(normalisation="NFC+casefold+space")',
                                  "rouge1(mode=recall)", "bleu(tokenize=char)", "length_in_bounds(maximum=5)",
                                  r'regex_match(pattern="\\d+ (days|weeks), \"quoted\"")'])  # fmt: skip
def test_a_name_prints_and_parses_back_to_the_same_object(spec: str) -> None:
    """Also with parameters that need quoting."""
    parsed = REGISTRY.parse(spec)
    assert parsed.spec == spec
    assert REGISTRY.parse(parsed.spec) == parsed


@pytest.mark.parametrize("spec", METRICS)
def test_every_metric_tells_about_itself(spec: str) -> None:
    """Family, one line, inputs and a signature that names the version, without loading a library."""
    info = REGISTRY.parse(spec).info()
    assert info.family == "text"
    assert info.summary.endswith((".", ","))
    assert "answer" in info.inputs
    assert "|v:1|" in info.signature


@pytest.mark.parametrize("spec", COMPARED)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_identical_texts_score_exactly_one(spec: str, text: str) -> None:
    """In every script, whatever the length; `rouge2` does not apply to a single word."""
    score = REGISTRY.parse(spec).score(answer=text, reference=text)
    if spec == "rouge2" and text == "ok":
        assert score.status is Status.NOT_APPLICABLE
    else:
        assert score.value == 1.0


@pytest.mark.parametrize("spec", COMPARED)
@pytest.mark.parametrize("answer", ["", "  \n"])
def test_a_blank_answer_is_zero(spec: str, answer: str) -> None:
    """An empty answer is valid evidence of a bad answer."""
    assert REGISTRY.parse(spec).score(answer=answer, reference="Refunds take 30 days.").value == 0.0


@pytest.mark.parametrize("spec", [*COMPARED, "ter", "json_match", "number_match"])
def test_the_reference_must_be_stated_and_text(spec: str) -> None:
    """No reference: not applicable. A number, or an answer that was not returned, is never compared."""
    metric = REGISTRY.parse(spec)
    answered = Output(answer="x")
    assert metric.evaluate(Sample(case=Case(id="1"), output=answered)).status is Status.NOT_APPLICABLE
    assert metric.evaluate(Sample(case=Case(id="1", reference="x 1"), output=Output())).code == "missing_output"
    assert metric.score(answer=5, reference="5").code == "not_text"
    assert metric.score(answer="5", reference=5).code == "not_text"


@pytest.mark.parametrize("spec", [spec for spec in COMPARED if not spec.startswith(("squad", "token"))])
def test_a_blank_reference_is_invalid(spec: str) -> None:
    """Nothing to compare with is a fault of the golden set."""
    score = REGISTRY.parse(spec).score(answer="x", reference=" ")
    assert (score.status, score.code) == (Status.INVALID, "blank_reference")


@pytest.mark.parametrize("spec", COMPARED)
@given(answer=st.text(max_size=40), reference=st.text(max_size=40))
def test_values_stay_in_bounds_and_the_whole_text_is_one(spec: str, answer: str, reference: str) -> None:
    """Any two texts give a value in [0, 1] or none; no text crashes a metric."""
    metric = REGISTRY.parse(spec)
    score = metric.score(answer=answer, reference=reference)
    assert score.status in (Status.SCORED, Status.NOT_APPLICABLE) or score.code == "blank_reference", score.reason
    assert score.value is None or 0 <= score.value <= 1
    assert metric.score(answer=reference, reference=reference).value in (None, 1.0)


@pytest.mark.parametrize(
    "spec", ["exact_match", "string_similarity", "squad_f1", "token_f1", "rouge1", "rouge2", "rougeL"]
)
@given(first=st.text(min_size=1, max_size=30), second=st.text(min_size=1, max_size=30))
def test_symmetric_measures_do_not_care_which_side_is_which(spec: str, first: str, second: str) -> None:
    """Swapping answer and reference keeps the value, where both directions have one."""
    metric = REGISTRY.parse(spec)
    there, back = metric.score(answer=first, reference=second), metric.score(answer=second, reference=first)
    if there.status is back.status is Status.SCORED:
        assert there.value == back.value


@pytest.mark.parametrize("spec", COMPARED)
def test_a_decomposed_accent_is_the_same_text_for_all_that_normalise(spec: str) -> None:
    """Canonically equal texts score 1; BLEU and chrF take the bytes as they are given, and say so by their library."""
    score = REGISTRY.parse(spec).score(answer="cafe\u0301 noir ouvert demain", reference="caf\u00e9 noir ouvert demain")
    assert score.value == 1.0 or spec in ("bleu", "chrf", "chrf++")


def test_a_missing_not_is_hardly_seen_so_overlap_is_a_proxy() -> None:
    """Overlap of "may share" and "may not share" is high, which is why these metrics are marked as proxies."""
    for spec in ("rouge1", "token_f1", "chrf", "string_similarity"):
        metric = REGISTRY.parse(spec)
        assert metric.score(answer="We may share your data.", reference="We may not share your data.").value > 0.7
        assert metric.info().proxy


def test_no_is_not_emptied_by_a_stop_list() -> None:
    """An expected `No` or `A` is content."""
    for spec in ("token_f1", "squad_f1", "squad_exact", "rouge1"):
        for text in ("No", "A"):
            assert REGISTRY.parse(spec).score(answer=text.lower(), reference=text).value == 1.0
            assert REGISTRY.parse(spec).score(answer="Yes", reference=text).value == 0.0


@pytest.mark.parametrize(
    ("spec", "inputs"),
    [
        ("json_match", {"answer": '{"a": 1, "c": 2}', "reference": '{"a": 1, "b": 2}'}),
        ("number_match", {"answer": "3 and 5", "reference": "3 or 4"}),
        ("quoted_spans", {"answer": "“a b c” and “x y z”", "contexts": ["a b c"]}),
        ("copied_span_share(min_words=2)", {"answer": "a b x", "contexts": ["a b"]}),
    ],
)
def test_items_add_up_to_the_value(spec: str, inputs: dict[str, object]) -> None:
    """The counted items alone give the value."""
    score = REGISTRY.parse(spec).score(**inputs)
    assert 0 < score.value < 1
    assert recompute(score.items) == pytest.approx(score.value)
