"""How much of what a case requires the answer covers."""

METRICS: dict[str, str] = {
    "evidence_coverage": "evidence_coverage:EvidenceCoverage",
    "fact_coverage": "fact_coverage:FactCoverage",
    "expected_citation_coverage": "expected_citation_coverage:ExpectedCitationCoverage",
}
