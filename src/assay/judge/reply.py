"""Reading a judge's reply: one JSON object and nothing else, or no verdict at all.

The extractor, in full:

1. The whole text, without outer white space, is one JSON object: taken.
2. Otherwise a reasoning block at the start (`<think>…</think>` and its kin, up to the *first* closing tag) is removed, then
   one Markdown fence around the rest; what is left must be one JSON object.
3. Strict JSON: no NaN or infinity, no duplicate field, numbers by JSON's grammar. Two repairs are allowed and recorded: a
   comma before a closing bracket (outside strings only), and a raw line break or tab inside a string.

Nothing is searched for in prose: not an object, not a number. A sentence that quotes a verdict out of the answer under
judgement is therefore never taken for the judge's own.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from assay.errors import JudgeError

UNPARSABLE = "judge_unparsable"

_BLOCK = re.compile(
    r"\s*(?:<(think|thinking|thought|reasoning|reflection)>.*?</\1>|\[THINK\].*?\[/THINK\]|◁think▷.*?◁/think▷"
    r"|<\|channel\|>analysis.*?<\|channel\|>final(?:<\|message\|>)?)",
    re.DOTALL | re.IGNORECASE,
)
_CLOSING = re.compile(r"</(?:think|thinking)>|\[/THINK\]", re.IGNORECASE)
_OPENING = re.compile(r"\s*(?:<(?:think|thinking|thought|reasoning|reflection)>|\[THINK\]|◁think▷)", re.IGNORECASE)
_FENCE = re.compile(r"\A```[ \t]*(?:json|JSON)?[ \t]*\r?\n(.*?)\r?\n?[ \t]*```\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ReadReply:
    """The object of a reply and what had to be done to read it."""

    value: dict[str, Any]
    notes: tuple[str, ...] = ()


def read_object(text: str) -> ReadReply:
    """The one JSON object of a reply.

    Raises:
        JudgeError: code `judge_unparsable`; the message says why and never holds a guess.

    >>> read_object('<think>{"score": 1}</think>```json\\n{"score": 0}\\n```').value
    {'score': 0}
    """
    body = text.strip().removeprefix("\ufeff").strip()
    if not body:
        raise _unreadable("the reply is empty")
    inner, notes = (body, ()) if _parses(body) else _unwrapped(body)
    try:
        return ReadReply(_strict(inner), notes)
    except ValueError as error:
        problem = error
    repaired, repairs = _repaired(inner)
    if repairs and _parses(repaired):
        return ReadReply(_strict(repaired), (*notes, *repairs))
    raise _unreadable(f"the reply is not one JSON object ({_told(problem)})")


def _unreadable(message: str) -> JudgeError:
    return JudgeError(message, code=UNPARSABLE, hint="the raw reply is in the record of the call")


def _parses(text: str) -> bool:
    try:
        _strict(text)
    except ValueError:
        return False
    return True


def _told(error: ValueError) -> str:
    return f"{error.msg} at character {error.pos}" if isinstance(error, json.JSONDecodeError) else str(error)


def _unwrapped(body: str) -> tuple[str, tuple[str, ...]]:
    notes: list[str] = []
    inner = body
    while found := _BLOCK.match(inner):
        inner = inner[found.end() :].strip()
        notes.append("reasoning block removed")
    if not notes and not inner.startswith(("{", "```")) and not _OPENING.match(inner):
        # Some chat templates write the opening tag themselves, so the reply holds the closing one only.
        closings = list(_CLOSING.finditer(inner))
        if len(closings) == 1:
            inner = inner[closings[0].end() :].strip()
            notes.append("reasoning block removed")
    if found := _FENCE.match(inner):
        inner = found.group(1).strip()
        notes.append("fence removed")
    return inner, tuple(notes)


def _strict(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant, parse_float=_finite)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(value, dict):
        raise ValueError(f"expected an object, got {type(value).__name__}")
    return value


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a field is there twice")
    return result


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is too large")
    return value


_STRING = re.compile(
    r'"(?:[^"\\]|\\.)*+"?', re.DOTALL
)  # one that never closes is taken whole: each letter is read once
_RAW = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _repaired(text: str) -> tuple[str, tuple[str, ...]]:
    """Both repairs, aware of strings: what stands between quotation marks is never touched by the comma rule."""
    parts: list[str] = []
    end = 0
    commas = breaks = False
    for found in _STRING.finditer(text):
        outside, changed = _without_commas(text[end : found.start()])
        inside = "".join(_RAW.get(letter, letter) for letter in found.group())
        commas, breaks = commas or changed, breaks or inside != found.group()
        parts += [outside, inside]
        end = found.end()
    outside, changed = _without_commas(text[end:])
    parts.append(outside)
    notes = [note for note, made in (("trailing comma removed", commas or changed), ("raw line break", breaks)) if made]
    return "".join(parts), tuple(notes)


def _without_commas(outside: str) -> tuple[str, bool]:
    result = re.sub(r",(\s*[}\]])", r"\1", outside)
    return result, result != outside
