"""Which keys of a record are our own, and how those of a user are replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from assay.records.vocabulary import FIELDS

IDS = frozenset(
    {"id", "document_id", "claim_id", "case_id", "contract", "group", "source", "required_claim_ids", "kind", "outcome"}
    | {"expected_citations", "expected_context_ids", "supported_claim_ids", "case_hash", "output_hash", "type"}
    | {"metric", "status", "value", "method", "version", "signature", "key", "code", "calls", "ratio"}
)
"""Keys of our own records whose texts join records or name definitions."""
FREE = frozenset({"extra", "details", "messages", "tool_calls", "input"})
"""Keys below which any key is a user's own."""
KNOWN = frozenset(FIELDS) | {"role", "content", "text", "name", "type", "id", "function", "arguments", "args"}
"""Keys that stay below those too: names of the vocabulary and of the usual forms of a message, which tell nothing."""


def with_keys(items: Mapping[str, Any], rename: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Every key with what it becomes. Known ones stay, and two never become one.

    >>> dict(with_keys({"ann": 1, "bob": 2, "answer": 3}, lambda key: "[redacted]"))
    {'ann': '[redacted]', 'bob': '[redacted] 2', 'answer': 'answer'}
    """
    renamed = {key: key if key in KNOWN else rename(key) for key in items}
    taken = {key for key, name in renamed.items() if key == name}
    for key, name in renamed.items():
        if key != name:
            name = _unique(name, taken)
            taken.add(name)
        yield key, name


def _unique(name: str, taken: Iterable[str]) -> str:
    if name not in taken:
        return name
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"
