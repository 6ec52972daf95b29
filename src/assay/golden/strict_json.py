"""JSON as the standard says: duplicate keys, NaN, infinity and half surrogates are refused.

Python's own decoder does the work; what it lets through is collected while it runs, so that one wrong row of a file does not
hide the rows behind it. No message holds a value of the row; a duplicate key is named, since nobody could find it otherwise.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

_HALF_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_BLANK = re.compile(r"[ \t\n\r]*")


class JsonError(Exception):
    """What is wrong, and where in the text it was found (an offset from 0; None where only the row is known)."""

    def __init__(self, message: str, offset: int | None = None) -> None:
        super().__init__(message)
        self.message, self.offset = message, offset


class StrictDecoder:
    """Decodes JSON values one after another.

    >>> StrictDecoder().decode('{"a": 1}')
    {'a': 1}
    >>> StrictDecoder().decode('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    assay.golden.strict_json.JsonError: duplicate key 'a'
    """

    def __init__(self) -> None:
        self._problems: list[str] = []
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object, parse_constant=self._constant, parse_float=self._float
        )

    def decode(self, text: str) -> Any:
        """The one value of `text`.

        Raises:
            JsonError: not JSON, more than one value, or a value that strict JSON does not have.
        """
        value, end, problems = self.scan(text, skip_blank(text, 0))
        rest = skip_blank(text, end)
        if rest != len(text):
            raise JsonError("not valid JSON: more text after the value", rest)
        if problems:
            raise JsonError("; ".join(problems))
        return value

    def scan(self, text: str, start: int) -> tuple[Any, int, list[str]]:
        """The value that begins at `start`, where it ends, and what strict JSON does not allow in it.

        Raises:
            JsonError: not JSON at all; nothing after that place can be read.
        """
        self._problems = []
        try:
            value, end = self._decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            what = error.msg.removesuffix(" at")
            raise JsonError(f"not valid JSON: {what[:1].lower()}{what[1:]}", error.pos) from None
        except RecursionError:
            raise JsonError("nested too deeply to be read", start) from None
        except ValueError:
            raise JsonError("a whole number with more digits than can be read", start) from None
        if _HALF_SURROGATE.search(text, start, end) and not _is_unicode(value):
            self._problems.append("a text holds half of a surrogate pair, which is not a character")
        return value, end, list(dict.fromkeys(self._problems))

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        built = dict(pairs)
        if len(built) != len(pairs):
            seen: set[str] = set()
            doubled = [key for key, _ in pairs if key in seen or seen.add(key)]  # type: ignore[func-returns-value]
            self._problems += [f"duplicate key {key!r}" for key in doubled]
        return built

    def _constant(self, name: str) -> None:
        self._problems.append(f"{name} is not a JSON number")

    def _float(self, text: str) -> float:
        value = float(text)
        if not math.isfinite(value):
            self._problems.append("a number too large to be read")
        return value


def skip_blank(text: str, start: int) -> int:
    """The first place from `start` on that is not JSON white space."""
    found = _BLANK.match(text, start)
    return found.end() if found else start


def _is_unicode(value: object) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
