"""Prompt texts with `{variables}`.

A variable becomes the name of a block, not the text itself: what the system under test wrote never stands among the
instructions. A brace that opens no name is plain text, so JSON may be written as it is; `{{` and `}}` write a brace where a
name in braces is meant literally.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from assay.errors import ConfigurationError
from assay.metrics.signature import RESOURCES
from assay.metrics.transcript import transcript
from assay.records import Context, Message
from assay.records.record import Record

_PIECE = re.compile(r"\{\{|\}\}|\{([A-Za-z_]\w*)\}")


@dataclass(frozen=True, slots=True)
class Template:
    """The text with variables as names in square brackets, and the variables in order of first use."""

    text: str
    variables: tuple[str, ...]


def parse_template(prompt: str) -> Template:
    """Read a prompt text.

    Raises:
        ConfigurationError: no variable at all (the judge would see nothing of the sample), or a name that is taken.

    >>> parse_template('Is {answer} polite? Think of {"a": 1} and {{b}}.')
    Template(text='Is [answer] polite? Think of {"a": 1} and {b}.', variables=('answer',))
    """
    found: dict[str, None] = {}

    def written(piece: re.Match[str]) -> str:
        if piece[1] is None:
            return piece[0][0]
        found[piece[1]] = None
        return f"[{piece[1]}]"

    text = _PIECE.sub(written, prompt)
    if not found:
        raise ConfigurationError(
            "parameter prompt has no {variable}, so the judge would see nothing of the sample",
            hint="name what is to be judged, such as {answer}",
        )
    if taken := sorted(set(found) & {*RESOURCES, "reason", "verdict"}):
        raise ConfigurationError(f"parameter prompt: {{{taken[0]}}} cannot be a variable; give it another name")
    return Template(text, tuple(found))


def showable(value: object) -> object:
    """A field of a sample as a judge can be shown it: text, number, object, or a list of these; a conversation as its turns."""
    if isinstance(value, Context):
        return value.text
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, (list, tuple)):
        messages = [entry for entry in value if isinstance(entry, Message)]
        return transcript(messages) if value and len(messages) == len(value) else [showable(entry) for entry in value]
    if isinstance(value, Mapping):
        return {str(key): showable(entry) for key, entry in value.items()}
    return value
