"""What the metrics that ask a judge share: their definition, and what a score says of the calls behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import ConfigurationError, JudgeError
from assay.metrics.base import Metric
from assay.records.prompt import Prompt
from assay.records.protocols import Verdict

UNDECIDED = "judge_undecided"


@dataclass(frozen=True)
class JudgeMetric(Metric):
    """Base of metrics that ask a judge. A subclass gives its `prompts`; their hashes are part of the signature."""

    method: ClassVar[str] = "judge"

    @property
    def prompts(self) -> tuple[Prompt[Any], ...]:
        """Every prompt that the metric may ask with its present parameters."""
        raise TypeError(f"{type(self).__name__} does not state its prompts")

    @property
    def definition(self) -> tuple[str, ...]:
        """The prompts' names and hashes."""
        return tuple(prompt.tag for prompt in self.prompts)


def trail(asked: Mapping[str, Verdict[Any]], **facts: Any) -> dict[str, Any]:
    """`calls` and `details` of a result: all calls, the least agreement, the largest spread, the money.

    Args:
        asked: the verdicts by the name of what was asked.
        facts: the metric's own details; None leaves one out.
    """
    every = [verdict.details for verdict in asked.values()]
    summed: dict[str, Any] = {
        "agreement": _over(every, "agreement", min),
        "spread": _over(every, "spread", max),
        "fresh": _over(every, "fresh", sum),
        "cached": _over(every, "cached", sum),
        "usd": _over(every, "usd", sum),
        "verdicts": {name: verdict.details for name, verdict in asked.items() if verdict.details} or None,
    }
    return {
        "calls": tuple(call for verdict in asked.values() for call in verdict.calls),
        "details": {name: value for name, value in {**facts, **summed}.items() if value is not None},
    }


def _over(every: Iterable[Mapping[str, Any]], name: str, combine: Callable[[list[Any]], Any]) -> Any:
    """The values of one detail brought together; None where a verdict that has the detail does not know it."""
    values = [details[name] for details in every if name in details]
    return combine(values) if values and None not in values else None


def undecided(reason: str) -> JudgeError:
    """The judge answered that it cannot tell. Nobody knows the value, so the score is `error`, neither good nor bad."""
    return JudgeError(f"the judge could not decide: {reason}", code=UNDECIDED)


def require_text(name: str, value: object) -> None:
    """Refuse a parameter that is not text or is blank.

    Raises:
        ConfigurationError: names the parameter and the value.
    """
    if not isinstance(value, str) or not value.strip():
        raise ConfigurationError(f"parameter {name} must be text that is not blank, got {value!r}")


def require_scale(low: object, high: object) -> None:
    """Refuse a scale that is not two whole numbers, the lower first.

    Raises:
        ConfigurationError: names both parameters.
    """
    whole = all(isinstance(end, int) and not isinstance(end, bool) for end in (low, high))
    if not whole or not low < high:  # type: ignore[operator]  # both are whole numbers here
        raise ConfigurationError(f"low and high must be whole numbers, low below high, got {low!r} and {high!r}")
