"""Quotations and copied runs against contexts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.metrics.registry import Registry
from assay.records import Context, Status

REGISTRY = Registry.built_in()
CONTEXT = "Refunds are accepted for 30 days. Ask support, don’t wait."


def quoted(answer: str, *contexts: str, spec: str = "quoted_spans") -> object:
    return REGISTRY.parse(spec).score(answer=answer, contexts=list(contexts)).value


@pytest.mark.parametrize("marks", ["“”", "„“", "«»", '""', "「」"])
def test_real_quotation_marks_quote(marks: str) -> None:
    """In the typography of several languages, whatever the case and spacing."""
    assert quoted(f"It says {marks[0]}refunds are  ACCEPTED for 30 days{marks[1]}.", CONTEXT) == 1.0
    assert quoted(f"It says {marks[0]}refunds are accepted for 90 days{marks[1]}.", CONTEXT) == 0.0


@pytest.mark.parametrize(
    "answer", ["It's late, isn't it, it's said", "`refunds are never paid`", "", "He said “no”.", '5" by 6" wide']
)
def test_nothing_quoted_is_not_applicable(answer: str) -> None:
    """Apostrophes, back-ticks, inches and one-word quotes are no quotations."""
    score = REGISTRY.parse("quoted_spans").score(answer=answer, contexts=[CONTEXT])
    assert score.status is Status.NOT_APPLICABLE


def test_a_quotation_may_not_cross_contexts() -> None:
    """The end of one passage and the start of the next do not make one text."""
    assert quoted("“for 30 days with interest”", "paid for 30 days", "with interest") == 0.0


def test_no_context_finds_nothing() -> None:
    """A quotation from nowhere is 0."""
    assert quoted("“refunds are accepted here”") == 0.0


def test_edits_are_allowed_only_where_stated_and_never_in_a_number() -> None:
    """A typo passes with five edits for a hundred characters; another number never does."""
    spec = "quoted_spans(edits_per_hundred=5)"
    assert quoted("“refunds are acepted for 30 days”", CONTEXT) == 0.0
    assert quoted("“refunds are acepted for 30 days”", CONTEXT, spec=spec) == 1.0
    assert quoted("“refunds are accepted for 31 days”", CONTEXT, spec=spec) == 0.0


def test_the_item_names_the_context_and_the_place() -> None:
    """The evidence can be looked up."""
    contexts = [Context(text="Other."), Context(text=CONTEXT, id="doc-7")]
    score = REGISTRY.parse("quoted_spans").score(answer="“Ask support, don't wait”", contexts=contexts)
    (item,) = score.items
    assert item.source == "doc-7"
    assert CONTEXT[item.details["start"] : item.details["end"]] == "Ask support, don’t wait"


def test_copied_runs_of_one_context() -> None:
    """Four of six words in one run; runs do not cross contexts; too short runs do not count."""
    metric = REGISTRY.parse("copied_span_share(min_words=3)")
    score = metric.score(answer="Well: refunds are accepted for ever.", contexts=[CONTEXT])
    assert (score.ratio.numerator, score.ratio.denominator) == (4, 6)
    assert metric.score(answer="a b c d", contexts=["a b", "c d"]).value == 0.0
    assert metric.score(answer="a b c d", contexts=[]).value == 0.0
    assert metric.score(answer="...", contexts=["a"]).status is Status.NOT_APPLICABLE


def test_copying_is_seen_in_scripts_without_spaces() -> None:
    """Every character is a word there."""
    assert (
        REGISTRY.parse("copied_span_share(min_words=4)")
        .score(answer="退款需要三十天", contexts=["请注意退款需要三十天。"])
        .value
        == 1.0
    )


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=30), st.lists(st.sampled_from("abc"), max_size=30))
def test_more_contexts_never_lower_and_longer_runs_never_raise_the_share(answer: list[str], context: list[str]) -> None:
    """Monotone in the contexts and in the least length."""
    said, source = " ".join(answer), " ".join(context)
    loose, strict = (REGISTRY.parse(f"copied_span_share(min_words={size})") for size in (2, 4))
    value = loose.score(answer=said, contexts=[source]).value
    assert strict.score(answer=said, contexts=[source]).value <= value
    assert loose.score(answer=said, contexts=[source, said[: len(said) // 2]]).value >= value
    assert loose.score(answer=said, contexts=[said]).value == (1.0 if len(answer) > 1 else 0.0)
