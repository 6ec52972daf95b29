"""FActScore and F1@K on scripted facts."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_judge import ScriptedJudge, verdicts

from assay.errors import ConfigurationError, InputError
from assay.metrics.answer.fact_f1 import FactF1
from assay.metrics.answer.factscore import FactScore, factscore_summary
from assay.records import Score, Status
from assay.records.score import recompute


def judge(supported: int, other: int, irrelevant: int = 0, word: str = "unknown") -> ScriptedJudge:
    """Facts in the order supported, other, irrelevant; the source supports the first ones."""
    count = supported + other + irrelevant
    support = {
        "verdicts": [
            {
                "id": n,
                "reason": "",
                "quote": "src" if n <= supported else "",
                "verdict": "supported" if n <= supported else word,
            }
            for n in range(1, supported + other + 1)
        ]
    }
    return ScriptedJudge(
        {
            "statements": {"statements": [f"fact {n}" for n in range(count)]},
            "fact_relevance": verdicts(*["yes"] * (supported + other), *["no"] * irrelevant),
            "claim_support": support,
        }
    )


def facts(metric: FactScore | FactF1, asked: ScriptedJudge, **rest: Any) -> Score:
    """Score an answer against a source that says `src`."""
    return metric.score(judge=asked, **{"reference_contexts": ["src"], "answer": "Text.", "input": "Q?", **rest})


def test_the_length_penalty() -> None:
    """4 of 5 facts: 0.80 raw, 0.294 with γ = 10; both stand in the details, and the items add up."""
    scored = facts(FactScore(), judge(4, 1))
    assert scored.value == pytest.approx(0.8 * math.exp(1 - 10 / 5), abs=1e-15)
    assert round(scored.value, 3) == 0.294  # type: ignore[call-overload]
    assert (scored.details["raw"], round(scored.details["penalty"], 4)) == (0.8, 0.3679)
    assert scored.reason == "supported=4; facts=5; unknown=1; raw=0.8; penalty=0.3679"
    assert recompute(scored.items) == scored.value


@pytest.mark.parametrize(
    ("supported", "other", "gamma", "value"),
    [(4, 1, 0, 0.8), (10, 0, 10, 1.0), (9, 2, 10, 9 / 11), (0, 3, 0, 0.0), (3, 0, 0, 1.0)],
)
def test_where_the_penalty_ends(supported: int, other: int, gamma: int, value: float) -> None:
    """From γ facts on, and with γ = 0, the score is the plain share."""
    assert facts(FactScore(gamma=gamma), judge(supported, other)).value == value


def test_a_quotation_that_is_not_there_is_no_support() -> None:
    """What the judge calls supported must stand in the source."""
    scored = facts(FactScore(gamma=0), judge(2, 0), reference_contexts=["something else"])
    assert scored.value == 0.0
    assert {item.outcome for item in scored.items} == {"unsupported by quotation"}


def test_mean_and_respond_ratio_are_a_pair() -> None:
    """Abstentions leave the mean and stand in the ratio; a case that must abstain is in neither."""
    rows = [
        facts(FactScore(gamma=0), judge(1, 1)),
        facts(FactScore(gamma=0), judge(2, 0)),
        facts(FactScore(gamma=0), judge(1, 0), answer="I don't know."),
        Score(metric="factscore", status=Status.NOT_APPLICABLE, code="case"),
        Score(metric="factscore", status=Status.ERROR, code="budget"),
    ]
    mean, ratio = factscore_summary(rows)
    assert (mean.value, ratio.value, ratio.fraction) == (0.75, 2 / 3, "2/3")
    assert str(mean.tally) == "2 scored, 2 n/a, 0 invalid, 1 error"
    assert (ratio.details["responded"], ratio.details["abstained"]) == (2, 1)
    for undefined in factscore_summary([]):
        assert not undefined.defined
    with pytest.raises(InputError, match="faithfulness"):
        factscore_summary([Score(metric="faithfulness", status=Status.ERROR)])


@pytest.mark.parametrize(
    ("supported", "other", "k", "value"),
    [(40, 10, 64, 0.702), (64, 0, 64, 1.0), (80, 20, 64, 0.889), (0, 5, 64, 0.0), (1, 0, 1, 1.0), (1, 1, 2, 0.5)],
)
def test_f1_at_k(supported: int, other: int, k: int, value: float) -> None:
    """2PR/(P+R) with P = S/(S+N) and R = min(1, S/K)."""
    scored = facts(FactF1(cutoff=k), judge(supported, other))
    precision, recall = supported / (supported + other), min(1, supported / k)
    f1 = 2 * precision * recall / (precision + recall) if supported else 0.0
    assert scored.value == pytest.approx(f1, abs=1e-12)
    assert round(f1, 3) == value
    assert (scored.details["precision"], scored.details["recall"]) == (precision, recall)
    assert recompute(scored.items) == scored.value


@given(st.integers(0, 12), st.integers(0, 12), st.integers(1, 15), st.integers(0, 3))
def test_f1_at_k_adds_up_and_ignores_the_irrelevant(supported: int, other: int, k: int, irrelevant: int) -> None:
    """Irrelevant facts change nothing but their own count; the items are the value."""
    scored = facts(FactF1(cutoff=k), judge(supported, other, irrelevant))
    if supported + other == 0:
        assert scored.status is Status.NOT_APPLICABLE
        return
    assert recompute(scored.items) == scored.value
    assert scored.value == facts(FactF1(cutoff=k), judge(supported, other)).value
    assert scored.details["irrelevant"] == irrelevant
    assert [item.outcome for item in scored.items].count("irrelevant") == irrelevant


@pytest.mark.parametrize("metric", [FactScore(), FactF1()], ids=str)
def test_answers_without_facts(metric: FactScore | FactF1) -> None:
    """An abstention does not apply, nor an answer that states nothing; a blank one is 0; a blank source is invalid."""
    assert facts(metric, judge(1, 0), answer="I don't know.").code == "abstained"
    assert facts(metric, judge(1, 0), answer="Text.", abstained=True).code == "abstained"
    assert facts(metric, ScriptedJudge({"statements": {"statements": []}})).code == "no_claims"
    assert facts(metric, judge(1, 0), answer=" ").value == 0.0
    assert facts(metric, judge(1, 0), reference_contexts=[" "]).code == "empty_requirement"


def test_the_signature_follows_the_parameters() -> None:
    """γ, K and the quotation rule are part of the definition."""
    forms = [FactScore(), FactScore(gamma=5), FactF1(), FactF1(cutoff=10), FactScore(strict_quotes=False)]
    assert len({form.signature() for form in forms}) == 5
    assert FactF1(cutoff=10).spec == "fact_f1@10"
    for kind, params in ((FactScore, {"gamma": -1}), (FactScore, {"gamma": 0.5}), (FactF1, {"cutoff": 0})):
        with pytest.raises(ConfigurationError):
            kind(**params)
