"""Redundancy counts what earlier passages already brought."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import ConfigurationError
from assay.metrics.operations.context_redundancy import ContextRedundancy
from assay.records import Status
from assay.records.score import recompute

PASSAGES = st.lists(st.lists(st.sampled_from("abcd"), max_size=6).map(" ".join), max_size=5)


@pytest.mark.parametrize(
    "text",
    ["Refunds take thirty days.", "退款需要三十天。", "تستغرق عمليات الاسترداد ثلاثين يومًا.", "वापसी में तीस दिन लगते हैं।"],
)
def test_equal_passages_in_every_script(text: str) -> None:
    """n equal passages are (n − 1) / n redundant, in any script."""
    assert [ContextRedundancy().score(contexts=[text] * n).value for n in (1, 2, 4)] == [0.0, 0.5, 0.75]


def test_overlap_is_counted_by_runs() -> None:
    """Passages share one of two runs of two words each; the items say which passage repeats."""
    scored = ContextRedundancy(size=2).score(contexts=["a b c", "b c d"])
    assert (scored.value, str(scored.ratio)) == (0.25, "1/4")
    assert [item.outcome for item in scored.items] == ["new", "overlapping"]


def test_repetition_within_a_passage_is_not_redundancy() -> None:
    """Only other passages count."""
    assert ContextRedundancy(size=1).score(contexts=["a a a a"]).value == 0.0


def test_nothing_retrieved() -> None:
    """No passage, or only blank ones, do not apply; blank ones beside others are left out."""
    for contexts in ([], [""], ["  ", "…"]):
        assert ContextRedundancy().score(contexts=contexts).status is Status.NOT_APPLICABLE
    assert ContextRedundancy().score(contexts=["", "a b", "a b"]).value == 0.5
    with pytest.raises(ConfigurationError):
        ContextRedundancy(size=0)


@given(PASSAGES, st.permutations(range(5)), st.integers(1, 3))
def test_laws(passages: list[str], order: list[int], size: int) -> None:
    """Bounds, evidence that adds up, no effect of order, and a repeated passage never lowers the value."""
    metric = ContextRedundancy(size=size)
    scored = metric.score(contexts=passages)
    if scored.value is None:
        return
    assert 0 <= scored.value < 1  # type: ignore[operator]
    assert recompute(scored.items) == pytest.approx(scored.value)
    assert metric.score(contexts=[passages[index] for index in order if index < len(passages)]).value == scored.value
    assert metric.score(contexts=[*passages, passages[0]]).value >= scored.value  # type: ignore[operator]
