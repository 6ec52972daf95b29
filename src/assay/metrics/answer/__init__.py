"""Is the answer right, complete and to the point."""

METRICS: dict[str, str] = {
    "answer_correctness": "answer_correctness:AnswerCorrectness",
    "answer_correctness[grounding]": "answer_correctness:GroundedAnswerCorrectness",
    "answer_accuracy": "answer_accuracy:AnswerAccuracy",
    "answer_relevancy": "answer_relevancy:AnswerRelevancy",
}
