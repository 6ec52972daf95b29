"""Whether the answer is valid JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from assay.errors import ConfigurationError
from assay.metrics.base import Metric
from assay.metrics.text.json_answer import FENCES, read_json
from assay.metrics.text.reference import as_text, holds
from assay.records import MetricResult


@dataclass(frozen=True, kw_only=True)
class JsonValid(Metric):
    """Whether the answer is one valid JSON value and nothing else: 1 or 0, higher is better.

    Strict: NaN, infinity, a repeated key, a comment or text around the value are not JSON. `fence=allow` also takes a
    value inside one Markdown code fence. A blank answer is 0. The reason says what is wrong and where. Input: `answer`.
    Invalid: a value that is not text.

    Source: RFC 8259.

    >>> JsonValid().score(answer='{"a": 1, "a": 2}').reason
    "not JSON: the key 'a' is repeated"
    """

    name: ClassVar[str] = "json_valid"

    fence: str = "refuse"

    def __post_init__(self) -> None:
        if self.fence not in FENCES:
            raise ConfigurationError(f"json_valid: fence must be {' or '.join(FENCES)}, got {self.fence!r}")

    def measure(self, answer: Any) -> MetricResult:
        """Read the answer."""
        try:
            value = read_json(as_text(answer, "answer"), fence=self.fence)
        except ValueError as error:
            return holds(False, f"not JSON: {error}")
        return holds(True, f"valid JSON: {_KINDS.get(type(value), 'number')}")


_KINDS = {dict: "object", list: "array", str: "string", bool: "boolean", type(None): "null"}
