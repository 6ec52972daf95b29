"""A reply's JSON schema in the form that servers accept for constrained decoding."""

from __future__ import annotations

from typing import Any

_DROPPED = ("default", "title", "examples")


def strict_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with every object closed and all of its fields required, as strict structured output demands.

    Field order is kept: a constrained decoder writes fields in the order of `properties`, and so the reason before the verdict.

    >>> strict_schema({"type": "object", "title": "R", "properties": {"a": {"type": "string", "default": ""}}})
    {'type': 'object', 'properties': {'a': {'type': 'string'}}, 'additionalProperties': False, 'required': ['a']}
    """
    result = {key: _strict_value(key, value) for key, value in schema.items() if key not in _DROPPED}
    if isinstance(schema.get("properties"), dict):
        result["additionalProperties"] = False
        result["required"] = list(schema["properties"])
    return result


def _strict_value(key: str, value: Any) -> Any:
    if key in ("properties", "$defs"):
        return {name: strict_schema(child) for name, child in value.items()}
    if isinstance(value, dict):
        return strict_schema(value)
    if key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        return [strict_schema(child) for child in value]
    return value
