"""A yes/no judgement of each answer with ragas' own judge metric; prints the seconds that all of them took.

python judge_ragas.py URL CALLS AT_ONCE
"""

import asyncio
import sys
import time

from openai import AsyncOpenAI
from ragas.llms import llm_factory
from ragas.metrics import DiscreteMetric

url, calls, at_once = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
PROMPT = "Does the answer reply to the question? Question: {question} Answer: {answer}"


async def main() -> float:
    client = AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    llm = llm_factory("gpt-4o-mini", provider="openai", client=client)
    metric = DiscreteMetric(name="replies", prompt=PROMPT, allowed_values=["yes", "no"])
    numbers = iter(range(calls))

    async def worker() -> None:
        for number in numbers:
            result = await metric.ascore(llm=llm, question=f"Question {number}?", answer="An answer. " * 40)
            assert result.value == "yes"

    began = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(at_once)))
    return time.perf_counter() - began


print(asyncio.run(main()))
