"""The statements of an answer and what each cites. Pure.

A statement is a sentence with words; citation marks (`[1]`, `[doc-7]`, `[1, 2]`) are no part of it. What a sentence cites:

* a citation with a span belongs to every sentence that the span touches (or the one that holds its start, where it has no end);
* a citation without one belongs to the sentences that carry its mark: its id, or its place in the list of citations;
* a citation with neither speaks for the whole answer and belongs to every sentence;
* where the target returns no list, the marks themselves are the citations: an id, or the place of a context.

An id is that of a context or of its document, exactly; of contexts without any id, the place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assay.errors import InvalidRowError
from assay.records import Citation, Context
from assay.text import sentence_spans

_MARK = re.compile(r"\s*\[([^\[\]\n]{1,80})\]")
_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence without its marks, the distinct ids that it cites, and those that it cites more than once."""

    text: str
    cited: tuple[str, ...]
    repeated: tuple[str, ...] = ()


class Library:
    """The retrieved passages by every id that a citation may use."""

    def __init__(self, contexts: Sequence[Context]) -> None:
        self._texts: dict[str, list[str]] = {}
        named = any(context.id is not None or context.document_id is not None for context in contexts)
        self.places: dict[str, str] = {}
        for place, context in enumerate(contexts, start=1):
            names = dict.fromkeys(name for name in (context.id, context.document_id) if name is not None)
            if not named:
                names = {str(place): None}
            self.places[str(place)] = next(iter(names), str(place))
            for name in names:
                self._texts.setdefault(name, []).append(context.text)

    def __contains__(self, name: str) -> bool:
        return name in self._texts

    def texts(self, names: Iterable[str]) -> tuple[str, ...]:
        """The passages behind the ids that are known and not blank, each once."""
        found = (text for name in names for text in self._texts.get(name, ()))
        return tuple(dict.fromkeys(text for text in found if text.strip()))


def cited_statements(answer: str, citations: Sequence[Citation] | None, library: Library) -> tuple[Statement, ...]:
    """The statements of an answer with what each cites.

    Raises:
        InvalidRowError: the target returned no citations and the answer carries no mark, so nobody can tell what it cites.

    >>> library = Library([Context(text="A refund takes 30 days.", id="d1"), Context(text="It is free.", id="d2")])
    >>> cited_statements("Refunds take 30 days [1]. They are free [d2][9].", None, library)[1]
    Statement(text='They are free.', cited=('d2', '9'), repeated=())
    """
    spans = [span for span in sentence_spans(answer) if _WORD.search(_MARK.sub("", answer[slice(*span)]))]
    marks = [_marks(answer[start:end]) for start, end in spans]
    if citations is None:
        cited = [[name for mark in found if (name := _marked(mark, library)) is not None] for found in marks]
        if not any(cited):
            raise InvalidRowError(
                "the target returned no citations, and the answer carries no citation mark", code="missing_output"
            )
    else:
        cited = [[] for _ in spans]
        for place, citation in enumerate(citations, start=1):
            for index in _places(citation, place, spans, marks):
                cited[index].append(citation.id)
    return tuple(
        _statement(_MARK.sub("", answer[start:end]).strip(), names)
        for (start, end), names in zip(spans, cited, strict=True)
    )


def _places(
    citation: Citation, place: int, spans: Sequence[tuple[int, int]], marks: Sequence[Sequence[str]]
) -> Sequence[int]:
    """The sentences that a citation belongs to."""
    if citation.start is not None:
        first, last = citation.start, max(citation.end or 0, citation.start + 1)
        return [index for index, (start, end) in enumerate(spans) if start < last and first < end]
    by_id = [index for index, found in enumerate(marks) if citation.id in found]
    return by_id or [index for index, found in enumerate(marks) if str(place) in found] or range(len(spans))


def _marks(sentence: str) -> list[str]:
    return [part.strip() for mark in _MARK.findall(sentence) for part in mark.split(",") if part.strip()]


def _marked(mark: str, library: Library) -> str | None:
    """The id that a mark stands for; a number that is no place is kept, other words in brackets are no citation."""
    if mark in library:
        return mark
    return library.places.get(mark, mark) if mark.isdecimal() else None


def _statement(text: str, names: Sequence[str]) -> Statement:
    distinct = tuple(dict.fromkeys(names))
    return Statement(text, distinct, tuple(name for name in distinct if names.count(name) > 1))
