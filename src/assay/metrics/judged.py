"""What the metrics that ask a judge share: their definition, and what a score says of the calls behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.base import Metric
from assay.records import MetricResult, Status
from assay.records.prompt import Prompt
from assay.records.protocols import Verdict
from assay.records.score import as_details

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
    return {
        "calls": tuple(call for verdict in asked.values() for call in verdict.calls),
        "details": as_details({**facts, **summed({name: verdict.details for name, verdict in asked.items()})}),
    }


def summed(details: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The details of several verdicts brought together, and each verdict's own under `verdicts`."""
    every = tuple(details.values())
    return {
        "agreement": _over(every, "agreement", min),
        "spread": _over(every, "spread", max),
        "fresh": _over(every, "fresh", sum),
        "cached": _over(every, "cached", sum),
        "cached_from": sorted({run for own in every for run in own.get("cached_from", ())}) or None,
        "usd": _over(every, "usd", sum),
        "verdicts": {name: own for name, own in details.items() if own} or None,
    }


def _over(every: Iterable[Mapping[str, Any]], name: str, combine: Callable[[list[Any]], Any]) -> Any:
    """The values of one detail brought together; None where a verdict that has the detail does not know it."""
    values = [details[name] for details in every if name in details]
    return combine(values) if values and None not in values else None


def unscored(reason: str, *, code: str, **rest: Any) -> MetricResult:
    """The judge replied, but its reply gives no value: `error`, neither good nor bad, with the calls that led there."""
    return MetricResult(status=Status.ERROR, reason=reason, code=code, **rest)


def cannot_tell(reason: str, **rest: Any) -> MetricResult:
    """The judge answered that it cannot tell."""
    return unscored(f"the judge could not decide: {reason}", code=UNDECIDED, **rest)


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
