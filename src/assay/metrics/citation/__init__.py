"""Whether citations point at what was retrieved."""

METRICS: dict[str, str] = {"citation_validity": "citation_validity:CitationValidity"}
