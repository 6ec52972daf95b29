"""deepeval's own metrics that ask no model, called one row after another: microseconds a row, as JSON.

python metrics_deepeval.py ROWS.jsonl
"""

import json
import sys

from deepeval.metrics import ExactMatchMetric
from deepeval.scorer import Scorer
from deepeval.test_case import LLMTestCase
from rows_file import read_rows
from timing import per_row

rows = read_rows(sys.argv[1])
cases = [LLMTestCase(input="?", actual_output=row["answer"], expected_output=row["reference"]) for row in rows]
exact = ExactMatchMetric()
jobs = {
    "rougeL": lambda: [Scorer.rouge_score(row["reference"], row["answer"], "rougeL") for row in rows],
    "exact_match": lambda: [exact.measure(case, _show_indicator=False) for case in cases],
}
print(json.dumps({name: per_row(work, len(rows)) for name, work in jobs.items()}))
