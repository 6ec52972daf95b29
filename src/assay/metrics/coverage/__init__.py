"""How much of what a case requires the answer covers."""

METRICS: dict[str, str] = {
    "evidence_coverage": "evidence_coverage:EvidenceCoverage",
    "evidence_coverage[judge]": "evidence_coverage_attributed:JudgedEvidenceCoverage",
    "evidence_coverage[grounding]": "evidence_coverage_attributed:GroundedEvidenceCoverage",
    "fact_coverage": "fact_coverage:FactCoverage",
    "expected_citation_coverage": "expected_citation_coverage:ExpectedCitationCoverage",
}
