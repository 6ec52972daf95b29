"""ragas' own metrics through its `evaluate`: microseconds a row, as JSON.

python metrics_ragas.py ROWS.jsonl
"""

import json
import sys

from ragas import EvaluationDataset, MultiTurnSample, SingleTurnSample, evaluate
from ragas.messages import AIMessage, HumanMessage, ToolCall
from ragas.metrics._bleu_score import BleuScore
from ragas.metrics._chrf_score import ChrfScore
from ragas.metrics._rouge_score import RougeScore
from ragas.metrics._string import ExactMatch, NonLLMStringSimilarity
from ragas.metrics._tool_call_f1 import ToolCallF1
from rows_file import read_rows
from timing import per_row

rows = read_rows(sys.argv[1])
single = EvaluationDataset(
    samples=[SingleTurnSample(response=row["answer"], reference=row["reference"]) for row in rows]
)
turns = EvaluationDataset(
    samples=[
        MultiTurnSample(
            user_input=[
                HumanMessage(content="Please do it."),
                AIMessage(content="", tool_calls=[ToolCall(**call) for call in row["tool_calls"]]),
            ],
            reference_tool_calls=[ToolCall(**call) for call in row["reference_tool_calls"]],
        )
        for row in rows
    ]
)
jobs = {
    "bleu": (BleuScore(), single),
    "chrf": (ChrfScore(), single),
    "rougeL": (RougeScore(rouge_type="rougeL"), single),
    "string_similarity": (NonLLMStringSimilarity(), single),
    "exact_match": (ExactMatch(), single),
    "tool_call_f1": (ToolCallF1(), turns),
}
print(
    json.dumps(
        {
            name: per_row(lambda m=metric, d=data: evaluate(d, metrics=[m], show_progress=False), len(rows))
            for name, (metric, data) in jobs.items()
        }
    )
)
