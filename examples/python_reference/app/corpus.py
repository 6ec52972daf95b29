"""The corpus: the topics of the Python language reference that every CPython carries, cut into passages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pydoc_data.topics import topics

MAX_WORDS = 120
_HEADING = re.compile(r"^[^\n]+\n[*=~-]{3,}\n?")


@dataclass(frozen=True)
class Passage:
    """One passage. `id` is `topic#number`; `topic` is the document that an answer cites."""

    id: str
    topic: str
    text: str


def passages() -> list[Passage]:
    """All passages, in the order of the topics."""
    return [passage for topic in sorted(topics) for passage in _passages_of(topic, topics[topic])]


def _passages_of(topic: str, text: str) -> Iterator[Passage]:
    number, waiting = 0, ""
    for paragraph in _paragraphs(text):
        if waiting and len(waiting.split()) + len(paragraph.split()) > MAX_WORDS:
            number += 1
            yield Passage(f"{topic}#{number}", topic, waiting)
            waiting = ""
        waiting = f"{waiting} {paragraph}".strip()
    if waiting:
        yield Passage(f"{topic}#{number + 1}", topic, waiting)


def _paragraphs(text: str) -> Iterator[str]:
    """Prose only: headings, grammar and code are left out."""
    for block in re.split(r"\n\s*\n", text):
        block = _HEADING.sub("", block).strip("\n")
        if "::=" in block or ">>>" in block or block.startswith("   "):
            continue
        paragraph = " ".join(block.split()).removeprefix("* ")
        if len(paragraph.split()) > 3:
            yield paragraph
