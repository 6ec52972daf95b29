"""Evidence coverage by deepeval: test cases, a metric of its form, `evaluate`, the test run kept in a folder.

python rows_deepeval.py ROWS.jsonl RESULT
"""

import os
import sys
from pathlib import Path

from coverage_rule import FLOOR, coverage
from deepeval import evaluate
from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase
from rows_file import read_rows


class EvidenceCoverage(BaseMetric):
    """deepeval's form of a metric."""

    threshold = FLOOR
    async_mode = False

    def measure(self, test_case: LLMTestCase, *args: object, **kwargs: object) -> float:
        """The share, and whether it is enough."""
        required = test_case.metadata["required_claims"]
        self.score = coverage(required, test_case.metadata["supported_claim_ids"])
        self.reason = f"required={len(required)}"
        self.success = self.score >= self.threshold
        return self.score

    async def a_measure(self, test_case: LLMTestCase, *args: object, **kwargs: object) -> float:
        """The same, where deepeval wants it awaited."""
        return self.measure(test_case)

    def is_successful(self) -> bool:
        """Whether the floor was met."""
        return self.success

    @property
    def __name__(self) -> str:
        return "evidence_coverage"


source, result = sys.argv[1:]
Path(result).mkdir()
os.chdir(result)  # deepeval keeps its own files in the current folder
cases = [
    LLMTestCase(name=row["id"], input=row["input"], actual_output=row["answer"], metadata=row)
    for row in read_rows(source)
]
done = evaluate(
    cases,
    [EvidenceCoverage()],
    async_config=AsyncConfig(run_async=False),
    cache_config=CacheConfig(write_cache=False),
    display_config=DisplayConfig(
        show_indicator=False, print_results=False, results_folder=result, inspect_after_run=False
    ),
)
assert len(done.test_results) == len(cases)
sys.exit(not all(one.success for one in done.test_results))
