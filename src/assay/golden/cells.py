"""What a CSV cell holds, by the field that its column gives."""

from __future__ import annotations

from typing import Any

from assay.errors import InvalidRowError
from assay.golden.columns import KNOWN
from assay.golden.strict_json import JsonError, StrictDecoder

FLAGS = frozenset({"must_abstain", "must_cite", "blocking", "abstained"})
NUMBERS = frozenset({"latency_ms"})
STRUCTURED = (
    KNOWN
    - FLAGS
    - NUMBERS
    - {"id", "input", "reference", "group", "contract", "answer", "reference_sql", "language", "failure"}
)
"""Fields whose cells hold a JSON list or object."""


def from_cell(name: str, text: str) -> Any:
    """JSON for lists and objects, true or false in any case, a number, or the text itself for everything else.

    A text that does not fit its field is given back as it is, so that the field's own check can refuse it.

    Raises:
        InvalidRowError: a cell that begins like a JSON list or object and is none.

    >>> from_cell("contexts", '["ctx one", "ctx | two"]'), from_cell("must_abstain", "FALSE")
    (['ctx one', 'ctx | two'], False)
    """
    stripped = text.strip()
    if name in FLAGS:
        return {"true": True, "false": False}.get(stripped.lower(), text)
    if name in STRUCTURED and stripped[0] in "[{":
        try:
            return StrictDecoder().decode(stripped)
        except JsonError as error:
            raise InvalidRowError(
                f'{name}: the cell is not a list or object of JSON (a list is written ["one", "two"]): {error.message}',
                code="cell",
            ) from error
    return _number(stripped, text) if name in NUMBERS else text


def _number(stripped: str, text: str) -> Any:
    try:
        return StrictDecoder().decode(stripped)
    except JsonError:
        return text
