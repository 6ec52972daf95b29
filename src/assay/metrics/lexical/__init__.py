"""Cheap proxies by word overlap. They inform; they block only where a policy says `allow_proxy`."""

METRICS: dict[str, str] = {
    "faithfulness[lexical]": "faithfulness:LexicalFaithfulness",
    "answer_relevancy[lexical]": "answer_relevancy:LexicalAnswerRelevancy",
    "answer_correctness[lexical]": "answer_correctness:LexicalAnswerCorrectness",
    "citation_support": "citation_support:CitationSupport",
    "context_coverage": "context_coverage:ContextCoverage",
}
