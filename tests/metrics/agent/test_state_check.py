"""The final state is compared value by value, or by a callable."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assay.errors import ConfigurationError
from assay.metrics.agent.state_check import StateCheck
from assay.records import Case, Output, Sample, Status

SHOP = {"orders": [{"id": 7, "status": "refunded"}], "balance": 12.5}


def no_debt(state: Any, _: Any) -> bool:
    """A check of the state alone."""
    return bool(state["balance"] >= 0)


def test_equal_states_pass_in_any_key_order() -> None:
    """The comparison sees values, not the order of keys."""
    assert StateCheck().score(final_state=json.loads(json.dumps(SHOP, sort_keys=True)), expected_state=SHOP).value == 1


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({**SHOP, "balance": "12.5"}, 'balance: expected 12.5, got "12.5"'),
        ({**SHOP, "orders": []}, 'orders: expected [{"id": 7, "status": "refunded"}], got []'),
        ({**SHOP, "orders": [{"id": 7, "status": "open"}]}, 'orders[0].status: expected "refunded", got "open"'),
        ({"balance": 12.5}, 'orders: expected [{"id": 7, "status": "refunded"}], got nothing'),
        ({**SHOP, "mail": 1}, "mail: not expected"),
        ([], f"state: expected {json.dumps(SHOP)}, got []"),
    ],
)
def test_each_difference_is_named_by_its_path(state: object, reason: str) -> None:
    """A wrong type, value, length, key or form fails and says where."""
    scored = StateCheck().score(final_state=state, expected_state=SHOP)
    assert (scored.value, scored.reason) == (0, reason)


def test_contains_ignores_what_is_not_expected() -> None:
    """Only what the case names counts."""
    state = {**SHOP, "mail": 1, "orders": [{"id": 7, "status": "refunded", "by": "bot"}]}
    assert StateCheck(match="contains").score(final_state=state, expected_state=SHOP).value == 1
    assert StateCheck().score(final_state=state, expected_state=SHOP).value == 0


def test_a_callable_decides() -> None:
    """A bool or a list of problems; anything else, or an exception, is invalid."""
    assert StateCheck(check=no_debt).score(final_state=SHOP).value == 1
    assert StateCheck(check=lambda *_: ["too late"]).score(final_state={}).reason == "too late"
    assert StateCheck(check=lambda *_: []).score(final_state={}).value == 1
    odd = StateCheck(check=lambda *_: 1).score(final_state={})
    assert (odd.status, odd.code) == (Status.INVALID, "check_value")
    broken = StateCheck(check=no_debt).score(final_state={})
    assert (broken.status, broken.reason) == (Status.INVALID, "KeyError: 'balance'")


def test_a_callable_by_name() -> None:
    """`module:function` is loaded when used; a callable prints as its name."""
    named = StateCheck(check="operator:eq")
    assert named.score(final_state=1, expected_state=1).value == 1
    assert named.spec == 'state_check(check="operator:eq")'
    assert StateCheck(check=json.dumps).spec == 'state_check(check="json:dumps")'
    assert StateCheck(check="operator:none").score(final_state=1).code == "no_check"
    with pytest.raises(ConfigurationError, match="module:function"):
        StateCheck(check="eq")


def test_applicability_is_the_cases() -> None:
    """No expectation and no check: not applicable. No state returned: invalid."""
    bare, stated = Case(id="1"), Case(id="1", extra={"expected_state": SHOP})
    assert StateCheck().evaluate(Sample(case=bare, output=Output())).status is Status.NOT_APPLICABLE  # type: ignore[union-attr]
    absent = StateCheck().evaluate(Sample(case=stated, output=Output()))
    assert (absent.status, absent.code) == (Status.INVALID, "missing_output")  # type: ignore[union-attr]
    assert StateCheck().evaluate(Sample(case=stated, output=Output(extra={"final_state": SHOP}))).value == 1  # type: ignore[union-attr]
    assert StateCheck().score(final_state={}).status is Status.INVALID
