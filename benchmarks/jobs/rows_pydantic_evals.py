"""Evidence coverage by pydantic-evals: a dataset, an evaluator, its report written as JSON.

python rows_pydantic_evals.py ROWS.jsonl RESULT
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from coverage_rule import FLOOR, coverage
from pydantic_evals import Case, Dataset
from pydantic_evals.evaluators import EvaluationReason, Evaluator, EvaluatorContext
from pydantic_evals.reporting import EvaluationReportAdapter
from rows_file import read_rows


@dataclass
class EvidenceCoverage(Evaluator):
    """pydantic-evals' form of a metric."""

    def evaluate(self, ctx: EvaluatorContext) -> EvaluationReason:
        """The share, with the counts as its reason."""
        value = coverage(ctx.metadata["required_claims"], ctx.output["supported_claim_ids"])
        return EvaluationReason(value=value, reason=f"required={len(ctx.metadata['required_claims'])}")


source, result = sys.argv[1:]
rows = {row["input"]: row for row in read_rows(source)}
cases = [Case(name=row["id"], inputs=row["input"], metadata=row) for row in rows.values()]
dataset = Dataset(name="rows", cases=cases, evaluators=[EvidenceCoverage()])
report = dataset.evaluate_sync(rows.__getitem__, progress=False)
Path(result).write_bytes(EvaluationReportAdapter.dump_json(report))
if report.failures or len(report.cases) != len(rows):
    sys.exit(2)
sys.exit(not all(case.scores["EvidenceCoverage"].value >= FLOOR for case in report.cases))
