"""Assay's metrics through `batch_score`: a whole score a row, with reason, evidence, signature and key, as JSON.

python metrics_assay.py ROWS.jsonl
"""

import json
import sys

from rows_file import read_rows
from timing import per_row

from assay.api.catalog import Catalog

TEXTS = {"answer": "answer", "reference": "reference"}
RANKS = {"retrieved_ids": "retrieved_ids", "relevance": "relevance"}
INPUTS = {
    "bleu": TEXTS,
    "chrf": TEXTS,
    "rougeL": TEXTS,
    "string_similarity": TEXTS,
    "token_f1": TEXTS,
    "exact_match": TEXTS,
    "nDCG@10": RANKS,
    "AP": RANKS,
    "tool_call_f1": {"tool_calls": "tool_calls", "reference_tool_calls": "reference_tool_calls"},
    "json_match": {"answer": "answer_json", "reference": "reference_json"},
}
rows = read_rows(sys.argv[1])
results = {}
for name, inputs in INPUTS.items():
    metric = Catalog().metric(name)
    given = [{ours: row[column] for ours, column in inputs.items()} for row in rows]
    assert all(score.status.value == "scored" for score in metric.batch_score(given))
    results[name] = per_row(lambda metric=metric, given=given: metric.batch_score(given), len(rows))
print(json.dumps(results))
