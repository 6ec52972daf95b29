"""Evidence coverage by ragas: `evaluate` with its own id-based recall, which is the same share, written as JSON Lines.

python rows_ragas.py ROWS.jsonl RESULT
"""

import sys

from coverage_rule import FLOOR
from ragas import EvaluationDataset, SingleTurnSample, evaluate
from ragas.metrics._context_recall import IDBasedContextRecall
from rows_file import read_rows

source, result = sys.argv[1:]
rows = read_rows(source)
samples = [
    SingleTurnSample(
        user_input=row["input"],
        response=row["answer"],
        reference_context_ids=row["required_claims"],
        retrieved_context_ids=row["supported_claim_ids"],
    )
    for row in rows
]
done = evaluate(EvaluationDataset(samples=samples), metrics=[IDBasedContextRecall()], show_progress=False)
done.to_pandas().to_json(result, orient="records", lines=True)
scores = [score["id_based_context_recall"] for score in done.scores]
assert len(scores) == len(rows)
sys.exit(not all(score >= FLOOR for score in scores))
