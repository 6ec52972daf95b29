"""Whether the world is as it should be after the last turn."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import ConfigurationError, InvalidRowError
from assay.metrics.agent.arguments import CallRules, same_value
from assay.metrics.base import Metric
from assay.metrics.parameters import require_choice
from assay.records import Case, Item, MetricResult

Check = Callable[[Any, Any], Any]


@dataclass(frozen=True)
class StateCheck(Metric):
    """Whether the final state is right: 1 or 0, decided by a callable, or by comparison with the expected state.

    Inputs: `final_state` (from the target: what the database, the calendar, the shop looks like at the end, as
    JSON) and `expected_state` (from the case). Without `check` both are compared value by value, typed;
    `match="contains"` looks only at what the expected state names. `check(final_state, expected_state)`, a callable
    or `module:function`, returns a bool or the list of problems it found (an empty list passes). Range 0 to 1,
    higher is better.

    Not applicable: no `check` and no `expected_state`. Invalid: the target returned no state; the check raised, or
    returned something else.

    Source: comparison of the end state of the database, as τ-bench does (Yao et al. 2024).

    >>> StateCheck().score(final_state={"order": {"status": "open"}}, expected_state={"order": {"status": "paid"}}).reason
    'order.status: expected "paid", got "open"'
    >>> StateCheck(check=lambda state, _: state["balance"] >= 0).score(final_state={"balance": 5}).value
    1
    """

    name: ClassVar[str] = "state_check"
    check: Check | str | None = None
    match: str = "equal"

    def __post_init__(self) -> None:
        require_choice("match", self.match, ("equal", "contains"))
        if isinstance(self.check, str) and ":" not in self.check:
            raise ConfigurationError(f"state_check: check must be module:function, got {self.check!r}")

    @property
    def params(self) -> dict[str, Any]:
        """A callable prints as `module:function`."""
        return {**super().params, **({"check": _named(self.check)} if callable(self.check) else {})}

    def applies(self, case: Case) -> str | None:
        """Without a callable, only a case that states what it expects can be checked."""
        if self.check is None and case.extra.get("expected_state") is None:
            return "the case states no expected_state and the metric has no check"
        return None

    def measure(self, final_state: Any, expected_state: Any = None) -> MetricResult:
        """List the problems; none is a pass."""
        if self.check is not None:
            problems = _problems(self._callable()(final_state, expected_state))
        elif expected_state is not None:
            problems = list(_differences(expected_state, final_state, "", self.match))
        else:
            raise InvalidRowError("neither an expected_state nor a check is given", code="missing_field")
        return MetricResult(
            value=int(not problems),
            reason="; ".join(problems) or "the final state is as expected",
            items=tuple(Item(kind="state", outcome="different", text=problem) for problem in problems),
        )

    def _callable(self) -> Check:
        if not isinstance(self.check, str):
            return self.check  # type: ignore[return-value]
        module, _, name = self.check.partition(":")
        try:
            found: Check = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError) as error:
            raise InvalidRowError(f"state_check: cannot load {self.check!r}: {error}", code="no_check") from error
        return found


def _named(check: Any) -> str:
    return f"{check.__module__}:{getattr(check, '__qualname__', type(check).__qualname__)}"


def _problems(returned: object) -> list[str]:
    if isinstance(returned, bool):
        return [] if returned else ["the check says that the final state is wrong"]
    if isinstance(returned, (list, tuple)) and all(isinstance(entry, str) for entry in returned):
        return list(returned)
    raise InvalidRowError(f"a state check must return a bool or a list of texts, got {returned!r}", code="check_value")


def _differences(expected: Any, given: Any, path: str, match: str) -> Iterator[str]:
    """Each place where the states differ, by its path."""
    if isinstance(expected, Mapping) and isinstance(given, Mapping):
        for key, value in expected.items():
            place = f"{path}.{key}" if path else key
            if key not in given:
                yield f"{place}: expected {_shown(value)}, got nothing"
            else:
                yield from _differences(value, given[key], place, match)
        if match == "equal":
            yield from (f"{path}.{key}".lstrip(".") + ": not expected" for key in given if key not in expected)
    elif isinstance(expected, (list, tuple)) and isinstance(given, (list, tuple)) and len(expected) == len(given):
        for index, value in enumerate(expected):
            yield from _differences(value, given[index], f"{path}[{index}]", match)
    elif not same_value(expected, given, CallRules()):
        yield f"{path or 'state'}: expected {_shown(expected)}, got {_shown(given)}"


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
