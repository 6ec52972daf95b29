"""From a reply's object to validated entries: each number that was asked is answered exactly once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assay.errors import JudgeError
from assay.records.prompt import Prompt, Reply

if TYPE_CHECKING:
    from pydantic import BaseModel

INVALID = "judge_invalid"
INCOMPLETE = "judge_incomplete"


@dataclass(frozen=True, slots=True)
class Answers:
    """The usable entries by number, the numbers still to be asked, and what was wrong."""

    entries: dict[int, dict[str, Any]]
    open: tuple[int, ...]
    problems: tuple[str, ...] = ()
    code: str = INCOMPLETE


def validated(model: type[Reply], value: Mapping[str, Any]) -> Reply:
    """The typed reply, without coercion.

    Raises:
        JudgeError: code `judge_invalid`; names each field and what was expected, never words of the reply: the judge is asked
            again with this message, outside any block.
    """
    from pydantic import ValidationError

    try:
        return model.model_validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        problems = "; ".join(_told(problem) for problem in error.errors(include_url=False, include_input=False)[:5])
        raise JudgeError(
            f"the reply breaks its schema: {problems}", code=INVALID, hint="the raw reply is in the record of the call"
        ) from None


def _told(problem: Mapping[str, Any]) -> str:
    foreign = problem["type"] == "extra_forbidden"  # its name is the reply's own word
    where = ".".join(map(str, problem["loc"][:-1] if foreign else problem["loc"])) or "reply"
    return f"{where}: {problem['msg']}"


def sorted_answers(prompt: Prompt[Reply], value: Mapping[str, Any], asked: Sequence[int]) -> Answers:
    """Match the entries of a reply to the numbers that were asked.

    A number that is missing, doubled or whose entry breaks the schema stays open. An entry under a number that was not asked is
    passed over and told among the problems; the entries under numbers that were asked stand.

    >>> from typing import Literal
    >>> from assay.records.reply import BinaryReply
    >>> prompt = Prompt(name="p", version="1", instruction="", inputs=("claims",), reply=BinaryReply,
    ...                 items="claims", verdicts="verdicts", verdict="verdict")
    >>> sorted_answers(prompt, {"verdicts": [{"id": 2, "reason": "", "verdict": "idk"}]}, [1, 2]).open
    (1, 2)
    """
    everything = tuple(asked)
    listed = value.get(prompt.verdicts or "")
    if not isinstance(listed, list):
        return Answers({}, everything, (f"the field {prompt.verdicts!r} must be a list",))
    numbers = [entry.get("id") if isinstance(entry, dict) else None for entry in listed]
    whole = [number for number in numbers if isinstance(number, int) and not isinstance(number, bool)]
    counts = Counter(number for number in whole if number in everything)
    entries: dict[int, dict[str, Any]] = {}
    problems = [f"number {number} is answered {times} times" for number, times in counts.items() if times > 1]
    if extra := sorted(set(whole) - set(everything)):
        problems.append(f"answers numbers that were not asked: {_joined(extra)}")
    for entry, number in zip(listed, numbers, strict=True):
        if not isinstance(number, int) or counts.get(number) != 1:
            continue
        problem = _problem(prompt.judged, entry)
        if problem is None:
            entries[number] = entry
        else:
            problems.append(f"number {number}: {problem}")
    around = _problem(prompt.reply, {**value, str(prompt.verdicts): list(entries.values())})
    if around is not None and entries:
        return Answers({}, everything, (around,))
    still_open = tuple(number for number in asked if number not in entries)
    if never := [number for number in still_open if number not in counts]:
        problems.append(f"no answer for number {_joined(never)}")
    return Answers(entries, still_open, tuple(problems))


def _problem(model: type[BaseModel], entry: Mapping[str, Any]) -> str | None:
    try:
        validated(model, entry)
    except JudgeError as error:
        return error.message
    return None


def _joined(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
