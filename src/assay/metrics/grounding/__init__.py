"""Do the passages support what the answer says."""

METRICS: dict[str, str] = {
    "faithfulness": "faithfulness:Faithfulness",
    "faithfulness[grounding]": "faithfulness:GroundedFaithfulness",
    "context_recall": "context_recall:ContextRecall",
    "context_recall[grounding]": "context_recall:GroundedContextRecall",
    "context_precision": "context_precision:ContextPrecision",
    "context_utilization": "context_utilization:ContextUtilization",
    "context_entity_recall": "context_entity_recall:ContextEntityRecall",
    "context_relevance": "context_relevance:ContextRelevance",
    "response_groundedness": "response_groundedness:ResponseGroundedness",
}
