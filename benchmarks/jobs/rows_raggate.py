"""Evidence coverage by raggate: its command line with one scorer of ours put in, results to a JSON file.

python rows_raggate.py ROWS.jsonl RESULT
"""

import json
import sys
import tempfile
from pathlib import Path

from coverage_rule import FLOOR, coverage
from raggate import cli, scorers
from rows_file import read_rows

TARGET = """
import json
ROWS = {row["input"]: row for row in map(json.loads, open(%r, encoding="utf-8"))}
def run(question):
    row = ROWS[question]
    return {"answer": row["answer"], "contexts": [], "citations": row["supported_claim_ids"]}
"""


def score(case: dict, output: dict, judge: object) -> float:
    """raggate's form of a scorer."""
    return coverage(case["required_claims"], output["citations"])


rows, result = sys.argv[1:]
scorers.SCORERS.clear()
scorers.SCORERS["evidence_coverage"] = score
with tempfile.TemporaryDirectory() as folder:
    cases = [{**row, "question": row["input"], "expected": row["answer"]} for row in read_rows(rows)]
    Path(folder, "golden.json").write_text(json.dumps({"cases": cases}), encoding="utf-8")
    Path(folder, "gates.yaml").write_text(
        f"metrics: {{evidence_coverage: {{kpi: true, fail: {FLOOR}, warn: {FLOOR}, target: 1}}}}",
        encoding="utf-8",
    )
    Path(folder, "target.py").write_text(TARGET % rows, encoding="utf-8")
    del cases
    sys.exit(cli.main(["gate", "--dir", folder, "--json", result]))
