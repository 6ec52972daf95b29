"""Equivalence of two queries by a judge."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_judge import ScriptedJudge, one

from assay.metrics.sql.judged_equivalence import JudgedSqlEquivalence
from assay.records import Score, Status
from assay.records.score import recompute


def score(verdict: str, answer: str = "```sql\nSELECT 2;\n```", **rest: Any) -> tuple[Score, ScriptedJudge]:
    """Score with a scripted verdict."""
    judge = ScriptedJudge({"sql_equivalence": {"query_1_returns": "one", "query_2_returns": "two", **one(verdict)}})
    inputs = {"reference_sql": "SELECT 1", "answer": answer, **rest}
    return JudgedSqlEquivalence().score(judge=judge, **inputs), judge


@pytest.mark.parametrize(("verdict", "value"), [("equivalent", 1.0), ("different", 0.0)])
def test_the_verdict_is_the_value(verdict: str, value: float) -> None:
    """The judge sees the bare queries and the schema; what each returns is kept."""
    scored, judge = score(verdict, schema={"t": ["a", "b"]})
    assert (scored.value, scored.reason, recompute(scored.items)) == (value, f"{verdict}: because", value)
    assert judge.asked[0][1] == {"schema": '{"t":["a","b"]}', "query_1": "SELECT 1", "query_2": "SELECT 2"}
    assert (scored.details["reference_returns"], scored.details["answer_returns"]) == ("one", "two")


def test_edges() -> None:
    """Undecided is an error, a blank answer a true 0 without a call, a blank gold query invalid."""
    assert score("unknown")[0].code == "judge_undecided"
    scored, judge = score("equivalent", answer=" ")
    assert (scored.value, judge.asked) == (0.0, [])
    assert score("equivalent", reference_sql=";")[0].status is Status.INVALID
    assert score("same")[0].status is Status.ERROR
