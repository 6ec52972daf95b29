"""Another model behind the same judge's name: told apart from an unsteady judge, in diff and in explain."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import pytest
from openai_stub import OpenAIStub, said

from assay.api import Run, diff, gate, run
from assay.api.explaining import explain
from assay.records import Policy
from assay.records.policy import Check, JudgeConfig
from assay.store import Store

CASES = [
    {"id": f"c{n}", "input": f"Question {n}?", "reference": f"Answer {n}.", "answer": f"It is {n}."} for n in range(3)
]
OLD, NEW = "stub-2026-05-01", "stub-2026-11-01"


@pytest.fixture
def store() -> Iterator[Store]:
    """A store in memory."""
    with Store.open(":memory:") as opened:
        yield opened


def judged(store: Store, *, rating: int, model: str | None) -> Run:
    """A decided run, judged by `vllm/stub`, as which `model` answers."""
    with OpenAIStub([said({"reason": "compared", "rating": rating}, model=model)]) as stub:
        judge = JudgeConfig(model="vllm/stub", options={"base_url": stub.url})
        check = Check(
            name="accuracy",
            metric="answer_accuracy",
            required=True,
            minimum=Decimal("0.5"),
            uncalibrated="accept",
        )
        policy = Policy(checks=(check,), judge=judge)
        made = run(CASES, policy=policy, store=store, judge_mode="record")
        gate(made, policy)
        return made


def test_diff_names_the_model_that_answered(store: Store) -> None:
    """The same name, the same inputs, another model: the judge is the cause, with both models."""
    before, after = judged(store, rating=2, model=OLD), judged(store, rating=0, model=NEW)
    found = diff(before, after)
    assert found.counts == {"judge": len(CASES)}
    assert {change.reasons[0].text for change in found.changes} == {
        f"another model answered behind the judge's name: {OLD} -> {NEW}"
    }


@pytest.mark.parametrize("models", [(OLD, OLD), (None, NEW)], ids=["the same model", "a server that did not say"])
def test_an_unsteady_judge_is_no_other_judge(store: Store, models: tuple[str | None, str | None]) -> None:
    """One model that changes its mind is instability; so is one of which the record does not tell."""
    before, after = (judged(store, rating=rating, model=model) for rating, model in zip((2, 0), models, strict=True))
    assert diff(before, after).counts == {"instability": len(CASES)}
    (first, *_) = explain(after, baseline=before).diagnoses
    assert (first.owner.value, first.fault.value) == ("judge", "judge_disagrees")


def test_explain_suspects_the_model_behind_the_name(store: Store) -> None:
    """With the earlier run as baseline, the judge is the owner, for certain; the calls are named."""
    before, after = judged(store, rating=2, model=OLD), judged(store, rating=0, model=NEW)
    alone = explain(after).diagnoses[0]
    assert alone.owner.value == "generation"
    for found in explain(after, baseline=before).diagnoses:
        assert (found.owner.value, found.fault.value, found.confidence.value) == ("judge", "judge_changed", "certain")
        assert f"{OLD} -> {NEW}" in found.says
        calls = {name for clue in found.evidence for name in clue.ids}
        assert {store.call(name)["returned_model"] for name in calls} == {NEW}


def test_a_changed_answer_and_another_model_are_both_told(store: Store) -> None:
    """Where the output changed as well, neither cause hides the other."""
    before = judged(store, rating=2, model=OLD)
    cases = [{**case, "answer": f"{case['answer']} Or not."} for case in CASES]
    with OpenAIStub([said({"reason": "compared", "rating": 0}, model=NEW)]) as stub:
        policy = Policy.from_dict(
            {**policy_of(before), "judge": {"model": "vllm/stub", "options": {"base_url": stub.url}}}
        )
        after = run(cases, policy=policy, store=store)
    causes = [[reason.cause.value for reason in change.reasons] for change in diff(before, after).changes]
    assert causes == [["judge", "output"]] * len(CASES)


def policy_of(made: Run) -> dict[str, object]:
    """The policy of a run as it was recorded."""
    return dict(made.store.payload(made.manifest.policy_hash))
