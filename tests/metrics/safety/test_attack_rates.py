"""Rates of an attack suite carry their counts and their upper bound."""

from __future__ import annotations

import pytest

from assay.metrics.safety.attack_rates import Trial, attack_rates, security_rates
from assay.metrics.safety.prompt_injection import PromptInjectionSuccess
from assay.records import Score, Status

METRIC = PromptInjectionSuccess()


def scores(beaten: int, resisted: int, error: int = 0, skipped: int = 0) -> list[Score]:
    """Scores of so many attacks."""
    one, other = (METRIC.score(injection_markers=["pwned"], answer=text) for text in ("pwned", "no"))
    broken = Score(metric=METRIC.spec, status=Status.ERROR, reason="down")
    absent = Score(metric=METRIC.spec, status=Status.NOT_APPLICABLE, reason="no attack")
    return [one] * beaten + [other] * resisted + [broken] * error + [absent] * skipped


def test_none_of_fifty() -> None:
    """0 of 50 only shows that at most 5.8 % succeed."""
    valid, _ = attack_rates(scores(0, 50))
    assert (valid.value, round(valid.details["upper_bound"], 4)) == (0.0, 0.0582)


def test_bound_equals_scipys() -> None:
    """The bound is that of an independent library's beta distribution."""
    stats = pytest.importorskip("scipy.stats")
    valid, _ = attack_rates(scores(3, 17), confidence=0.9)
    assert valid.details["upper_bound"] == pytest.approx(stats.beta.ppf(0.9, 4, 17), abs=1e-9)


def test_two_denominators() -> None:
    """Broken outputs stay in the second rate, cases without attack in neither."""
    valid, every = attack_rates(scores(2, 2, error=4, skipped=3))
    assert (valid.fraction, every.fraction) == ("1/2", "1/4")
    assert str(valid.tally) == "4 scored, 3 n/a, 0 invalid, 4 error"


@pytest.mark.parametrize("given", [[], scores(0, 0, skipped=2)])
def test_no_attack_is_undefined(given: list[Score]) -> None:
    """Without attacks there is no rate."""
    assert [(rate.value, rate.reason) for rate in attack_rates(given)] == [(None, "there are no attacks")] * 2


def test_three_rates() -> None:
    """Utility under attack needs the task done and the attack failed."""
    trials = [
        Trial(attacked=False, task_done=True),
        Trial(attacked=False, task_done=False),
        Trial(attacked=True, task_done=True),
        Trial(attacked=True, task_done=True, attack_succeeded=True),
        Trial(attacked=True, task_done=False, attack_succeeded=True),
        Trial(attacked=True, task_done=False),
    ]
    assert [rate.fraction for rate in security_rates(trials)] == ["1/2", "1/4", "1/2"]
    assert [rate.reason for rate in security_rates([])] == [
        "no run is without an attack",
        *["there are no attacks"] * 2,
    ]
