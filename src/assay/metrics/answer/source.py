"""The reviewed texts that an answer is held against."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors import InvalidRowError
from assay.metrics.grounding.evidence import Passages
from assay.records import Context


def source_passages(reference_contexts: Sequence[str]) -> Passages:
    """The passages of the source that hold text.

    Raises:
        InvalidRowError: there is none, so nothing can be held against it.
    """
    passages = Passages.of([Context(text=text) for text in reference_contexts])
    if not passages.texts:
        raise InvalidRowError("reference_contexts must hold a text that is not blank", code="empty_requirement")
    return passages
