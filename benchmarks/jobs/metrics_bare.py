"""The libraries that compute these metrics, called directly for a bare number: microseconds a row, as JSON.

    python metrics_bare.py ROWS.jsonl

Each library's object is made once and used for every row, as a careful user would.
"""

import json
import sys

import ir_measures
from rapidfuzz.distance import Levenshtein
from rouge_score.rouge_scorer import RougeScorer
from rows_file import read_rows
from sacrebleu.metrics import BLEU, CHRF
from timing import per_row

rows = read_rows(sys.argv[1])
bleu, chrf, rouge = BLEU(effective_order=True), CHRF(), RougeScorer(["rougeL"])
judged = {
    str(number): {name: int(grade) for name, grade in row["relevance"].items()} for number, row in enumerate(rows)
}
ranked = {
    str(number): {name: float(-rank) for rank, name in enumerate(row["retrieved_ids"])}
    for number, row in enumerate(rows)
}


def ranking(text: str) -> list:
    """A measure of every query, in one call, which is how ir-measures wants to be asked."""
    return list(ir_measures.iter_calc([ir_measures.parse_measure(text)], judged, ranked))


jobs = {
    "bleu": lambda: [bleu.sentence_score(row["answer"], [row["reference"]]).score for row in rows],
    "chrf": lambda: [chrf.sentence_score(row["answer"], [row["reference"]]).score for row in rows],
    "rougeL": lambda: [rouge.score(row["reference"], row["answer"])["rougeL"].fmeasure for row in rows],
    "string_similarity": lambda: [Levenshtein.normalized_similarity(row["answer"], row["reference"]) for row in rows],
    "nDCG@10": lambda: ranking("nDCG@10"),
    "AP": lambda: ranking("AP"),
}
print(json.dumps({name: per_row(work, len(rows)) for name, work in jobs.items()}))
