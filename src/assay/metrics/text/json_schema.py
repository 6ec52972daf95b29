"""Whether the answer is JSON that meets a JSON Schema."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar

from assay.errors import ConfigurationError, InvalidRowError, MissingExtraError
from assay.metrics.base import Metric
from assay.metrics.text.json_answer import FENCES, float_real, read_json
from assay.metrics.text.reference import as_text, holds
from assay.records import Case, Item, MetricResult, not_applicable
from assay.records.frozen import thaw

NO_SCHEMA = "the case states no schema"
MAX_ERRORS = 20


@dataclass(frozen=True, kw_only=True)
class JsonSchema(Metric):
    """Whether the answer is JSON that meets a JSON Schema: 1 or 0, higher is better.

    The schema is the case's `schema` (a mapping), or else the parameter `schema` (JSON text). Its dialect is what
    `$schema` says, 2020-12 without it. `format` is an annotation, as the standard has it by default. Schemas are never
    fetched: a reference must lead inside the schema. An answer that is not JSON, and a blank one, is 0. Each violation
    is an item with its path; at most 20.

    Inputs: `answer` and, optionally, `schema`. Not applicable: neither the case nor the metric has a schema. Invalid: a
    schema of the case that is not one, or that refers outside itself.

    Needs the extra `text`. Source: JSON Schema 2020-12; computed by jsonschema.

    >>> metric = JsonSchema(schema='{"required": ["days"]}')
    >>> metric.score(answer='{"day": 30}').reason
    "$: 'days' is a required property"
    """

    name: ClassVar[str] = "json_schema"

    schema: str = ""
    fence: str = "refuse"

    def __post_init__(self) -> None:
        if self.fence not in FENCES:
            raise ConfigurationError(f"json_schema: fence must be {' or '.join(FENCES)}, got {self.fence!r}")
        if self.schema:
            try:
                read_json(self.schema)
            except ValueError as error:
                raise ConfigurationError(f"json_schema: the schema is not JSON: {error}") from error

    def measure(self, answer: Any, schema: Any = None) -> MetricResult:
        """Read the answer and collect the violations."""
        if schema is None and not self.schema:
            return not_applicable(NO_SCHEMA)
        validator = _validator(read_json(self.schema, real=float_real) if schema is None else thaw(schema))
        try:
            value = read_json(as_text(answer, "answer"), fence=self.fence, real=float_real)
        except ValueError as error:
            return holds(False, f"not JSON: {error}")
        violations = _violations(validator, value)
        reason = "; ".join(f"{item.id}: {item.text}" for item in violations) or "meets the schema"
        return holds(not violations, reason, items=tuple(violations))

    def applies(self, case: Case) -> str | None:
        """Some schema must be stated."""
        return None if self.schema or case.extra.get("schema") is not None else NO_SCHEMA


def _validator(schema: Any) -> Any:
    try:
        import jsonschema
        import referencing
    except ImportError as error:
        raise MissingExtraError("jsonschema", extra="text", needed_for="the metric json_schema") from error
    if not isinstance(schema, dict):
        raise InvalidRowError(f"schema must be an object, got {type(schema).__name__}", code="schema")
    kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    try:
        kind.check_schema(schema)
    except jsonschema.SchemaError as error:
        raise InvalidRowError(f"schema is not a JSON Schema: {error.message}", code="schema") from error
    return kind(schema, registry=referencing.Registry())


def _violations(validator: Any, value: Any) -> list[Item]:
    from referencing.exceptions import Unresolvable

    try:
        found = list(islice(validator.iter_errors(value), MAX_ERRORS))
    except Unresolvable as error:
        raise InvalidRowError(f"schema refers to something outside itself: {error}", code="schema") from error
    found.sort(key=lambda violation: violation.json_path)
    return [
        Item(kind="violation", outcome=str(violation.validator), id=violation.json_path, text=violation.message)
        for violation in found
    ]
