"""Texts that repeat what was taken out elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from assay.audit.redaction_keys import FREE, IDS, with_keys
from assay.text import LOOSE

Counts = Counter[str]
_ECHO_WORDS = 3
_SHORT = 3
_HIDDEN = "[redacted:field]"


@dataclass(frozen=True, slots=True)
class Echoes:
    """Finds and replaces what repeats one of the removed texts; case, spacing and typography do not count.

    >>> echoes = Echoes.of(["Anna Karenina has left."])
    >>> echoes.repeats("anna  karenina"), echoes.repeats("She has left."), echoes.repeats("A fee.")
    (True, False, False)
    """

    removed: frozenset[str]
    runs: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, removed: Iterable[str]) -> Echoes:
        """Of these texts; blank ones have no echo."""
        texts = frozenset(text for one in removed if (text := LOOSE(one)))
        return cls(texts, frozenset(run for text in texts for run in _runs(text)))

    def __bool__(self) -> bool:
        return bool(self.removed)

    def is_one(self, text: str) -> bool:
        """Whether a text is a removed one, whatever its length."""
        return LOOSE(text) in self.removed

    def holds_one(self, text: str) -> bool:
        """Whether a text holds a whole removed one; one of up to three characters counts between words only."""
        plain = LOOSE(text)
        return any(_stands(one, plain) for one in self.removed)

    def repeats(self, text: str) -> bool:
        """Whether a text holds a removed one, is a part of one, or shares three words in a row with one."""
        plain = LOOSE(text)
        if not plain:
            return False
        inside = any(plain in one for one in self.removed)
        return inside or not self.runs.isdisjoint(_runs(plain)) or self.holds_one(text)

    def out_of_output(self, output: Mapping[str, Any], counts: Counts) -> dict[str, Any]:
        """An output whose quotations, spans and failure repeat nothing, and whose free texts and keys are no removed text."""
        found = {"citations": self.repeats, "attributions": self.repeats, "failure": self.repeats}
        free = dict.fromkeys(("messages", "tool_calls", "extra"), self.is_one)
        echoes = {**found, **free}
        return {
            key: without(item, echoes[key], counts, key_echoes=self.is_one, free=key in FREE) if key in echoes else item
            for key, item in output.items()
        }

    def out_of_score(self, score: Mapping[str, Any], counts: Counts) -> Any:
        """A score whose reason, items and details repeat nothing."""
        return without(score, self.repeats, counts, key_echoes=self.holds_one, free=False)


def without(
    value: Any, echoes: Callable[[str], bool], counts: Counts, *, key_echoes: Callable[[str], bool], free: bool
) -> Any:
    """A value with every text that is an echo replaced as a whole; below free keys, keys as well."""
    if isinstance(value, str):
        return _hidden(value, echoes, counts)
    if isinstance(value, Mapping):
        named = with_keys(value, lambda key: _hidden(key, key_echoes, counts) if free else key)
        return {
            name: value[key]
            if key in IDS and not free
            else without(value[key], echoes, counts, key_echoes=key_echoes, free=free or key in FREE)
            for key, name in named
        }
    if isinstance(value, (list, tuple)):
        return [without(item, echoes, counts, key_echoes=key_echoes, free=free) for item in value]
    return value


def _hidden(text: str, echoes: Callable[[str], bool], counts: Counts) -> str:
    if text == _HIDDEN or not echoes(text):
        return text
    counts["field:echo"] += 1
    return _HIDDEN


def _stands(one: str, text: str) -> bool:
    if len(one) > _SHORT or not one.isascii():
        return one in text
    return re.search(rf"(?<![a-z0-9]){re.escape(one)}(?![a-z0-9])", text) is not None


def _runs(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return {tuple(words[at : at + _ECHO_WORDS]) for at in range(len(words) - _ECHO_WORDS + 1)}
