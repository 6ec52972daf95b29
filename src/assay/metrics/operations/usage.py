"""The usage record as a metric gets it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assay.errors import InvalidRowError
from assay.records import Usage


def as_usage(value: Any) -> Usage:
    """A usage record, also from a mapping with its fields.

    Raises:
        InvalidRowError: another form, an unknown field, or a negative number.
    """
    if not isinstance(value, (Usage, Mapping)):
        raise InvalidRowError(f"usage must be an object with tokens and usd, got {type(value).__name__}", code="usage")
    usage = value if isinstance(value, Usage) else Usage.from_dict(dict(value))
    for name in ("input_tokens", "output_tokens", "usd"):
        number = getattr(usage, name)
        if number is not None and number < 0:
            raise InvalidRowError(f"usage.{name} must be 0 or more, got {number}", code="usage")
    return usage
