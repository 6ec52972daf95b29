"""Keeping keys and credentials out of everything that is stored, logged or shown."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, quote_plus

REDACTED = "[redacted]"
_SHORTEST = 6
_KEY_LIKE = re.compile(r"\b(?:sk|pk|gsk|xai|hf|AIza)[-_][A-Za-z0-9_\-]{16,}|(?<=Bearer )[A-Za-z0-9._~+/=\-]{8,}")


@dataclass(frozen=True, slots=True)
class Redactor:
    """Replaces known secrets, in every spelling that HTTP gives them, and anything that looks like a key.

    >>> Redactor(["hunter22"]).text("https://x/?key=hunter22")
    'https://x/?key=[redacted]'
    """

    secrets: Iterable[str] = field(repr=False)

    def __post_init__(self) -> None:
        spelled = {form for secret in self.secrets if len(secret) >= _SHORTEST for form in _spellings(secret)}
        object.__setattr__(self, "secrets", tuple(sorted(spelled, key=len, reverse=True)))

    def text(self, text: str) -> str:
        """The text without secrets."""
        for secret in self.secrets:
            if secret in text:
                text = text.replace(secret, REDACTED)
        return _KEY_LIKE.sub(REDACTED, text) if "-" in text or "_" in text or "Bearer" in text else text

    def value(self, value: Any) -> Any:
        """A JSON value without secrets in any of its texts."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {key: self.value(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.value(item) for item in value]
        return value


def _spellings(secret: str) -> set[str]:
    return {secret, quote(secret, safe=""), quote_plus(secret), base64.b64encode(secret.encode()).decode()}
