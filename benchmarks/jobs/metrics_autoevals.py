"""autoevals' own scorers, called one row after another: microseconds a row, as JSON.

python metrics_autoevals.py ROWS.jsonl
"""

import json
import sys

from autoevals import ExactMatch, JSONDiff, Levenshtein
from rows_file import read_rows
from timing import per_row

rows = read_rows(sys.argv[1])
jobs = {
    "string_similarity": (Levenshtein(), "answer", "reference"),
    "exact_match": (ExactMatch(), "answer", "reference"),
    "json_match": (JSONDiff(), "answer_json", "reference_json"),
}
print(
    json.dumps(
        {
            name: per_row(lambda s=scorer, a=a, b=b: [s(row[a], row[b]) for row in rows], len(rows))
            for name, (scorer, a, b) in jobs.items()
        }
    )
)
