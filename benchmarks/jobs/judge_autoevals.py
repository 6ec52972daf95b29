"""A yes/no judgement of each answer with autoevals' LLM classifier; prints the seconds that all of them took.

python judge_autoevals.py URL CALLS AT_ONCE
"""

import asyncio
import sys
import time

from autoevals import LLMClassifier, init
from openai import AsyncOpenAI

url, calls, at_once = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
PROMPT = "Does the answer reply to the question? Question: {{input}} Answer: {{output}}"


async def main() -> float:
    init(AsyncOpenAI(base_url=url, api_key="none", max_retries=0))
    classifier = LLMClassifier("Replies", PROMPT, {"yes": 1, "no": 0}, model="stub", use_cot=True)
    numbers = iter(range(calls))

    async def worker() -> None:
        for number in numbers:
            result = await classifier.eval_async(input=f"Question {number}?", output="An answer. " * 40)
            assert result.score == 1

    began = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(at_once)))
    return time.perf_counter() - began


print(asyncio.run(main()))
