"""Is the answer right, complete and to the point."""

METRICS: dict[str, str] = {
    "answer_correctness": "answer_correctness:AnswerCorrectness",
    "answer_correctness[grounding]": "answer_correctness:GroundedAnswerCorrectness",
    "answer_accuracy": "answer_accuracy:AnswerAccuracy",
    "factual_correctness": "factual_correctness:FactualCorrectness",
    "factual_correctness[grounding]": "factual_correctness:GroundedFactualCorrectness",
    "answer_relevancy": "answer_relevancy:AnswerRelevancy",
    "semantic_similarity": "semantic_similarity:SemanticSimilarity",
    "greedy_match": "greedy_match:GreedyMatch",
    "truthfulness": "truthfulness:Truthfulness",
    "nugget_score": "nugget_score:NuggetScore",
    "factscore": "factscore:FactScore",
    "fact_f1": "fact_f1:FactF1",
    "summarization": "summarization:Summarization",
    "summary_conciseness": "summary_conciseness:SummaryConciseness",
}
