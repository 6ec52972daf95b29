"""The verdicts behind the matrices: asked for only as far as a metric needs them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from assay.metrics.grounding.claims import CheckedClaim, ClaimSupport
from assay.metrics.grounding.evidence import Passages
from assay.metrics.grounding.ragchecker.matrices import ClaimMatrices, Flags, Matrix
from assay.sync import all_of

Column = tuple[CheckedClaim, ...]


class Part(StrEnum):
    """The four verdict tables."""

    RIGHT = "right"
    TOLD = "told"
    SAID_IN = "said_in"
    WANTED_IN = "wanted_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """The claims of answer and reference with their verdicts; a table of chunks has one column for each passage."""

    said: tuple[str, ...]
    wanted: tuple[str, ...]
    passages: Passages
    right: Column = ()
    told: Column = ()
    said_in: tuple[Column, ...] = ()
    wanted_in: tuple[Column, ...] = ()

    @property
    def matrices(self) -> ClaimMatrices:
        """The verdicts as flags."""
        return ClaimMatrices(
            right=_flags(self.right),
            told=_flags(self.told),
            said_in=_rows(self.said_in, len(self.said)),
            wanted_in=_rows(self.wanted_in, len(self.wanted)),
        )


async def examine(
    support: ClaimSupport,
    *,
    parts: frozenset[Part],
    said: tuple[str, ...],
    wanted: tuple[str, ...],
    answer: str,
    reference: str,
    passages: Passages,
) -> Examination:
    """Fill the tables in `parts`, all questions at once. Each chunk is judged by itself, unseen by the verdicts on others."""
    chunks = [[text] for text in passages.texts]
    wishes: list[tuple[Part, Sequence[str], list[str]]] = [
        (Part.RIGHT, said, [reference]),
        (Part.TOLD, wanted, [answer]),
        *((Part.SAID_IN, said, chunk) for chunk in chunks),
        *((Part.WANTED_IN, wanted, chunk) for chunk in chunks),
    ]
    asked = [wish for wish in wishes if wish[0] in parts]
    columns = await all_of(support.check(claims, against) for _, claims, against in asked)
    found: dict[Part, list[Column]] = {part: [] for part in Part}
    for (part, *_), column in zip(asked, columns, strict=True):
        found[part].append(column)
    return Examination(
        said=said,
        wanted=wanted,
        passages=passages,
        right=next(iter(found[Part.RIGHT]), ()),
        told=next(iter(found[Part.TOLD]), ()),
        said_in=tuple(found[Part.SAID_IN]),
        wanted_in=tuple(found[Part.WANTED_IN]),
    )


def _flags(column: Column) -> Flags:
    return tuple(claim.supported for claim in column)


def _rows(columns: Sequence[Column], claims: int) -> Matrix:
    return tuple(tuple(column[row].supported for column in columns) for row in range(claims))
