"""What several replies to one question agree on, and how much they agree.

Words, booleans: the majority of each item's verdicts; the entry taken is the first that holds the winning word, so reason
and quotation belong to it. Without a majority the verdict is `unknown` where the vocabulary has that word, else the
question failed: a tie is never a pass. Numbers: their mean, median or (for `majority`) most frequent value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from statistics import median
from typing import Any

from assay.errors import JudgeError
from assay.judge.answers import validated
from assay.records.prompt import Prompt, Reply

UNKNOWN = "unknown"
TIE = "judge_tie"


class Aggregation(StrEnum):
    """How numeric verdicts are brought together; words always go by majority."""

    MEAN = "mean"
    MEDIAN = "median"
    MAJORITY = "majority"


def agree(prompt: Prompt[Reply], replies: Sequence[Reply], how: Aggregation) -> tuple[Reply, dict[str, Any]]:
    """The reply that `replies` agree on, with `runs`, `votes`, `agreement` and, for numbers, `spread`.

    `agreement` is the mean over items of the share of pairs of replies with the same verdict; `spread` the largest difference
    between two numeric verdicts on one item.

    Raises:
        JudgeError: code `judge_tie`; no majority and no word for not knowing.

    >>> from assay.records.reply import BinaryReply
    >>> prompt = Prompt(name="p", version="1", instruction="", inputs=("claims",), reply=BinaryReply,
    ...                 items="claims", verdicts="verdicts", verdict="verdict")
    >>> said = lambda word: BinaryReply(verdicts=[{"id": 1, "reason": word, "verdict": word}])
    >>> reply, details = agree(prompt, [said("no"), said("yes"), said("yes")], Aggregation.MAJORITY)
    >>> reply.verdicts[0].reason, details["votes"]
    ('yes', [['no', 'yes', 'yes']])
    """
    if prompt.verdict is None or len(replies) == 1:
        return replies[0], {"runs": len(replies)}
    rows = list(zip(*(_entries(prompt, reply) for reply in replies), strict=True))
    votes = [[getattr(entry, prompt.verdict) for entry in row] for row in rows]
    chosen = [_chosen(prompt.verdict, row, how) for row in rows]
    details: dict[str, Any] = {"runs": len(replies), "votes": votes, "agreement": _agreement(votes)}
    if all(_is_number(vote) for row in votes for vote in row):
        details["spread"] = max(max(row) - min(row) for row in votes)
    if prompt.verdicts is None:
        return chosen[0], details
    whole: Reply = replies[0].model_copy(update={prompt.verdicts: chosen})
    return whole, details


def _entries(prompt: Prompt[Reply], reply: Reply) -> list[Any]:
    return [reply] if prompt.verdicts is None else list(getattr(reply, prompt.verdicts))


def _chosen(field: str, row: Sequence[Any], how: Aggregation) -> Any:
    votes = [getattr(entry, field) for entry in row]
    if how is not Aggregation.MAJORITY and all(map(_is_number, votes)):
        middle = _mean(votes) if how is Aggregation.MEAN else median(votes)
        return row[0].model_copy(update={field: middle})
    winner, count = Counter(votes).most_common(1)[0]
    if 2 * count > len(votes):
        return next(entry for entry in row if getattr(entry, field) == winner)
    told = f"no majority among {', '.join(map(str, votes))}"
    undecided = _undecided(row[0], field, told)
    if undecided is None:
        raise JudgeError(f"the replies have {told}", code=TIE, hint="use an odd number of runs or judges")
    return undecided


def _undecided(entry: Any, field: str, told: str) -> Any | None:
    """The entry with the verdict `unknown`, or None where the vocabulary does not have that word."""
    try:
        return validated(type(entry), {**entry.model_dump(mode="json"), field: UNKNOWN, "reason": told})
    except JudgeError:
        return None


def _mean(votes: Sequence[float]) -> float:
    return float(sum(map(Fraction, votes)) / len(votes))


def _is_number(vote: object) -> bool:
    return isinstance(vote, (int, float)) and not isinstance(vote, bool)


def _agreement(votes: Sequence[Sequence[Any]]) -> float:
    pairs = [bool(first == second) for row in votes for first, second in combinations(row, 2)]
    return pairs.count(True) / len(pairs)
