"""What counts as a changed requirement beside a baseline, and what does not."""

from __future__ import annotations

from typing import Any

import pytest

from assay.audit.changed import changed_requirements
from assay.records import Case

ROW = {
    "id": "c",
    "input": "How do refunds work?",
    "expected_context_ids": ["old-1"],
    "contexts": [{"id": "new-9", "text": "Our offices are closed."}],
    "answer": "Please ask us.",
    "contract": "3",
}
BEFORE = {**ROW, "contexts": [{"id": "old-1", "text": "Refunds within 30 days."}], "corpus_ids": ["old-1"]}
POLICY = 'checks: {"context_recall[ids]": {required: true, minimum: 1.0}}'


def owners(bench, row: dict[str, Any], *, baseline: bool) -> tuple[str, str]:
    """Owner and fault of the one failing check."""
    before = bench.run(None, [BEFORE], policy=POLICY) if baseline else None
    after = bench.run(None, [row], policy=POLICY)
    (found,) = bench.explain(after, **({"baseline": before} if before is not None else {})).values()
    return found.owner.value, found.fault.value


@pytest.mark.parametrize("baseline", [False, True])
def test_a_turnover_stays_a_turnover_beside_a_baseline(bench, baseline) -> None:
    """The list of the corpus was renewed with the corpus: nobody edited what the case requires."""
    assert owners(bench, {**ROW, "corpus_ids": ["new-9"]}, baseline=baseline) == ("test-data", "corpus_turnover")


def test_a_changed_further_field_is_named(bench) -> None:
    """Where a graded relevance was edited, it is the field that is named, not the place where it is kept."""
    policy = "checks: {nDCG@5: {required: true, minimum: 1.0}}"
    row = {name: value for name, value in ROW.items() if name != "expected_context_ids"}
    before = bench.run(None, [{**row, "relevance": {"new-9": 2}}], policy=policy)
    after = bench.run(None, [{**row, "relevance": {"old-1": 2}}], policy=policy)
    (found,) = bench.explain(after, baseline=before).values()
    assert (found.owner.value, found.stage.value) == ("test-data", "inputs")
    assert "relevance" in str(found.to_dict())
    assert "extra" not in str(found.to_dict())


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ({"corpus_ids": ["a"]}, {"corpus_ids": ["b"]}, ()),
        ({"relevance": {"a": 1}}, {"relevance": {"a": 2}}, ("relevance",)),
        ({"schema": None}, {}, ("schema",)),
        ({"a": 1, "b": 1}, {"b": 2, "c": 1}, ("a", "b", "c")),
    ],
)
def test_further_fields_are_compared_one_by_one(first, second, names) -> None:
    """Each field that differs is named, and an absent one differs from one that is null."""
    assert changed_requirements(Case(id="c", extra=first), Case(id="c", extra=second)) == names
