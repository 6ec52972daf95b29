"""Where sentences begin and end.

The built-in rules are the same on every machine. `nupunkt`, a trained splitter for English, is used only when it is asked for
by name.

A sentence ends after `.`, `!`, `?`, an ellipsis or the full stops of other scripts (ideographic, Arabic, Devanagari, Ethiopic,
Burmese, Khmer) with any closing quotation marks, brackets and citation numbers (`[1]`), and at an empty line or before a list
item. A `.` does not end one inside a number or a name (`3.5`, `U.S.`, `example.com`), after an initial or a known abbreviation
(`Dr.`, `e.g.`), or before a lower-case letter.
"""

from __future__ import annotations

import re

from assay.errors import ConfigurationError, MissingExtraError

Span = tuple[int, int]

SPLITTERS = ("rules", "nupunkt")

_CLOSING = r"[\"'”’»)\]）」』]*(?: ?\[\d{1,3}(?:, ?\d{1,3})*\])*"
_WIDE = "。！？｡؟۔।॥።။។"
_END = re.compile(
    rf"[{_WIDE}]++{_CLOSING}"
    rf"|(?<![.!?…])(?P<marks>[.!?…]++){_CLOSING}(?=\s|$)"
    r"|\n[ \t]*\n\s*|\n(?=[ \t]*(?:[-*•‣]|\d{1,3}[.)])[ \t])"
)
_NEXT = re.compile(r"\s*[\"'“‘«(\[]*(?P<next>\S)")
_LAST_WORD = re.compile(r"[^\W\d_](?:[^\W_]|[.’'](?=\w))*$")
_LONGEST = 40
_ITEM = re.compile(r"(?:^|\n)[ \t]*(?:\d{1,3}|[A-Za-z])$")

_NUMBERED = """no nos nr fig figs eq eqs sec sect ch vol pp p art par ref"""
_NAMED = """
dr mr mrs ms prof rev hon st sr jr gen col capt lt sgt gov sen rep pres mt ft e.g i.e eg ie cf viz vs v ca approx al dept est
z.b bzw ggf u.a d.h evtl mme mlle
"""
_BEFORE_DIGIT = frozenset(_NUMBERED.split())
"""Abbreviations after which the sentence goes on when a digit follows."""

_BEFORE_NAME = frozenset(_NAMED.split())
"""Abbreviations after which the sentence goes on, whatever follows."""


def sentence_spans(text: str, splitter: str = "rules") -> list[Span]:
    """The spans `(start, end)` of the sentences of a text, in order, without the white space around them.

    Args:
        text: any text; a blank one has no sentences.
        splitter: `rules` (built in, every script) or `nupunkt` (English, needs the extra `text`).

    Raises:
        ConfigurationError: a splitter that does not exist.
        MissingExtraError: `nupunkt` is not installed.

    >>> text = "Dr. Lee paid 3.5 million. Did it help? Yes."
    >>> [text[start:end] for start, end in sentence_spans(text)]
    ['Dr. Lee paid 3.5 million.', 'Did it help?', 'Yes.']
    """
    if splitter == "rules":
        return _trimmed(text, _cuts(text))
    if splitter == "nupunkt":
        return _trimmed(text, _nupunkt_cuts(text))
    raise ConfigurationError(f"unknown sentence splitter {splitter!r}", hint=f"choose one of {', '.join(SPLITTERS)}")


def sentences(text: str, splitter: str = "rules") -> list[str]:
    """The sentences of a text, in order.

    >>> sentences("東京は晴れ。大阪は雨？")
    ['東京は晴れ。', '大阪は雨？']
    """
    return [text[start:end] for start, end in sentence_spans(text, splitter)]


def _cuts(text: str) -> list[int]:
    return [match.end() for match in _END.finditer(text) if _ends(text, match)]


def _ends(text: str, match: re.Match[str]) -> bool:
    if match["marks"] is None:
        return True
    following = _NEXT.match(text, match.end())
    first = following["next"] if following else ""
    if first.islower():
        return False
    return bool(match["marks"].strip(".")) or not _abbreviated(text, match.start(), first)


def _abbreviated(text: str, stop: int, first: str) -> bool:
    before = text[max(stop - _LONGEST, 0) : stop]
    if _ITEM.search(before) and (stop <= _LONGEST or "\n" in before):
        return True
    found = _LAST_WORD.search(before)
    word = found[0] if found else ""
    if word.lower() in _BEFORE_DIGIT:
        return first.isdigit()
    return word.lower() in _BEFORE_NAME or (len(word) == 1 and word.isupper() and word != "I")


def _nupunkt_cuts(text: str) -> list[int]:
    try:
        import nupunkt
    except ImportError as error:
        raise MissingExtraError("nupunkt", extra="text", needed_for="the sentence splitter 'nupunkt'") from error
    return [end for _, end in nupunkt.sent_spans(text)]


def _trimmed(text: str, cuts: list[int]) -> list[Span]:
    spans: list[Span] = []
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        piece = text[start:end]
        if piece.strip():
            spans.append((start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())))
    return spans
