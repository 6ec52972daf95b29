"""Share of the required claims that reviewed evidence supports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assay.errors import InvalidRowError
from assay.metrics.base import Metric
from assay.metrics.coverage.listed import clean_ids
from assay.records import Item, MetricResult


@dataclass(frozen=True)
class EvidenceCoverage(Metric):
    """Share of the required claim ids that are supported: |supported| / |required|.

    Inputs: `required_claim_ids` (reviewed, from the case) and `supported_claim_ids` (from the attribution), lists of text.
    Range 0 to 1, higher is better, a plain share. Ids are compared exactly after outer white space is removed; case counts.
    The reason always names the missing ids: `supported=2; required=3; missing=refund-method`.

    Not applicable when the case states no required claims. Invalid: an empty requirement, a blank or duplicate id on either
    side, a supported id that is not required (the two sides come from different versions of the case).

    Source: the evidence-coverage contract of the Assay design: ids are decided upstream, the ratio only counts them.

    >>> EvidenceCoverage().score(required_claim_ids=["a", "b"], supported_claim_ids=["a"]).reason
    'supported=1; required=2; missing=b'
    """

    name: ClassVar[str] = "evidence_coverage"

    def measure(self, required_claim_ids: list[str], supported_claim_ids: list[str]) -> MetricResult:
        """Count the supported ids among the required ones."""
        required = clean_ids(required_claim_ids, "required_claim_ids")
        supported = set(clean_ids(supported_claim_ids, "supported_claim_ids"))
        if not required:
            raise InvalidRowError("required_claim_ids must not be empty", code="empty_requirement")
        unknown = sorted(supported - set(required))
        if unknown:
            raise InvalidRowError(f"supported_claim_ids contains unknown IDs: {','.join(unknown)}", code="unknown_id")
        missing = sorted(set(required) - supported)
        return MetricResult.of_ratio(
            len(supported),
            len(required),
            reason=f"supported={len(supported)}; required={len(required)}; missing={','.join(missing) or 'none'}",
            items=tuple(_claim(claim, claim in supported) for claim in required),
        )


def _claim(claim_id: str, supported: bool) -> Item:
    return Item(kind="claim", id=claim_id, outcome="supported" if supported else "missing", credit=float(supported))
