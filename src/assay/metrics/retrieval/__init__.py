"""Rankings of passages against reviewed relevance."""

METRICS: dict[str, str] = {
    "precision": "precision:Precision",
    "recall": "recall:Recall",
    "hit": "hit:Hit",
    "RR": "reciprocal_rank:ReciprocalRank",
    "AP": "average_precision:AveragePrecision",
    "Rprec": "r_precision:RPrecision",
    "nDCG": "ndcg:NDCG",
    "RBP": "rbp:RBP",
    "bpref": "bpref:Bpref",
    "judged": "judged:Judged",
    "reranker_lift": "reranker_lift:RerankerLift",
    "expected_ids_in_corpus": "expected_ids_in_corpus:ExpectedIdsInCorpus",
    "context_precision[ids]": "context_precision_ids:ContextPrecisionIds",
    "context_recall[ids]": "context_recall_ids:ContextRecallIds",
    "context_precision[text]": "context_precision_text:ContextPrecisionText",
    "context_recall[text]": "context_recall_text:ContextRecallText",
    "context_average_precision[text]": "context_average_precision_text:ContextAveragePrecisionText",
    "context_overlap": "context_overlap:ContextOverlap",
}
