"""Whether the answer is the reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.metrics.parameters import require_normalisation
from assay.metrics.text.reference import ReferenceMetric, holds
from assay.records import MetricResult
from assay.text.normalise import Normalisation


@dataclass(frozen=True, kw_only=True)
class ExactMatch(ReferenceMetric):
    """Whether the answer is the reference, after the normalisation that is stated: 1 or 0, higher is better.

    `normalisation` lists the steps (see `assay.text.normalise`). The default, `NFC`, makes equal what Unicode calls the
    same text (`é` in one or two code points) and nothing else: case, spaces and punctuation count. Inputs, not
    applicable and invalid: see `ReferenceMetric`. A blank answer is 0.

    Source: string equality; Unicode Standard Annex 15 for the normal form.

    >>> ExactMatch().score(answer="cafe\u0301", reference="caf\u00e9").value
    1.0
    >>> ExactMatch(normalisation="NFC+casefold+space").score(answer=" YES ", reference="yes").value
    1.0
    """

    name: ClassVar[str] = "exact_match"

    normalisation: str = "NFC"

    def __post_init__(self) -> None:
        require_normalisation(self.normalisation)

    def compute(self, answer: str, reference: str) -> MetricResult:
        """Normalise both and compare."""
        normalise = Normalisation(self.normalisation)
        same = normalise(answer) == normalise(reference)
        return holds(same, "the answer is the reference" if same else "the answer differs from the reference")
