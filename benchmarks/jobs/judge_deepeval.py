"""A judgement of each answer with deepeval's G-Eval (steps given, one call each); prints the seconds that all of them took.

python judge_deepeval.py URL CALLS AT_ONCE
"""

import asyncio
import sys
import time

from deepeval.metrics import GEval
from deepeval.models import LocalModel
from deepeval.test_case import LLMTestCase, SingleTurnParams

url, calls, at_once = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


async def main() -> float:
    model = LocalModel(model="stub", base_url=url, api_key="none")
    numbers = iter(range(calls))

    async def worker() -> None:
        for number in numbers:
            metric = GEval(
                name="Replies",
                evaluation_steps=["Does the answer reply to the question?"],
                evaluation_params=[SingleTurnParams.INPUT, SingleTurnParams.ACTUAL_OUTPUT],
                model=model,
            )
            case = LLMTestCase(input=f"Question {number}?", actual_output="An answer. " * 40)
            await metric.a_measure(case, _show_indicator=False)
            assert metric.score == 0.4

    began = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(at_once)))
    return time.perf_counter() - began


print(asyncio.run(main()))
