"""Canonical JSON and content hashes: one byte string, and so one name, for one value.

Canonical JSON here is: keys sorted by code point, no white space, UTF-8, text kept exactly as given (no Unicode
normalisation), no NaN or infinity, numbers as Python's shortest round-trip form. Anyone can recompute it with the
standard library alone.
"""

from __future__ import annotations

import hashlib
import json

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def canonical_json(value: object) -> str:
    """The canonical JSON text of a JSON value (dict, list, tuple, text, finite number, bool, None).

    Raises:
        ValueError: the value holds NaN or infinity.
        TypeError: the value holds something that is not a JSON type.
    """
    return _ENCODER.encode(value)


def sha256_text(text: str) -> str:
    """Lower-case hexadecimal SHA-256 of the UTF-8 bytes of `text`. Lone surrogates are kept as such."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def content_hash(value: object) -> str:
    """The name of a JSON value: SHA-256 of its canonical JSON."""
    return sha256_text(canonical_json(value))
