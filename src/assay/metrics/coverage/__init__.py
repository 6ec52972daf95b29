"""How much of what a case requires the answer covers."""

METRICS: dict[str, str] = {"evidence_coverage": "evidence_coverage:EvidenceCoverage"}
