"""Whether citations point at what was retrieved, and whether what they point at bears the answer out."""

METRICS: dict[str, str] = {
    "citation_validity": "citation_validity:CitationValidity",
    "citation_recall": "citation_recall:CitationRecall",
    "citation_recall[grounding]": "citation_recall:GroundedCitationRecall",
    "citation_precision": "citation_precision:CitationPrecision",
    "citation_precision[grounding]": "citation_precision:GroundedCitationPrecision",
}
