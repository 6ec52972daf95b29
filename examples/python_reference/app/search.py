"""Retrieval: BM25 by the full-text index of SQLite, which ships with Python."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Sequence

from .corpus import Passage

_STOP_WORDS = """
a an and are as at be by can do does for from has have how if in into is it its may not of on or should that the their then
there this to under use used was what when where which who whose will with would you python statement
"""
STOP = frozenset(_STOP_WORDS.split())


def words(text: str) -> list[str]:
    """The words of a text that carry meaning, in lower case."""
    return [word for word in re.findall(r"[a-z0-9_]+", text.lower()) if word not in STOP]


class Index:
    """A BM25 index over passages, held in memory. One connection, so one search at a time; threads wait for each other."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = passages
        self._lock = threading.Lock()
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._database.execute("CREATE VIRTUAL TABLE passage USING fts5(topic, text, tokenize = 'porter unicode61')")
        self._database.executemany(
            "INSERT INTO passage (rowid, topic, text) VALUES (?, ?, ?)",
            ((number, passage.topic.replace("-", " "), passage.text) for number, passage in enumerate(passages)),
        )

    def search(self, question: str, limit: int) -> list[tuple[Passage, float]]:
        """The best passages with their scores, best first; a word in the topic's name counts four times."""
        query = " OR ".join(f'"{word}"' for word in words(question))
        if not query:
            return []
        with self._lock:
            rows = self._database.execute(
                "SELECT rowid, -bm25(passage, 4.0, 1.0) FROM passage WHERE passage MATCH ? ORDER BY 2 DESC, 1 LIMIT ?",
                (query, limit),
            ).fetchall()
        return [(self._passages[number], score) for number, score in rows]
