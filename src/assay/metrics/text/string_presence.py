"""Whether the answer contains the reference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from assay.errors import ConfigurationError
from assay.metrics.parameters import require_normalisation
from assay.metrics.text.reference import ReferenceMetric, holds
from assay.records import MetricResult
from assay.text.normalise import Normalisation
from assay.text.tokens import word_spans

BOUNDARIES = ("word", "none")


@dataclass(frozen=True, kw_only=True)
class StringPresence(ReferenceMetric):
    """Whether the answer contains the reference: 1 or 0, higher is better.

    `boundary=word` (default) asks that the place found does not cut a word, so `cat` is not in `concatenate` and `3`
    not in `3.5`; in scripts without spaces every character is a word. `none` takes any place. Both texts are normalised
    first (`NFC` by default; case counts). Inputs, not applicable and invalid: see `ReferenceMetric`. A blank answer is
    0.

    Source: substring search; ragas' `StringPresence` is the form with `boundary=none`.

    >>> StringPresence().score(answer="concatenate", reference="cat").value
    0.0
    >>> StringPresence(boundary="none").score(answer="concatenate", reference="cat").value
    1.0
    """

    name: ClassVar[str] = "string_presence"

    boundary: str = "word"
    normalisation: str = "NFC"

    def __post_init__(self) -> None:
        require_normalisation(self.normalisation)
        if self.boundary not in BOUNDARIES:
            raise ConfigurationError(
                f"string_presence: boundary must be {' or '.join(BOUNDARIES)}, got {self.boundary!r}"
            )

    def compute(self, answer: str, reference: str) -> MetricResult:
        """Search the normalised answer."""
        normalise = Normalisation(self.normalisation)
        hay, needle = normalise(answer), normalise(reference)
        places = _places(hay, needle)
        if self.boundary == "word":
            inside = {index for start, end in word_spans(hay) for index in range(start + 1, end)}
            places = (place for place in places if place not in inside and place + len(needle) not in inside)
        place = next(places, None)
        reason = "the answer does not contain the reference" if place is None else f"found at character {place}"
        return holds(place is not None, reason)


def _places(hay: str, needle: str) -> Iterator[int]:
    place = hay.find(needle)
    while place >= 0:
        yield place
        place = hay.find(needle, place + 1)
