"""Share of the leaves that the answer and the reference have in common, both read as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from assay.errors import ConfigurationError, InvalidRowError
from assay.metrics.text.json_answer import FENCES, read_json
from assay.metrics.text.reference import ReferenceMetric
from assay.records import Item, MetricResult

EXTRAS = ("count", "ignore")
Leaf = tuple[str, Any]


@dataclass(frozen=True, kw_only=True)
class JsonMatch(ReferenceMetric):
    """Share of the leaves that answer and reference have in common, both read as JSON.

    A leaf is a path with a text, number, boolean, null or empty container at its end. Value = equal leaves / leaves of
    either side; with `extra=ignore` leaves that only the answer has do not count. Types are never mixed: 1, "1" and
    true differ, 1 and 1.0 are the same number. Key order does not count, list order does. Range 0 to 1, higher is
    better. An answer that is not JSON, and a blank one, is 0. `fence=allow` takes an answer inside one Markdown code
    fence.

    Inputs: `answer` and `reference`, text. Not applicable: no reference. Invalid: a reference that is blank or not
    JSON.

    Source: Jaccard index over path-value pairs; numbers compare by value as in RFC 8259 and JSON Schema.

    >>> JsonMatch().score(answer='{"a": 1, "b": [2, 9]}', reference='{"b": [2, 3], "a": 1.0}').reason
    'equal=2; of=3; differs=$.b[1]; missing=none; extra=none'
    """

    name: ClassVar[str] = "json_match"

    extra: str = "count"
    fence: str = "refuse"

    def __post_init__(self) -> None:
        for field, value, allowed in (("extra", self.extra, EXTRAS), ("fence", self.fence, FENCES)):
            if value not in allowed:
                raise ConfigurationError(f"json_match: {field} must be {' or '.join(allowed)}, got {value!r}")

    def compute(self, answer: str, reference: str) -> MetricResult:
        """Compare leaf by leaf."""
        try:
            wanted = dict(_leaves(read_json(reference)))
        except ValueError as error:
            raise InvalidRowError(f"reference is not JSON: {error}", code="reference_json") from error
        try:
            found = dict(_leaves(read_json(answer, fence=self.fence)))
        except ValueError as error:
            return MetricResult(value=0.0, reason=f"not JSON: {error}")
        outcomes = {path: _outcome(path, wanted, found) for path in wanted | (found if self.extra == "count" else {})}
        equal = sum(outcome == "equal" for outcome in outcomes.values())
        listed = "; ".join(
            f"{name}={','.join(path for path, outcome in outcomes.items() if outcome == name) or 'none'}"
            for name in ("differs", "missing", "extra")
        )
        return MetricResult.of_ratio(
            equal,
            len(outcomes),
            reason=f"equal={equal}; of={len(outcomes)}; {listed}",
            items=tuple(
                Item(kind="leaf", id=path, outcome=outcome, credit=float(outcome == "equal"))
                for path, outcome in outcomes.items()
            ),
        )


def _outcome(path: str, wanted: dict[str, Any], found: dict[str, Any]) -> str:
    if path not in found:
        return "missing"
    if path not in wanted:
        return "extra"
    return "equal" if wanted[path] == found[path] else "differs"


def _leaves(value: Any) -> Iterator[Leaf]:
    pending: list[Leaf] = [("$", value)]
    while pending:
        path, node = pending.pop()
        if isinstance(node, dict) and node:
            pending += [
                (f"{path}.{key}" if key.isidentifier() else f"{path}[{key!r}]", node[key]) for key in reversed(node)
            ]
        elif isinstance(node, list) and node:
            pending += [(f"{path}[{index}]", node[index]) for index in reversed(range(len(node)))]
        else:
            yield path, _typed(node)


def _typed(value: Any) -> tuple[str, Any]:
    """The value beside the name of its JSON type, so that true is not 1 and an empty list is not an empty object."""
    if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        return "number", Decimal(value)
    return type(value).__name__, value if not isinstance(value, (list, dict)) else None
